import type { NewProjectResult } from "../../../schemas/results/setup.ts";
import { questionLines } from "../run/question_text.ts";
import { printable, type Style } from "../terminal/style.ts";
import { reportText } from "../terminal/report_text.ts";

export interface NewProjectText extends Omit<NewProjectResult, "formatVersion"> {
  /**
   * `template`: the user fills in the files. `authored`: an agent wrote them. `mapped`: an agent described the
   * existing code, and the user fills in the rest. `preview`: nothing was done.
   * `waiting`, `declined`: a gate has no answer, or the answer no.
   */
  readonly kind: "template" | "authored" | "mapped" | "preview" | "waiting" | "declined";
}

export function newProjectText(
  { kind, written, commit, question, next }: NewProjectText,
  style: Style,
): string {
  const lines: string[] = [];
  if (question === undefined) {
    const mark = (path: string) => TO_FILL_IN[kind]?.test(path) ? " (to fill in)" : "";
    lines.push(`${kind === "preview" ? "Would write" : "Written"}:`);
    lines.push(...written.map((path) => `  ${path}${mark(path)}`));
  } else {
    const asked = printable(question.title);
    lines.push(
      kind === "waiting"
        ? `${style.yellow("?")} Waiting for an answer: ${asked}`
        : `Stopped because you answered no: ${asked}`,
      ...questionLines(question, style),
      question.open ? "Everything so far is kept; run the same command to continue" : "Nothing was written",
    );
  }
  if (commit !== null) lines.push(`Committed: ${commit.slice(0, 7)}`);
  return reportText(lines, next, style);
}

/** Matches the templates that say what to write. */
const TO_FILL_IN: Partial<Readonly<Record<NewProjectText["kind"], RegExp>>> = {
  template: /\/(?:PROJECT|REQUIREMENTS|ROADMAP)\.md$/,
  mapped: /\/(?:REQUIREMENTS|ROADMAP)\.md$/,
};
