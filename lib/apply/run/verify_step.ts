import { defined } from "../../collections/defined.ts";
import { askQuestion } from "../interaction/interaction.ts";
import type { RunContext } from "./context.ts";
import type { VerifyStep } from "../../../schemas/execution_plan.ts";
import type { StepOutcome } from "../../plan/execution/step_outcome.ts";
import { leavesMustHaves } from "../../plan/status/phase_verdict.ts";
import { CONFIRM_PLAN } from "../../plan/verification/questions.ts";
import { BUDGET } from "../../plan/usage/budget.ts";
import { verificationPath } from "../../plan/verification/document.ts";
import { verifyPhase } from "../verify/verify.ts";

/** Verifies the must-haves. The run waits for truths that only the user can judge, unless they are deferred. */
export async function verify({ directory }: VerifyStep, context: RunContext): Promise<StepOutcome> {
  const { host, reader, home, config, report, judge, signal, log } = context;
  const { verification, verdict, kind, question, output = "", commit } = await verifyPhase({
    host,
    reader,
    repository: home.repository,
    config,
    directory,
    ...defined({ judge }),
    ask: async (question) => {
      const answered = await askQuestion(question, context);
      return answered.kind === "answered" ? answered : undefined;
    },
    signal,
    log,
    notice: (message) => report({ kind: "notice", message }),
    leaves: leavesMustHaves(config),
  });
  if (kind === "interrupted") return { kind };
  if (kind === "refused") return { kind: "hook-refused", output };
  const { status, score, gaps } = verification;
  const path = verificationPath(verification);
  const isEarly = question?.id === CONFIRM_PLAN || question?.id === BUDGET;
  if (!isEarly) report({ kind: "verified", status, verdict, score, path });
  if (commit !== null) {
    const subject = (await home.repository.git.output(["log", "-1", "--format=%s", commit])).trim();
    report({ kind: "committed", commit, subject, files: [path] });
  }
  const outcome = { kind: "verified", status, path, gaps } as const;
  if (question === undefined) return outcome;
  return { ...outcome, review: { question, declined: kind === "declined" } };
}
