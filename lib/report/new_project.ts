import type { Question } from "../../schemas/question.ts";
import { questionLines } from "./events.ts";
import { printable, type Style } from "./terminal/style.ts";

/** What became of a new project. */
export interface NewProjectText {
  /**
   * `template`: there is something to fill in. `authored`: an agent wrote it. `preview`: nothing was
   * done. `waiting`, `declined`: a gate has no answer, or no.
   */
  readonly kind: "template" | "authored" | "preview" | "waiting" | "declined";
  /** Files, relative to the project root. */
  readonly written: readonly string[];
  /** Commit that holds them. */
  readonly commit: string | null;
  /** The gate. */
  readonly question?: Question;
  /** What to type next. */
  readonly next: readonly string[];
}

/** What became of a new project, for people. */
export function newProjectText(
  { kind, written, commit, question, next }: NewProjectText,
  style: Style,
): string {
  const lines: string[] = [];
  if (question === undefined) {
    const mark = (path: string) => kind === "authored" || path.endsWith(".json") ? "" : " (to fill in)";
    lines.push(`${kind === "preview" ? "Would write" : "Written"}:`);
    lines.push(...written.map((path) => `  ${path}${kind === "preview" ? "" : mark(path)}`));
  } else {
    const asked = printable(question.title);
    lines.push(
      kind === "waiting"
        ? `${style.yellow("?")} Waiting for an answer: ${asked}`
        : `Stopped, as you answered no: ${asked}`,
      ...questionLines(question, style),
      question.open
        ? "What there is so far is kept, and the same command goes on from it"
        : "Nothing was written",
    );
  }
  if (commit !== null) lines.push(`Committed: ${commit.slice(0, 7)}`);
  if (next.length > 0) lines.push("", "Next:", ...next.map((command) => `  ${style.cyan(command)}`));
  return `${lines.join("\n")}\n`;
}
