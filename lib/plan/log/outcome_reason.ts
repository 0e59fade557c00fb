import type { RunOutcome } from "../../../schemas/event.ts";
import { verdictText } from "../status/phase_verdict.ts";

/** Returns the reason why a run stopped, a sentence; empty if it is done. */
export function outcomeReason(outcome: RunOutcome): string {
  switch (outcome.kind) {
    case "completed":
      return outcome.verdict === undefined ? "" : verdictText(outcome.verdict);
    case "failed":
      return outcome.message;
    case "waiting":
      return outcome.question.title;
    case "declined":
      return `Declined: ${outcome.question.title}`;
    case "gaps":
      return `gaps (${outcome.gaps.length})`;
    case "conflict":
      return `Conflict: ${outcome.branch} and ${outcome.base} in ${
        outcome.conflicts.map(({ path }) => path).join(", ")
      }`;
    case "suspended":
      return "Waiting for the report of the hosting agent";
    case "interrupted":
      return "Interrupted";
  }
}
