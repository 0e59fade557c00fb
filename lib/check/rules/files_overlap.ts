import type { Span } from "../../../schemas/diagnostic.ts";
import { groupBy } from "../../collections/group_by.ts";
import { computedWaves, plansOf } from "../../parse/project/dependencies.ts";
import type { PlanFacts } from "../../parse/plan_file/plan_file.ts";
import { hasSummary } from "../../parse/project/project.ts";
import { spanAt } from "../../parse/plan_file/plan_frontmatter.ts";
import { type Declaration, type SharedPath, sharings } from "../../parse/project/shared_files.ts";
import { listText } from "../../text/list_text.ts";
import type { Rule } from "../rule.ts";

/** Maximum number of files, and of plans to depend on, that a message names. */
const SHOWN = 3;

/** Finds plans of one wave that change the same file and so cannot run concurrently. */
export const filesOverlap: Rule = {
  code: "files-overlap",
  severity: "warning",
  summary: "Plans of one wave change different files",
  why: "Plans of one wave run at the same time, each in its own working tree. If two of them change one " +
    "file, the later one has to wait, which costs time; a dependency makes that order explicit. Each plan " +
    "that waits gets one finding. Complete plans do not wait.",
  shows: ["wave", "files_modified"],
  *phase(phase, project) {
    const plans = new Map<string, PlanFacts>(plansOf(phase).map((plan) => [plan.id, plan]));
    const waves = computedWaves(phase, project);
    for (const { plan, paths } of sharings([...plans.values()], waves, (plan) => hasSummary(phase, plan))) {
      const { index, last } = paths[0]!;
      const nearest = [...new Set(paths.map(({ last }) => last.plan.id))].slice(0, SHOWN);
      yield {
        message: `${plan.id} shares ${sharedWith(paths)} of its wave, so they run one after the other`,
        hint: `Add ${listText(nearest)} to depends_on, or move ${
          paths.length === 1 ? "the file" : "the files"
        } to one of the plans${othersText(paths[0]!)}`,
        path: plan.source.path,
        span: declarationSpan({ plan, index }),
        related: [{
          message: `the files of ${last.plan.id}`,
          span: { path: last.plan.source.path, ...declarationSpan(last) },
        }],
      };
    }
  },
};

function declarationSpan({ plan: { frontmatter }, index }: Declaration): Span {
  if (frontmatter.kind !== "parsed") return { start: 0, end: 0 };
  return spanAt(frontmatter.root, index === undefined ? "/files_modified" : `/files_modified/${index}`);
}

/** Formats `a.ts and b.ts with 01-03`; for files that several plans share, those of the first two plans. Only
 * the nearest plan is named, so that a change of the others does not turn an old finding into a new one.
 */
function sharedWith(paths: readonly SharedPath[]): string {
  const groups = [...groupBy(paths, ({ last }) => last.plan.id)].slice(0, 2);
  const parts = groups.map(([id, shared]) => `${filesText(shared.map(({ path }) => path))} with ${id}`);
  const rest = paths.length - groups.reduce((sum, [, shared]) => sum + shared.length, 0);
  return [...parts, ...(rest === 0 ? [] : [`${rest} more with others`])].join(", and ");
}

function filesText(paths: readonly string[]): string {
  return paths.length <= SHOWN
    ? listText(paths)
    : `${paths.slice(0, SHOWN).join(", ")} and ${paths.length - SHOWN} more`;
}

/** Names the other plans that share a path, without the nearest one. */
function othersText({ path, first, last, count }: SharedPath): string {
  const others = first.filter((id) => id !== last.plan.id);
  if (others.length === 0) return "";
  const rest = count - 1 - others.length;
  const names = rest === 0 ? listText(others) : `${others.join(", ")} and ${rest} more`;
  return `; ${names} ${count === 2 ? "shares" : "share"} ${path} too`;
}
