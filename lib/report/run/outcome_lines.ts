import type { RunOutcome } from "../../../schemas/event.ts";
import type { PhaseVerdict } from "../../../schemas/verification.ts";
import { conflictLine } from "../../plan/run/questions.ts";
import { verdictText } from "../../plan/status/phase_verdict.ts";
import { count } from "../../text/count.ts";
import { printable, type Style } from "../terminal/style.ts";
import { questionLines, scopeLines } from "./question_text.ts";
import { quotedOutput } from "./quoted_output.ts";

/** Describes the end of a run, in lines. */
export function outcomeLines(
  outcome: RunOutcome,
  summary: string,
  style: Style,
  work: string = "Phase",
): string[] {
  switch (outcome.kind) {
    case "completed":
      return [`${completedText(outcome.verdict, work, style)}: ${summary}`];
    case "failed":
      return [
        `${style.red("✗")} ${printable(outcome.message)}`,
        ...quotedOutput(outcome.output, style),
        style.dim(`Stopped after ${summary}; everything is kept`),
      ];
    case "waiting":
      return [
        `${style.yellow("?")} Waiting for an answer: ${printable(outcome.question.title)}`,
        ...questionLines(outcome.question, style),
        ...scopeLines(outcome.question, style),
      ];
    case "declined":
      return [`${style.yellow("!")} Stopped because you answered no: ${printable(outcome.question.title)}`];
    case "gaps":
      return [
        `${style.red("✗")} Verification found ${count(outcome.gaps.length, "gap")}, see ${outcome.path}`,
        ...outcome.gaps.flatMap(({ plan, what, todo }) => [
          `    ${plan === undefined ? "" : `${plan}  `}${printable(what)}`,
          style.dim(`    → ${printable(todo)}`),
        ]),
        style.dim(`After ${summary}`),
      ];
    case "conflict":
      return conflictLines(outcome, style);
    case "suspended":
      return [`${style.yellow("…")} A task is in progress elsewhere`];
    case "interrupted":
      return [`${style.yellow("!")} Interrupted after ${summary}; run the same command to continue`];
  }
}

/** Describes the end of a completed run, with its verdict: `✓ Phase verified`. */
function completedText(verdict: PhaseVerdict | undefined, work: string, style: Style): string {
  switch (verdict?.word) {
    case undefined:
      return `${style.green("✓")} Complete`;
    case "verified":
      return `${style.green("✓")} ${work} verified`;
    case "executed":
      return `${style.green("✓")} ${work} executed, not verified`;
    case "skipped":
      return `${style.yellow("!")} ${work} not executed: ${count(verdict.count ?? 0, "task")} skipped`;
    case "needs a person":
    case "gaps":
      return `${style.yellow("!")} ${work} executed, ${verdictText(verdict)}`;
  }
}

/** Describes the end of a run that had nothing to do. */
export function nothingToDo(
  alone: string | undefined,
  verdict: PhaseVerdict | undefined,
  style: Style,
): string {
  if (alone !== undefined) return `${style.green("✓")} Nothing to do: plan ${alone} is complete`;
  const state = verdict === undefined ? "complete" : verdictText(verdict);
  const open = verdict?.word === "needs a person" || verdict?.word === "gaps";
  const mark = open ? style.yellow("!") : style.green("✓");
  return `${mark} Nothing to do: the phase is ${open ? `executed, ${state}` : state}`;
}

function conflictLines(outcome: Extract<RunOutcome, { readonly kind: "conflict" }>, style: Style): string[] {
  const { branch, base, plan, conflicts, begun } = outcome;
  const what = plan === undefined ? `Merging ${branch} into ${base}` : `Replaying plan ${plan} onto ${base}`;
  const state = begun
    ? "was started and waits for you to resolve the conflicts"
    : "has conflicts; nothing was changed";
  return [
    `${style.red("✗")} ${what} ${state}`,
    ...conflicts.map((conflict) => `    ${printable(conflictLine(conflict, branch, base))}`),
  ];
}
