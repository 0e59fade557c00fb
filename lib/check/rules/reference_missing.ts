import { hasSummary } from "../../parse/project/project.ts";
import { nearest } from "../../text/nearest.ts";
import type { Rule } from "../rule.ts";

/** Finds references to files that do not exist when the plan is executed. */
export const referenceMissing: Rule = {
  code: "reference-missing",
  severity: "warning",
  strict: true,
  summary: "The files in `<context>` and `<execution_context>` exist, or another plan creates them",
  why: "The agent reads these files before it begins; a missing file leaves it guessing. Files " +
    "that another plan creates may still come, files that git ignores may be on another machine, and complete " +
    "plans are not checked.",
  shows: ["<execution_context>", "<context>"],
  *phase(phase, project) {
    if (project.absent === undefined || project.absent.size === 0) return;
    for (const plan of phase.plans) {
      if (plan.frontmatter.kind === "missing" || hasSummary(phase, plan)) continue;
      for (const { place, span } of plan.references) {
        if (place.kind !== "inside" || !project.absent.has(place.path)) continue;
        const folder = place.path.slice(0, place.path.lastIndexOf("/") + 1);
        const meant = nearest(place.path, project.paths.filter((other) => other.startsWith(folder)));
        yield {
          message: `The file ${place.path} does not exist, and no plan creates it`,
          hint: meant === undefined ? "Correct the path or remove the line" : `Did you mean "${meant}"?`,
          path: plan.source.path,
          span,
        };
      }
    }
  },
};
