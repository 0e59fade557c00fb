import { hasSummary } from "../../parse/project/project.ts";
import { referencesOf } from "../../parse/project/references.ts";
import { nearest } from "../../text/nearest.ts";
import type { Rule } from "../rule.ts";

/** What a plan gives to read is there when it is executed. */
export const referenceMissing: Rule = {
  code: "reference-missing",
  severity: "warning",
  strict: true,
  summary: "The files in `<context>` and `<execution_context>` exist, or another plan makes them",
  why: "The agent is sent to read these files before it begins; one that is not there leaves it guessing. " +
    "Files that a plan makes may come yet, and plans that are complete are not asked again.",
  shows: ["<execution_context>", "<context>"],
  *phase(phase, project) {
    if (project.absent === undefined || project.absent.size === 0) return;
    for (const plan of phase.plans) {
      if (plan.frontmatter.kind === "missing" || hasSummary(phase, plan)) continue;
      for (const { place, span } of referencesOf(plan)) {
        if (place.kind !== "inside" || !project.absent.has(place.path)) continue;
        const folder = place.path.slice(0, place.path.lastIndexOf("/") + 1);
        const meant = nearest(place.path, project.paths.filter((other) => other.startsWith(folder)));
        yield {
          message: `The file ${place.path} does not exist, and no plan makes it`,
          hint: meant === undefined ? "Correct the path or remove the line" : `Did you mean "${meant}"?`,
          path: plan.source.path,
          span,
        };
      }
    }
  },
};
