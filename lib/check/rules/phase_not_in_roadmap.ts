import { printPhaseNumber } from "../../parse/ids/phase_number.ts";
import { roadmapItems } from "../../parse/roadmap/checklist.ts";
import type { Diagnostic } from "../../../schemas/diagnostic.ts";
import { PHASES } from "../../parse/project/project.ts";
import type { Rule } from "../rule.ts";

/** A phase that has plans stands in the roadmap. */
export const phaseNotInRoadmap: Rule = {
  code: "phase-not-in-roadmap",
  severity: "warning",
  summary: "Each phase with plans stands in the roadmap",
  why: "The roadmap says what a phase is for and in which order phases come; overviews and agents go by " +
    "it. A folder it does not know was renumbered, or forgotten. A roadmap without any phase is left " +
    "alone: it stands between two milestones.",
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
          directory.slice(PHASES.length + 1)
        }" and does not stand in ROADMAP.md`,
        hint: "Add it to ROADMAP.md, or give the folder the number that the roadmap gives the phase",
        span: { path: plan.source.path, start: 0, end: 0 },
      };
    }
  },
};
