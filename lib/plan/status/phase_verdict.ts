import type { Config } from "../../../schemas/config.ts";
import type { PhaseVerdict, Verification } from "../../../schemas/verification.ts";
import type { PhaseStanding } from "../../parse/roadmap/phase_state.ts";
import type { VerificationRecord } from "../../parse/documents/verification.ts";

/**
 * Returns the verdict on a phase whose plans are all complete. It is decided only here: status, ROADMAP, the
 * end of a run and the completion of a milestone show the same verdict.
 *
 * @param record The last verification of the phase; undefined if there was none.
 * @param skipped The number of its skipped tasks.
 */
export function phaseVerdict(record: VerificationRecord | undefined, skipped = 0): PhaseVerdict {
  switch (record?.status) {
    case undefined:
      return skipped === 0 ? { word: "executed" } : { word: "skipped", count: skipped };
    case "passed":
      return { word: "verified" };
    case "human_needed":
      return counted("needs a person", record.count);
    case "gaps_found":
      return counted("gaps", record.count);
  }
}

export function verificationVerdict({ status, gaps, open }: Verification): PhaseVerdict {
  return phaseVerdict({ status, count: status === "gaps_found" ? gaps.length : open.length });
}

function counted(word: PhaseVerdict["word"], count: number): PhaseVerdict {
  return count === 0 ? { word } : { word, count };
}

/** Formats a verdict: `verified`, `needs a person (2)`. */
export function verdictText({ word, count }: PhaseVerdict): string {
  return count === undefined ? word : `${word} (${count})`;
}

/**
 * Reports whether a phase whose plans are all complete counts as done: it is verified, the user has ticked it
 * in the roadmap, or nothing verifies it. A phase with gaps is not done, even if it is ticked.
 */
export function isAccepted(
  { word }: PhaseVerdict,
  { kind }: PhaseStanding,
  { workflow }: Pick<Config, "workflow">,
): boolean {
  if (kind === "shipped" || word === "verified") return true;
  return word !== "gaps" && (kind === "done" || (word === "executed" && !workflow.verifier));
}

/**
 * Reports whether a run postpones, without asking, what needs a person: in mode `yolo` and with
 * `gates.issues_review` off. Gaps are never postponed.
 */
export function leavesMustHaves({ mode, gates }: Pick<Config, "mode" | "gates">): boolean {
  return mode === "yolo" || !gates.issues_review;
}
