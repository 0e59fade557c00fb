import type { PlanFile } from "../../../schemas/plan_file.ts";
import type { Question } from "../../../schemas/question.ts";
import type { RepeatedCheck } from "../../../schemas/verification.ts";
import type { Host } from "../../host/host.ts";
import { planKey } from "../../parse/ids/plan_id.ts";
import type { Phase } from "../../parse/project/model.ts";
import type { PhaseChecks } from "../../plan/verification/phase_checks.ts";
import { confirmChecksQuestion } from "../../plan/verification/questions.ts";
import { confirmedPlans, confirmPlans } from "../history/confirmed_plans.ts";
import type { CheckLog } from "../run/run_check.ts";
import type { RecordInput } from "./record.ts";
import { repeatChecks } from "./repeat_checks.ts";

interface ChecksInput extends Pick<RecordInput, "repository" | "reader" | "config" | "notice"> {
  readonly host: Host;
  readonly ask: (question: Question) => Promise<{ readonly value: string } | undefined>;
  readonly signal: AbortSignal;
  readonly log?: CheckLog | undefined;
}

/** Returns the plans of a phase that can be read. */
export function planFiles({ plans }: Phase): readonly PlanFile[] {
  return plans.flatMap(({ file }) => file ?? []);
}

/**
 * Asks whether to run the checks of plans that the user has not confirmed in this repository, as before the
 * execution of a plan.
 *
 * @returns The question that keeps them from running, and how it ended; undefined if they may run.
 */
export async function confirmChecks(
  phase: Phase,
  { checks }: PhaseChecks,
  { repository, config, ask, signal }: ChecksInput,
): Promise<
  { readonly kind: "declined" | "interrupted" | "waiting"; readonly question: Question } | undefined
> {
  if (repository === undefined || checks.length === 0) return undefined;
  const files = planFiles(phase).filter(({ id }) =>
    checks.some(({ tasks }) => tasks.some(({ plan }) => plan === id))
  );
  const confirmed = await confirmedPlans(repository.git, files);
  if (config.gates.confirm_plan && files.some(({ id }) => !confirmed.has(planKey(id)))) {
    const question = confirmChecksQuestion(phase, checks);
    const answer = await ask(question);
    if (answer?.value !== "yes") {
      const kind = answer !== undefined ? "declined" : signal.aborted ? "interrupted" : "waiting";
      return { kind, question };
    }
  }
  await confirmPlans(repository.git, files);
  return undefined;
}

/** Runs the checks of the phase's tasks again. */
export async function checksAgain(
  { checks, tasks }: PhaseChecks,
  { host, repository, reader: { root }, config, signal, notice, log }: ChecksInput,
): Promise<readonly RepeatedCheck[]> {
  if (repository === undefined) return [];
  const place = { host, repository, root, home: root, config };
  return await repeatChecks(checks, { ...place, tasks, signal, notice, log });
}
