import type { Decision, OpenPoint } from "../../../schemas/discussion.ts";
import type { PhaseReference } from "../../../schemas/phase.ts";
import { CONTEXT_ELEMENTS, parseContext } from "../../parse/documents/context.ts";
import { oneLine } from "../naming/commit_message.ts";
import { isoDate } from "../progress/progress.ts";

export interface ContextHead {
  readonly phase: PhaseReference;
  /** The boundary of the phase: what belongs to it and what does not. */
  readonly boundary: string;
  readonly time: Date;
}

/** Returns a new context document without decisions. See docs/decisions/field-data.md. */
export function newContext({ phase, boundary, time }: ContextHead): string {
  const folder = phase.directory.slice(phase.directory.lastIndexOf("/") + 1);
  return `# Phase ${phase.number.replace(/^0+(?=\d)/, "")}: ${oneLine(phase.name)} - Context

**Gathered:** ${isoDate(time)}

<domain>
## Phase Boundary

${withoutTags(boundary).trim() || "As described in the roadmap."}

</domain>

<decisions>
## Implementation Decisions

</decisions>

<specifics>
## Specific Ideas

None yet.

</specifics>

<deferred>
## Deferred Ideas

None yet.

</deferred>

---

*Phase: ${folder}*
`;
}

/**
 * Adds questions for the user to a document, numbered after all IDs in it.
 *
 * Leaves out questions whose wording is already in the document, so that none is asked twice.
 */
export function addQuestions(text: string, points: readonly OpenPoint[]): string {
  const { lastNumber } = parseContext(text);
  const fresh = points.filter(({ question }) => !text.includes(line(question)));
  const blocks = fresh.map((point, index) => questionBlock(decisionId(lastNumber + 1 + index), point)).join(
    "",
  );
  if (blocks === "") return text;
  return inside(text, "open_questions", "Open Questions", blocks);
}

/**
 * Replaces questions of a document by the decisions that answer them. Everything else stays byte for byte.
 */
export function addDecisions(text: string, decisions: readonly Decision[]): string {
  if (decisions.length === 0) return text;
  const answered = parseContext(text).waiting.filter(({ id }) => decisions.some((one) => one.id === id));
  let rest = text;
  for (const { span } of answered.toReversed()) rest = rest.slice(0, span.start) + rest.slice(span.end);
  const lines = decisions.map(({ id, question, answer }) =>
    `- **${id}:** ${line(question)} ${line(answer)}\n`
  ).join("");
  return withoutEmpty(inside(rest, "decisions", "Implementation Decisions", lines));
}

/** Formats the ID of a decision: `D-03`. */
function decisionId(number: number): string {
  return `D-${String(number).padStart(2, "0")}`;
}

function questionBlock(id: string, { question, why, choices }: OpenPoint): string {
  return [
    `- **${id}:** ${line(question)}`,
    ...(why.trim() === "" ? [] : [`  - Why: ${line(why)}`]),
    ...choices.map(({ answer, because = "" }) => {
      const plain = line(answer).replaceAll(" — ", " - ");
      return `  - Choice: ${plain}${because.trim() === "" ? "" : ` — ${line(because)}`}`;
    }),
  ].map((text) => `${text}\n`).join("");
}

/** Returns a text on one line, without the document's own elements. */
function line(text: string): string {
  return withoutTags(oneLine(text));
}

function withoutTags(text: string): string {
  return text.replace(new RegExp(`<(/?)(${CONTEXT_ELEMENTS.join("|")})>`, "g"), "($1$2)");
}

/** Adds lines at the end of an element; creates the element if it does not exist. */
function inside(text: string, element: string, title: string, lines: string): string {
  const eol = text.includes("\r\n") ? "\r\n" : "\n";
  const write = (added: string) => added.replaceAll("\n", eol);
  const closing = text.search(new RegExp(`^</${element}>`, "m"));
  if (closing !== -1) {
    const before = withoutTrailingSpace(text.slice(0, closing));
    const gap = /^\s*- /.test(before.slice(before.lastIndexOf("\n") + 1)) ? "\n" : "\n\n";
    return before + write(`${gap}${lines}\n`) + text.slice(closing);
  }
  const block = `<${element}>\n## ${title}\n\n${lines}\n</${element}>\n\n`;
  // Before the elements that usually follow, otherwise before the footer, otherwise at the end.
  const next = text.search(/^<(?:specifics|deferred|canonical_refs|code_context)>|^---\r?\n\s*\*Phase:/m);
  if (next !== -1) return text.slice(0, next) + write(block) + text.slice(next);
  const kept = withoutTrailingSpace(text);
  return `${kept}${write(`${kept === "" ? "" : "\n\n"}${block.trimEnd()}\n`)}`;
}

/** Removes blank lines at the end; the last line with text stays unchanged. */
function withoutTrailingSpace(text: string): string {
  const lines = text.split("\n");
  while (lines.length > 1 && lines.at(-1)!.trim() === "") lines.pop();
  return lines.join("\n").replace(/\r$/, "");
}

/** Removes an empty element of open questions. */
function withoutEmpty(text: string): string {
  return text.replace(/^<open_questions>\s*## Open Questions\s*<\/open_questions>\s*/m, "");
}
