import type { Span } from "../../../schemas/diagnostic.ts";
import type { OpenPoint, SuggestedAnswer } from "../../../schemas/discussion.ts";

/** An open question in a phase's context document. */
export interface WaitingQuestion extends OpenPoint {
  /** The ID that its decision gets, for example `D-03`. */
  readonly id: string;
  /** Its lines, including the last line break. */
  readonly span: Span;
}

/** The content of `NN-CONTEXT.md`. */
export interface ContextDocument {
  /** The open questions, in the order of the document. */
  readonly waiting: readonly WaitingQuestion[];
  /** The greatest number of a decision or question in the document; 0 if there are none. */
  readonly lastNumber: number;
}

/**
 * Returns the path of a phase's context document, relative to the project root:
 * `…/03-accounts/03-CONTEXT.md`.
 */
export function contextPath(
  phase: { readonly number: string; readonly directory: string },
  paths: readonly string[],
): string {
  const usual = `${phase.directory}/${phase.number}-CONTEXT.md`;
  if (paths.includes(usual)) return usual;
  const other = paths.find((path) => {
    return path.startsWith(`${phase.directory}/`) &&
      /^\/(?:[\w.]+-)?CONTEXT\.md$/i.test(path.slice(phase.directory.length));
  });
  return other ?? usual;
}

/** The elements of a context document. */
export const CONTEXT_ELEMENTS: readonly string[] = [
  "domain",
  "decisions",
  "open_questions",
  "canonical_refs",
  "code_context",
  "specifics",
  "deferred",
];

const QUESTION = /^- \*\*(D-\d+):\*\*[ \t]+(.+)$/;
const PART = /^[ \t]+- (Why|Choice):[ \t]+(.+)$/;

/**
 * Reads the questions of the element `<open_questions>`: items `- **D-03:** question` with the lines `- Why:
 * …` and `- Choice: answer — because` below them. See docs/decisions/field-data.md.
 */
export function parseContext(text: string): ContextDocument {
  const numbers = [...text.matchAll(/\bD-(\d+)\b/g)].map(([, number]) => Number(number));
  const lastNumber = Math.max(0, ...numbers.filter((number) => number < 100_000));
  const section = /^<open_questions>[^]*?^<\/open_questions>/m.exec(text);
  if (section === null) return { waiting: [], lastNumber };
  const waiting: WaitingQuestion[] = [];
  let start = section.index;
  for (const raw of section[0].split("\n")) {
    const line = raw.trimEnd();
    const end = start + raw.length + 1;
    const question = QUESTION.exec(line);
    const last = waiting.at(-1);
    const part = PART.exec(line);
    if (question !== null) {
      waiting.push({ id: question[1]!, question: question[2]!, why: "", choices: [], span: { start, end } });
    } else if (last !== undefined && part !== null && last.span.end === start) {
      const [, kind, value] = part;
      waiting[waiting.length - 1] = {
        ...last,
        ...(kind === "Why" ? { why: value! } : { choices: [...last.choices, suggested(value!)] }),
        span: { start: last.span.start, end },
      };
    }
    start = end;
  }
  return { waiting, lastNumber };
}

/**
 * Returns the decisions of a context document: the element `<decisions>`, otherwise the section with a heading
 * about decisions, otherwise everything.
 */
export function contextDecisions(text: string): string {
  const element = /^<decisions>[ \t]*$([^]*?)^<\/decisions>/m.exec(text)?.[1];
  if (element !== undefined) return element;
  const heading = /^(#{1,6})[ \t]+.*\bdecisions\b.*$/im.exec(text);
  if (heading === null) return text;
  const below = text.slice(heading.index + heading[0].length);
  const end = below.search(new RegExp(`^#{1,${heading[1]!.length}}[ \\t]`, "m"));
  return end === -1 ? below : below.slice(0, end);
}

function suggested(text: string): SuggestedAnswer {
  const dash = text.indexOf(" — ");
  return dash === -1 ? { answer: text } : { answer: text.slice(0, dash), because: text.slice(dash + 3) };
}
