import { hasSummary } from "../../parse/project/project.ts";
import type { Finding, Rule } from "../rule.ts";

/** Matches hidden folders, where agents keep their own files, such as `.claude`. */
const OF_AGENTS = /[\\/]\.(?!planning[\\/])[\w-]+[\\/]/;

/** Finds references that not every machine can read. Home folders are fine: agents keep their workflows there. */
export const referenceOutside: Rule = {
  code: "reference-outside",
  severity: "hint",
  summary: "The files in `<context>` and `<execution_context>` are in the project, or below a home folder",
  why: "A path from the root of a disk exists on one machine only, and one that leads out of the project " +
    "through `..` is missing in the working trees that plans are executed in. Paths such as `@~/…` and " +
    "`@$HOME/…` are fine, as are hidden folders such as `.claude`, where agents keep their " +
    "workflows. Complete plans are not checked.",
  shows: ["<execution_context>", "<context>"],
  *phase(phase): Iterable<Finding & { readonly path: string }> {
    for (const plan of phase.plans) {
      if (plan.frontmatter.kind === "missing" || hasSummary(phase, plan)) continue;
      const found = plan.references.filter(({ path, place: { kind } }) =>
        (kind === "absolute" && !OF_AGENTS.test(path)) || kind === "outside"
      );
      const first = found[0];
      if (first === undefined) continue;
      const others = found.length - 1;
      const more = others === 0 ? "" : others === 1 ? ", as does 1 more" : `, as do ${others} more`;
      yield {
        message: first.place.kind === "absolute"
          ? `The path ${first.path} exists on one machine only${more}`
          : `The path ${first.path} leads out of the project${more}`,
        hint: "Write it relative to the project's root, or from the home folder: `@~/…`",
        path: plan.source.path,
        span: first.span,
      };
    }
  },
};
