import type { Diagnostic } from "../../../schemas/diagnostic.ts";
import { plansOf } from "../../parse/project/dependencies.ts";
import { granularities, phaseRange } from "../../parse/config/granularity.ts";
import { isOfMilestone, milestonesOf } from "../../parse/roadmap/milestone.ts";
import type { PhaseNumber } from "../../parse/ids/phase_number.ts";
import { phaseStanding } from "../../parse/roadmap/phase_state.ts";
import { findPhase, hasSummary } from "../../parse/project/project.ts";
import type { Project } from "../../parse/project/model.ts";
import { roadmapItems, type RoadmapTick } from "../../parse/roadmap/checklist.ts";
import type { Rule } from "../rule.ts";

/** The roadmap has about as many phases as the chosen granularity gives. */
export const phaseCount: Rule = {
  code: "phase-count",
  severity: "hint",
  summary: "A milestone has as many phases as its `granularity` gives: coarse 3-5, standard 5-8, fine 8-12",
  why: "The granularity says how finely the work is divided. A roadmap far from it was divided by another " +
    "measure, and the next phases will be again. Inserted phases such as 2.1, phases " +
    "that are set aside and shipped milestones do not count; a milestone whose phases are all done, and a " +
    "project that does not state its granularity, are left alone.",
  shows: ["ROADMAP.md", "config.json"],
  *project(project): Iterable<Diagnostic> {
    const { roadmap, milestone, config: { file } } = project;
    const granularity = granularities.find((name) => name === file.granularity);
    if (roadmap === undefined || granularity === undefined) return;
    const milestones = milestonesOf(roadmap.source);
    const whole = roadmapItems(roadmap).ticks.filter(({ number, done }) => {
      if (number.parts.length > 1 || number.letter !== "") return false;
      const { kind } = phaseStanding(number, roadmap);
      return kind !== "aside" && (kind !== "shipped" || !done) &&
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
      }, and the granularity "${granularity}" gives ${least} to ${most}`,
      hint: count < least
        ? "Divide phases, or choose a coarser granularity"
        : "Join phases, or choose a finer one",
      span: { path: roadmap.source.path, ...first.span },
    };
  },
};

/** Whether a phase has plans, and summaries of them all. */
function isComplete(number: PhaseNumber, project: Project): boolean {
  const phase = findPhase(project, number);
  const plans = phase === undefined ? [] : plansOf(phase);
  return plans.length > 0 && plans.every((plan) => hasSummary(phase!, plan));
}

function countOf(ticks: readonly RoadmapTick[]): number {
  return new Set(ticks.map(({ number }) => number.parts[0])).size;
}
