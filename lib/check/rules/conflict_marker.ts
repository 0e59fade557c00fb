import type { Diagnostic, Span } from "../../../schemas/diagnostic.ts";
import { conflictIn } from "../../text/conflict.ts";
import type { SourceText } from "../../text/source_text.ts";
import type { ProjectFacts } from "../../parse/project/model.ts";
import type { Rule } from "../rule.ts";

/** Finds conflicts of a merge that were not resolved. */
export const conflictMarker: Rule = {
  code: "conflict-marker",
  severity: "error",
  lasting: "always",
  summary: "No file in `.planning/` contains a conflict that git left in it",
  why:
    "Between the markers are two versions of a text, and an agent would read both. Nothing else is reported " +
    "about the frontmatter of such a file, and it is not fixed.",
  shows: ["ROADMAP.md"],
  *project(project): Iterable<Diagnostic> {
    for (const source of textsOf(project)) {
      const span = (KNOWN.get(source) ?? knownIn(source)).conflict;
      if (span === undefined) continue;
      const { path } = source;
      yield {
        code: "conflict-marker",
        severity: "error",
        message: "A merge conflict was left unresolved here",
        hint: "Keep one of the two sides, and remove the lines <<<<<<<, ======= and >>>>>>>",
        span: { path, ...span },
      };
    }
  },
};

/** The conflicts in texts, as several states of a project have the same ones. */
const KNOWN = new WeakMap<SourceText, { readonly conflict: Span | undefined }>();

function knownIn(source: SourceText): { readonly conflict: Span | undefined } {
  const known = { conflict: conflictIn(source.text) };
  KNOWN.set(source, known);
  return known;
}

function textsOf(
  { plans, roadmap, requirements, state, config, conflicted }: ProjectFacts,
): Iterable<SourceText> {
  const read = [...plans.all, roadmap, requirements].flatMap((document) => document?.source ?? []);
  const all = [...conflicted, ...read, ...(state === undefined ? [] : [state]), config.source];
  return new Map(all.map((source) => [source.path, source])).values();
}
