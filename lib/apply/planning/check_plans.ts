import { planCheck } from "../../../generated/answers.mjs";
import type { PlanCheckAnswer } from "../../../schemas/agent_answers.ts";
import type { PlanProblem } from "../../../schemas/plan_phase.ts";
import { defined } from "../../collections/defined.ts";
import type { PlanPhaseOutcome } from "../../plan/planning/loop.ts";
import { REHEARSED_CHECK } from "../../plan/planning/mock_answers.ts";
import { checkPlansPrompt } from "../../prompts/planning.ts";
import { Consultation, readAs } from "../agent/core/consult.ts";
import type { PlanningWork } from "./planning_work.ts";

/** Lets an agent check the plans of a phase. */
export async function checkPlans(work: PlanningWork, rounds: number): Promise<PlanPhaseOutcome> {
  const { host, agent, config, root, repository, permit, signal, notice, report } = work.input;
  report({ kind: "turn", role: "plan check", round: Math.max(rounds, 1) });
  const consultation = new Consultation({
    host,
    agent,
    config,
    directory: root,
    role: "plan check",
    permit,
    git: repository.git,
    signal,
    notice,
  });
  try {
    const result = await consultation.ask<PlanCheckAnswer>({
      prompt: checkPlansPrompt(work.promptInput()),
      read: readAs(planCheck),
      rehearsal: REHEARSED_CHECK,
    });
    if (result.kind === "failed" && result.question !== undefined) {
      return { kind: "waiting", question: result.question };
    }
    if (result.kind !== "answer") return result;
    const problems = result.value.findings.map(({ plan, severity, what, todo = "" }): PlanProblem => {
      return { source: "checker", severity, ...defined({ plan }), what, todo };
    });
    report({ kind: "found", by: "checker", problems });
    return { kind: "found", problems };
  } finally {
    await consultation.close();
  }
}
