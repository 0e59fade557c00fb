import type { Config } from "../../../schemas/config.ts";
import type { PhaseVerdict, Verification } from "../../../schemas/verification.ts";
import type { PhaseStanding } from "../../parse/roadmap/phase_state.ts";
import type { VerificationRecord } from "../../parse/documents/verification.ts";

/**
 * The verdict on a phase whose plans are all complete. The one place that decides it: status, ROADMAP,
 * the end of a run and the completion of a milestone show the same word.
 *
 * @param record The last verification of the phase; undefined where there was none.
 */
export function phaseVerdict(record: VerificationRecord | undefined): PhaseVerdict {
  switch (record?.status) {
    case undefined:
      return { word: "executed" };
    case "passed":
      return { word: "verified" };
    case "human_needed":
      return counted("needs a person", record.count);
    case "gaps_found":
      return counted("gaps", record.count);
  }
}

/** The verdict that a verification comes to. */
export function verificationVerdict({ status, gaps, open }: Verification): PhaseVerdict {
  return phaseVerdict({ status, count: status === "gaps_found" ? gaps.length : open.length });
}

function counted(word: PhaseVerdict["word"], count: number): PhaseVerdict {
  return count === 0 ? { word } : { word, count };
}

/** A verdict as text: `verified`, `needs a person (2)`. */
export function verdictText({ word, count }: PhaseVerdict): string {
  return count === undefined ? word : `${word} (${count})`;
}

/**
 * Whether a phase whose plans are all complete counts as done: it is verified, a person has ticked it in the
 * roadmap, or nothing is to verify it.
 */
export function isAccepted(
  { word }: PhaseVerdict,
  { kind }: PhaseStanding,
  { workflow }: Pick<Config, "workflow">,
): boolean {
  return word === "verified" || kind === "done" || kind === "shipped" ||
    (word === "executed" && !workflow.verifier);
}

/**
 * Whether a run leaves to a person, without asking, what only a person can judge: in mode `yolo` and with
 * `gates.issues_review` off. Gaps are never left.
 */
export function leavesMustHaves({ mode, gates }: Pick<Config, "mode" | "gates">): boolean {
  return mode === "yolo" || !gates.issues_review;
}
