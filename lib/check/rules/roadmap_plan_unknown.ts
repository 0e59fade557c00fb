import type { Diagnostic } from "../../../schemas/diagnostic.ts";
import { printPhaseNumber } from "../../parse/ids/phase_number.ts";
import { plansWithoutFile } from "../text/listed_plans.ts";
import type { Rule } from "../rule.ts";

/** Finds plans that the roadmap lists and that should have a file by now. */
export const roadmapPlanUnknown: Rule = {
  code: "roadmap-plan-unknown",
  severity: "hint",
  summary: "The plans that the roadmap lists have files, once a later plan of their phase has one",
  why:
    "A plan that only the roadmap lists is never executed, and its phase looks unfinished forever. Plans " +
    "after the last one that has a file are still to be written; they are not reported until they or their " +
    "phase are ticked off. Plans of which only the summary was kept are not reported either.",
  shows: ["ROADMAP.md", "files"],
  *project(project): Iterable<Diagnostic> {
    for (const { item, phase, explained } of plansWithoutFile(project)) {
      if (explained || phase.plans.length === 0) continue;
      yield {
        code: "roadmap-plan-unknown",
        severity: "hint",
        message: `The roadmap lists ${item.text}, but phase ${
          printPhaseNumber(phase.number)
        } has no such plan`,
        hint: "Write the plan, or remove it from the roadmap",
        span: { path: project.roadmap!.source.path, ...item.span },
      };
    }
  },
};
