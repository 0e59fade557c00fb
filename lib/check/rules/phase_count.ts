import type { Diagnostic } from "../../../schemas/diagnostic.ts";
import { granularities, phaseRange } from "../../parse/granularity.ts";
import { roadmapItems, type RoadmapTick } from "../../parse/roadmap_items.ts";
import type { Rule } from "../rule.ts";

/** The roadmap has about as many phases as the chosen granularity gives. */
export const phaseCount: Rule = {
  code: "phase-count",
  severity: "hint",
  summary: "A milestone has as many phases as its `granularity` gives: coarse 3-5, standard 5-8, fine 8-12",
  why: "The granularity says how finely the work is divided. A roadmap far from it was divided by another " +
    "measure, and the next phases will be again. Inserted phases such as 2.1 and shipped milestones do " +
    "not count, and a project that does not state its granularity is left alone.",
  shows: ["ROADMAP.md", "config.json"],
  *project(project): Iterable<Diagnostic> {
    const { roadmap, config: { file } } = project;
    const granularity = granularities.find((name) => name === file.granularity);
    if (roadmap === undefined || granularity === undefined) return;
    const whole = roadmapItems(roadmap).ticks.filter(({ number }) =>
      number.parts.length === 1 && number.letter === ""
    );
    const { least, most } = phaseRange(granularity);
    const open = whole.filter(({ done }) => !done);
    const counted = countOf(open) > most ? open : whole;
    const count = countOf(counted);
    const first = counted[0];
    if (first === undefined || count === 1 || (counted === whole && count >= least)) return;
    yield {
      code: "phase-count",
      severity: "hint",
      message: `The roadmap has ${count} ${
        counted === whole ? "phases" : "open phases"
      }, and the granularity "${granularity}" gives ${least} to ${most}`,
      hint: count < least
        ? "Divide phases, or choose a coarser granularity"
        : "Join phases, or choose a finer one",
      span: { path: roadmap.source.path, ...first.span },
    };
  },
};

function countOf(ticks: readonly RoadmapTick[]): number {
  return new Set(ticks.map(({ number }) => number.parts[0])).size;
}
