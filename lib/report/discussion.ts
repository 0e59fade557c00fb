import type { DiscussResult } from "../../schemas/discussion.ts";
import { questionLines } from "./run/question_text.ts";
import { printable, type Style } from "./terminal/style.ts";
import { reportText } from "./terminal/report_text.ts";
import { count } from "../text/count.ts";

export interface DiscussionTextOptions {
  readonly style: Style;
  /** True if nothing was asked and nothing written. */
  readonly dryRun: boolean;
  /** True if the user left a question. */
  readonly interrupted: boolean;
  /** The output of a hook that refused the document. */
  readonly refused?: string;
}

/** Describes the result of a discussion: the decisions, the open questions, and the document. */
export function discussionText(
  result: DiscussResult,
  { style, dryRun, interrupted, refused }: DiscussionTextOptions,
): string {
  const { phase, decisions, open, written, commit, next } = result;
  const lines = [style.bold(`Phase ${phase.number}: ${printable(phase.name)}`)];
  for (const { id, question, answer } of decisions) {
    lines.push(`  ${style.green("✓")} ${id} ${printable(question)} ${style.bold(printable(answer))}`);
  }
  if (open.length > 0) lines.push("", style.bold(`${count(open.length, "question")} open`));
  for (const question of open) {
    lines.push(
      `  ${style.yellow("?")} ${question.id} ${printable(question.title)}`,
      ...questionLines(question, style),
    );
  }
  if (open.length === 0 && decisions.length === 0 && !dryRun) lines.push("  Nothing is open");
  lines.push("");
  if (written.length > 0) lines.push(`${dryRun ? "Would write" : "Written"}: ${written.join(", ")}`);
  if (commit !== null) lines.push(`Committed: ${commit.slice(0, 7)}`);
  if (refused !== undefined) {
    lines.push(style.red("A hook refused the commit; the file is written:"), printable(refused.trimEnd()));
  }
  if (interrupted) {
    const isKept = decisions.length + written.length > 0;
    lines.push(`Interrupted${isKept ? "" : ", and nothing was written"}; run the same command to continue`);
  }
  return reportText(lines, next, style);
}
