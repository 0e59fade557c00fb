import type { Choice, Question } from "../../../schemas/question.ts";
import { defined } from "../../collections/defined.ts";
import { stripHidden } from "../../text/terminal_text.ts";

/** A line of an agent's last words that later plans and readers of the summary need. */
export interface TurnNote {
  /** A choice that the plan left open, a deviation from the plan, or a fact for later plans. */
  readonly kind: "decision" | "deviation" | "later";
  /** One line without hidden characters. */
  readonly text: string;
}

/** The kinds of notes, in the order of a summary. */
export const NOTE_KINDS: readonly TurnNote["kind"][] = ["decision", "deviation", "later"];

/** An agent's question to the user: it is `blocked`, or needs the user to do something. */
export interface TurnQuestion {
  /** The kind of the question; `interrupted` for one of wf, after the user has interrupted the turn. */
  readonly why: "blocked" | "person" | "interrupted";
  /** The cause, or the action of the user; one or more lines without hidden characters. */
  readonly text: string;
}

/** The end of a turn, according to the agent's last words. They prove nothing. */
export interface TurnOutcome {
  /** The question to the user; undefined if the agent considers its work done. */
  readonly question: TurnQuestion | undefined;
  /** Its notes, in their order. */
  readonly notes: readonly TurnNote[];
}

/** The maximum number of notes of a turn. */
const MAX_NOTES = 8;
/** The maximum length of a note, in UTF-16 units. */
const MAX_NOTE = 300;
/** The maximum length of a question, in UTF-16 units. */
const MAX_QUESTION = 2000;
/** The maximum length of a question in a title, in UTF-16 units. */
const MAX_TITLE = 160;

/** Matches the status at the start of a line, with Markdown around it. */
const STATUS = /^[#>*_`\s]*(done|blocked|needs[ _-](?:a )?person)[*_`]*\s*[:\uff1a][*_`]*\s*(.*)$/i;
const NOTE = /^[->*_`\s]*(decision|deviation|later)s?[*_`]*\s*[:\uff1a][*_`]*\s*(.*)$/i;
/** Matches a status or note that reports that there is nothing. */
const NOTHING = /^(?:none|nothing|nobody|no|n\/a|-)?[.!]?$/i;
const FENCE = /^\s*(?:`{3,}|~{3,})\w*\s*$/;

/**
 * Reads the end of a turn from the agent's last words.
 *
 * The status is the last line that begins with `done:`, `blocked:` or `needs a person:`; only lines without a
 * blank line between may follow, and belong to it. Without one, or without a reason, the turn counts as done.
 */
export function readTurnOutcome(words: string): TurnOutcome {
  const lines = stripHidden(words.replaceAll("\r", "")).split("\n").filter((line) => !FENCE.test(line));
  const notes = lines.flatMap((line) => readNote(line) ?? []).slice(-MAX_NOTES);
  const last = lines.join("\n").trimEnd().split("\n");
  const paragraph = last.slice(last.findLastIndex((line) => line.trim() === "") + 1);
  const start = paragraph.findLastIndex((line) => STATUS.test(line));
  const [, status = "done", first = ""] = STATUS.exec(paragraph[start] ?? "") ?? [];
  const rest = paragraph.slice(start + 1).filter((line) => readNote(line) === undefined);
  const text = cut([plain(first), ...rest].join("\n").trim(), MAX_QUESTION);
  if (/^done$/i.test(status) || NOTHING.test(text)) return { question: undefined, notes };
  return { question: { why: /^blocked$/i.test(status) ? "blocked" : "person", text }, notes };
}

/** Reads a note from a line, as {@link noteLine} writes it; undefined for other lines. */
export function readNote(line: string): TurnNote | undefined {
  const [, kind, found = ""] = NOTE.exec(line) ?? [];
  const text = cut(plain(found), MAX_NOTE);
  return kind === undefined || NOTHING.test(text)
    ? undefined
    : { kind: kind.toLowerCase() as TurnNote["kind"], text };
}

/** Formats a note: `decision: the date is in UTC`. */
export function noteLine({ kind, text }: TurnNote): string {
  return `${kind}: ${text}`;
}

/** The work that an agent asks about. */
export interface AskingWork {
  /** The beginning of the question's ID: `01-02/3`, or `planning`. */
  readonly id: string;
  /** Its name at the start of a sentence: `Task 01-02/3`, `Planning`. */
  readonly name: string;
  /** The ID of the plan, if it belongs to one. */
  readonly plan?: string;
}

const QUESTIONS: Readonly<Record<TurnQuestion["why"], readonly [begin: string, choice: Choice]>> = {
  blocked: ["is blocked", { value: "continue", label: "The cause is removed: continue" }],
  person: ["needs you", { value: "done", label: "It is done: continue" }],
  interrupted: ["was interrupted", { value: "continue", label: "Continue" }],
};

/** Returns the question that an agent puts to the user instead of finishing its work. */
export function turnQuestion({ id, name, plan }: AskingWork, { why, text }: TurnQuestion): Question {
  const [first = ""] = text.split("\n", 1);
  const title = cut(first, MAX_TITLE);
  const [begin, choice] = QUESTIONS[why];
  return {
    id: `${id}/${why}`,
    kind: "agent",
    ...defined({ plan }),
    title: `${name} ${begin}: ${title}`,
    details: title === text ? "" : text,
    choices: [choice],
    open: true,
  };
}

/** Returns the last words of a turn that ends with a question. */
export function questionLine(result: "blocked" | "needs-person", words: string): string {
  return `${result}: ${words || "the host gives no reason"}`;
}

/** Formats the user's words to an agent with its question: `which region? → eu-west-1`. */
export function givenWords({ title }: Question, words: string): string {
  return `${title.slice(title.indexOf(": ") + 2)} → ${words}`;
}

/** Trims a text, and removes Markdown at its end that began before it. */
function plain(text: string): string {
  return text.trim().replace(/(?:\*\*|[_`])$/, (mark) => text.split(mark).length % 2 === 0 ? "" : mark);
}

function cut(text: string, length: number): string {
  return text.length <= length ? text : `${text.slice(0, length - 1).trimEnd()}…`;
}
