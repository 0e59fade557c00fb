import type { Config } from "../../../schemas/config.ts";
import { printPhaseNumber } from "../../parse/ids/phase_number.ts";
import type { Phase } from "../../parse/project/model.ts";
import type { PhaseCheck } from "./phase_checks.ts";
import type { Question } from "../../../schemas/question.ts";
import type { PhaseVerdict, Verification, VerificationGap } from "../../../schemas/verification.ts";
import { verdictText } from "../status/phase_verdict.ts";
import { gateQuestion, LATER } from "../run/questions.ts";

/** The ID of {@link replaceQuestion}. */
export const VERIFICATION = "verification";

/**
 * Returns the question what to do with a verification that a person or another tool wrote or changed.
 *
 * @param verdict Its verdict, which stands if it is kept.
 */
export function replaceQuestion(path: string, verdict: PhaseVerdict): Question {
  return {
    id: VERIFICATION,
    kind: "decision",
    title: `${path} was not written by wf, or was changed since. Keep it?`,
    details: "",
    choices: [
      { value: "keep", label: `Keep it: the phase is ${verdictText(verdict)}` },
      { value: "replace", label: "Verify the phase and replace it" },
    ],
    open: false,
  };
}

/** The ID of the gate before commands of plans run. */
export const CONFIRM_PLAN = "confirm_plan";

/** Returns the gate before the checks of plans run again that the user has not confirmed in this repository. */
export function confirmChecksQuestion({ number }: Phase, checks: readonly PhaseCheck[]): Question {
  return gateQuestion(
    CONFIRM_PLAN,
    `Phase ${printPhaseNumber(number)}: run the checks of its plans? You have not confirmed them here yet`,
    checks.map(({ command }) => `- ${command.replaceAll("\n", "\n  ")}`).join("\n"),
  );
}

export function brokenChecksId(plan: string): string {
  return `${plan}/checks`;
}

/**
 * Returns the question before a plan's summary about checks that passed at their tasks and fail now. In mode
 * `yolo` the verification of the phase decides, if there is one.
 */
export function brokenChecksQuestion(
  plan: string,
  broken: readonly VerificationGap[],
  { mode, workflow }: Pick<Config, "mode" | "workflow">,
): Question {
  return {
    id: brokenChecksId(plan),
    kind: "decision",
    title: `Plan ${plan}: checks passed after their tasks and fail now. Complete the plan?`,
    details: listed(broken, true),
    choices: [
      { value: "stop", label: "Stop, to fix it" },
      { value: "continue", label: "Complete the plan; the verification of the phase asks again" },
    ],
    open: false,
    ...(mode === "yolo" && workflow.verifier ? { automatic: "continue" } : {}),
  };
}

/** The ID of {@link mustHavesQuestion}. */
export const MUST_HAVES = "must_haves";

/**
 * Returns the question about everything that could not be checked. Only a person can confirm it, not even
 * mode `yolo`.
 *
 * @param leaves True if it is postponed when no answer is given.
 */
export function mustHavesQuestion({ phase, gaps, open }: Verification, leaves: boolean): Question {
  return {
    id: MUST_HAVES,
    kind: "human-verify",
    title: `Phase ${phase.number}: these must-haves could not be checked. Do they hold?`,
    details: listed([...gaps, ...open]),
    choices: [
      { value: "approved", label: "They hold" },
      { value: LATER, label: "Later: the phase is not ticked until then" },
    ],
    open: true,
    preselected: LATER,
    ...(leaves ? { automatic: LATER } : {}),
  };
}

/** Returns the gate `issues_review`: the user sees gaps before they are recorded, and can decline. */
export function issuesReviewQuestion({ phase, gaps }: Verification): Question {
  return gateQuestion(
    "issues_review",
    `Phase ${phase.number}: review of issues found during verification. Record them?`,
    listed(gaps, true),
  );
}

function listed(gaps: readonly VerificationGap[], withTodo = false): string {
  return gaps.map(({ plan, what, todo }) => {
    const line = `- ${plan === undefined ? "" : `${plan}  `}${what}`;
    return withTodo ? `${line}\n  → ${todo}` : line;
  }).join("\n");
}
