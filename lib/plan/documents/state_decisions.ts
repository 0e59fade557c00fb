import type { GivenAnswer } from "../run/given_answers.ts";

const HEADING = /^#{1,6}[ \t]+.*\bdecisions\b/i;
/** Matches headings of decisions that are not made yet. */
const OPEN = /\b(?:open|pending|needed|deferred|future)\b/i;
const NONE = /^[ \t]*(?:[-*][ \t]+)?[*_(]*(?:none|no decisions?)(?: (?:so far|yet))?[*_).]*$/i;
/** Matches a list item or a row of a table. */
const ENTRY = /^[ \t]*[-*|]/;

/**
 * Adds answers to the decisions of the state document: as list items, or as rows if the section ends with a
 * table. An answer replaces an earlier one of the same task. Idempotent.
 *
 * The last section about decisions counts; if there is none, it is created at the end.
 */
export function recordDecisions(text: string, answers: readonly GivenAnswer[]): string {
  if (answers.length === 0) return text;
  const lines = text.split(/\r?\n/);
  const heading = lines.findLastIndex((line) => HEADING.test(line) && !OPEN.test(line));
  if (heading === -1) {
    const parts = [text.trimEnd(), "## Decisions\n"].filter((part) => part !== "");
    return recordDecisions(parts.join("\n\n"), answers);
  }
  const end = lines.findIndex((line, index) => index > heading && /^(?:#{1,6}[ \t]|---[ \t]*$)/.test(line));
  const next = end === -1 ? lines.length : end;
  const section = lines.slice(heading + 1, next).filter((line) => !NONE.test(line));
  const body = section.slice(0, section.findLastIndex((line) => line.trim() !== "") + 1);
  const last = body.at(-1) ?? "";
  if (!ENTRY.test(last)) body.push("");
  for (const answer of answers) {
    const { start, rest } = /^[ \t]*\|/.test(last) ? rowOf(answer, last) : itemOf(answer);
    const known = body.findIndex((line) => line.startsWith(start));
    body.splice(known === -1 ? body.length : known, 1, start + rest);
  }
  return [...lines.slice(0, heading + 1), ...body, "", ...lines.slice(next)]
    .join(text.includes("\r\n") ? "\r\n" : "\n");
}

/** An entry: its beginning, which identifies the task, and the answer. */
interface Entry {
  readonly start: string;
  readonly rest: string;
}

function itemOf({ plan, name, answers }: GivenAnswer): Entry {
  return { start: `- [${plan}]: ${name}: `, rest: answers.join("; then ") };
}

/** Returns a row with as many cells as another one; the first two contain the decision and its plan. */
function rowOf({ plan, name, answers }: GivenAnswer, other: string): Entry {
  const cell = (text: string) => text.replaceAll("|", "\\|");
  const cells = Math.max(2, other.replaceAll("\\|", "").split("|").length - 2);
  const rest = `${cell(answers.join("; then "))} | plan ${plan} |${" |".repeat(cells - 2)}`;
  return { start: `| ${cell(name)}: `, rest };
}
