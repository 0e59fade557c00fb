import type { Diagnostic } from "../../../schemas/diagnostic.ts";
import { printPhaseNumber } from "../../parse/ids/phase_number.ts";
import { plansWithoutFile } from "../text/listed_plans.ts";
import type { Rule } from "../rule.ts";

/** The plans that the roadmap lists are there, once it is time. */
export const roadmapPlanUnknown: Rule = {
  code: "roadmap-plan-unknown",
  severity: "hint",
  summary: "The plans that the roadmap lists have files, once a later plan of their phase has one",
  why: "A plan that only the roadmap knows is never executed, and its phase looks unfinished for ever. " +
    "Plans behind the last one that has a file are still to be written, and left alone until they or " +
    "their phase are ticked off; so are plans of which the summary was kept.",
  shows: ["ROADMAP.md", "files"],
  *project(project): Iterable<Diagnostic> {
    for (const { item, phase, explained } of plansWithoutFile(project)) {
      if (explained || phase.plans.length === 0) continue;
      yield {
        code: "roadmap-plan-unknown",
        severity: "hint",
        message: `The roadmap lists ${item.text}, and phase ${
          printPhaseNumber(phase.number)
        } has no such plan`,
        hint: "Write the plan, or take it out of the roadmap",
        span: { path: project.roadmap!.source.path, ...item.span },
      };
    }
  },
};
