import { printPhaseNumber } from "../../parse/ids/phase_number.ts";
import { roadmapItems } from "../../parse/roadmap/checklist.ts";
import type { Diagnostic } from "../../../schemas/diagnostic.ts";
import type { Rule } from "../rule.ts";
import { baseName } from "../../path/paths.ts";

/** Finds phases with plans that the roadmap does not list. */
export const phaseNotInRoadmap: Rule = {
  code: "phase-not-in-roadmap",
  severity: "warning",
  summary: "Each phase with plans is in the roadmap",
  why: "The roadmap defines the purpose and the order of phases; overviews and agents rely on it. A folder " +
    "that it does not list was renumbered or forgotten. A roadmap without any phase is not checked: the " +
    "project is between two milestones.",
  shows: ["files", "ROADMAP.md"],
  *project(project): Iterable<Diagnostic> {
    const { roadmap } = project;
    if (roadmap === undefined || roadmap.phases.length === 0) return;
    const { mentioned } = roadmapItems(roadmap);
    for (const { number, directory, plans } of project.phases) {
      const plan = plans.find(({ frontmatter }) => frontmatter.kind !== "missing");
      if (plan === undefined || mentioned.has(printPhaseNumber(number))) continue;
      yield {
        code: "phase-not-in-roadmap",
        severity: "warning",
        message: `Phase ${printPhaseNumber(number)} has the folder "${
          baseName(directory)
        }" but is not in ROADMAP.md`,
        hint: "Add it to ROADMAP.md, or give the folder the number that the roadmap gives the phase",
        span: { path: plan.source.path, start: 0, end: 0 },
      };
    }
  },
};
