import type { Diagnostic } from "../../../schemas/diagnostic.ts";
import { printPhaseNumber } from "../../parse/ids/phase_number.ts";
import { findPhase, hasSummary } from "../../parse/project/project.ts";
import { parseVerification } from "../../parse/documents/verification.ts";
import { roadmapItems } from "../../parse/roadmap/checklist.ts";
import type { Rule } from "../rule.ts";

/** Finds phases that the roadmap ticks although a plan has no summary, or the verification found gaps. */
export const roadmapAhead: Rule = {
  code: "roadmap-ahead",
  severity: "warning",
  summary: "A phase that is ticked in the roadmap has summaries of all its plans, and no gaps",
  why: "A plan is complete when its summary exists. A tick in the roadmap without the summaries hides open " +
    "work: the next execution of the phase would begin with those plans. Gaps that the verification of the " +
    "phase found are open work too.",
  shows: ["ROADMAP.md", "files"],
  *project(project): Iterable<Diagnostic> {
    const { roadmap } = project;
    if (roadmap === undefined) return;
    for (const { number, done, span } of roadmapItems(roadmap).ticks) {
      const phase = done ? findPhase(project, number) : undefined;
      if (phase === undefined) continue;
      const { verification } = phase;
      const { status, count } = parseVerification(verification?.text ?? "");
      if (verification !== undefined && status === "gaps_found") {
        const gaps = count === 0 ? "gaps" : count === 1 ? "1 gap" : `${count} gaps`;
        yield {
          code: "roadmap-ahead",
          severity: "warning",
          message: `Phase ${printPhaseNumber(number)} is ticked, but its verification found ${gaps}`,
          hint: "Close the gaps and verify the phase again, or remove the tick",
          span: { path: roadmap.source.path, ...span },
          related: [{ message: "The verification", span: { path: verification.path, start: 0, end: 0 } }],
        };
      }
      const open = phase.plans.filter((plan) => {
        return plan.frontmatter.kind !== "missing" && !hasSummary(phase, plan);
      });
      if (open.length === 0) continue;
      const names = open.slice(0, 5).map(({ id }) => id).join(", ") + (open.length > 5 ? " and others" : "");
      yield {
        code: "roadmap-ahead",
        severity: "warning",
        message: `Phase ${printPhaseNumber(number)} is ticked, but there is no summary of ${names}`,
        hint: "Execute the open plans, or write their summaries if the work was done in another way",
        span: { path: roadmap.source.path, ...span },
        related: open.slice(0, 5).map(({ id, source }) => ({
          message: `${id} is open`,
          span: { path: source.path, start: 0, end: 0 },
        })),
      };
    }
  },
};
