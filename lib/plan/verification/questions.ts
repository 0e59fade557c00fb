import type { Question } from "../../../schemas/question.ts";
import type { Verification, VerificationGap } from "../../../schemas/verification.ts";
import { gateQuestion, LATER } from "../run/questions.ts";

/** ID of {@link mustHavesQuestion}. */
export const MUST_HAVES = "must_haves";

/**
 * Asks a person about everything that could not be checked. Nothing else confirms it, not even mode `yolo`.
 *
 * @param leaves Whether it is left for later where no answer was given.
 */
export function mustHavesQuestion({ phase, open }: Verification, leaves: boolean): Question {
  return {
    id: MUST_HAVES,
    kind: "human-verify",
    title: `Phase ${phase.number}: do the must-haves hold that could not be checked?`,
    details: listed(open),
    choices: [
      { value: "approved", label: "They hold" },
      { value: LATER, label: "Later: the phase is not ticked until then" },
    ],
    open: true,
    ...(leaves ? { automatic: LATER } : {}),
  };
}

/** The gate `issues_review`: a person who is there sees gaps before they are recorded, and can decline. */
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
