import type { Diagnostic } from "../../../schemas/diagnostic.ts";
import { plansOf } from "../../parse/project/dependencies.ts";
import { granularities, phaseRange } from "../../parse/config/granularity.ts";
import { isOfMilestone, milestonesOf } from "../../parse/roadmap/milestone.ts";
import type { PhaseNumber } from "../../parse/ids/phase_number.ts";
import { phaseStanding } from "../../parse/roadmap/phase_state.ts";
import { findPhase, hasSummary } from "../../parse/project/project.ts";
import type { ProjectFacts } from "../../parse/project/model.ts";
import { roadmapItems, type RoadmapTick } from "../../parse/roadmap/checklist.ts";
import type { Rule } from "../rule.ts";

/** Compares the number of phases with the range of the chosen granularity. */
export const phaseCount: Rule = {
  code: "phase-count",
  severity: "hint",
  summary: "A milestone has the number of phases of its `granularity`: coarse 3-5, standard 5-8, fine 8-12",
  why: "The granularity defines how finely the work is divided. If the roadmap is far from it, the next " +
    "phases will be too. Inserted phases such as 2.1, shelved phases and shipped milestones do not count. " +
    "Milestones whose phases are all done, and projects without a granularity, are not checked.",
  shows: ["ROADMAP.md", "config.json"],
  *project(project): Iterable<Diagnostic> {
    const { roadmap, milestone, config: { file } } = project;
    const granularity = granularities.find((name) => name === file.granularity);
    if (roadmap === undefined || granularity === undefined) return;
    const milestones = milestonesOf(roadmap.source);
    const whole = roadmapItems(roadmap).ticks.filter(({ number, done }) => {
      if (number.parts.length > 1 || number.letter !== "") return false;
      const { kind } = phaseStanding(number, roadmap);
      return kind !== "excluded" && (kind !== "shipped" || !done) &&
        (milestone === undefined || isOfMilestone(number, milestone.version, milestones));
    });
    if (whole.every(({ number, done }) => done || isComplete(number, project))) return;
    const { least, most } = phaseRange(granularity);
    const open = whole.filter(({ done }) => !done);
    const counted = countOf(open) > most ? open : whole;
    const count = countOf(counted);
    const first = counted[0];
    if (first === undefined || count === 1 || (counted === whole && count >= least)) return;
    yield {
      code: "phase-count",
      severity: "hint",
      message: `${milestone === undefined ? "The roadmap" : `Milestone ${milestone.version}`} has ${count} ${
        counted === whole ? "phases" : "open phases"
      }, but the granularity "${granularity}" calls for ${least} to ${most}`,
      hint: count < least
        ? "Split phases, or choose a coarser granularity"
        : "Merge phases, or choose a finer granularity",
      span: { path: roadmap.source.path, ...first.span },
    };
  },
};

/** Reports whether a phase has plans and each of them has a summary. */
function isComplete(number: PhaseNumber, project: ProjectFacts): boolean {
  const phase = findPhase(project, number);
  const plans = phase === undefined ? [] : plansOf(phase);
  return plans.length > 0 && plans.every((plan) => hasSummary(phase!, plan));
}

function countOf(ticks: readonly RoadmapTick[]): number {
  return new Set(ticks.map(({ number }) => number.parts[0])).size;
}
