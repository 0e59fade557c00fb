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
 */
export function recordDecisions(text: string, answers: readonly GivenAnswer[]): string {
  return addDecisions(
    text,
    answers.map((answer) => (last: string) => {
      return /^[ \t]*\|/.test(last) ? rowOf(answer, last) : itemOf(answer);
    }),
  );
}

/**
 * Adds entries at the end of the decisions of the state document. An entry replaces one with the same beginning.
 *
 * The last section about decisions counts; if there is none, it is created at the end.
 *
 * @param entries The entries, each in the form of the last line before them.
 */
export function addDecisions(text: string, entries: readonly ((last: string) => Entry)[]): string {
  if (entries.length === 0) return text;
  const lines = text.split(/\r?\n/);
  const found = decisionLines(lines);
  if (found === undefined) {
    const parts = [text.trimEnd(), "## Decisions\n"].filter((part) => part !== "");
    return addDecisions(parts.join("\n\n"), entries);
  }
  const { heading, next } = found;
  const section = lines.slice(heading + 1, next).filter((line) => !NONE.test(line));
  const body = section.slice(0, section.findLastIndex((line) => line.trim() !== "") + 1);
  const last = body.at(-1) ?? "";
  if (!ENTRY.test(last)) body.push("");
  for (const entry of entries) {
    const { start, rest } = entry(last);
    const known = body.findIndex((line) => line.startsWith(start));
    body.splice(known === -1 ? body.length : known, 1, start + rest);
  }
  return [...lines.slice(0, heading + 1), ...body, "", ...lines.slice(next)]
    .join(text.includes("\r\n") ? "\r\n" : "\n");
}

/** Returns the entries in the form in which {@link recordDecisions} writes them. */
export function recordedDecisions(text: string): readonly Entry[] {
  const lines = text.split(/\r?\n/);
  const { heading, next } = decisionLines(lines) ?? { heading: 0, next: 0 };
  return lines.slice(heading, next).flatMap((line) => {
    const [, start, rest] = RECORDED.exec(line) ?? [];
    return start === undefined ? [] : [{ start, rest: rest! }];
  });
}

/** Removes entries from the decisions of the state document; undefined if other text follows one of them. */
export function removeDecisions(text: string, entries: ReadonlySet<string>): string | undefined {
  const lines = text.split("\n");
  const { heading, next } = decisionLines(lines) ?? { heading: 0, next: 0 };
  const isEntry = lines.map((line, at) => at > heading && at < next && entries.has(line.replace(/\r$/, "")));
  const first = isEntry.indexOf(true);
  const isOther = (line: string, at: number) => at > first && at < next && !isEntry[at] && line.trim() !== "";
  if (first !== -1 && lines.some(isOther)) return undefined;
  return lines.filter((_, at) => !isEntry[at]).join("\n");
}

const RECORDED = /^(- \[\d[\w.]*-\d+\]: .*?: |\| .*?: (?=.* \| plan \d[\w.]*-\d+ \|))(.*)$/;

/** Returns the index of the heading of the decisions, and that of the line after their section. */
function decisionLines(
  lines: readonly string[],
): { readonly heading: number; readonly next: number } | undefined {
  const heading = lines.findLastIndex((line) => HEADING.test(line) && !OPEN.test(line));
  if (heading === -1) return undefined;
  const end = lines.findIndex((line, index) => index > heading && /^(?:#{1,6}[ \t]|---[ \t\r]*$)/.test(line));
  return { heading, next: end === -1 ? lines.length : end };
}

/** An entry: its beginning, which identifies the task, and the answer. */
export interface Entry {
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
