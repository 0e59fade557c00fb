import type { Span } from "../../../schemas/diagnostic.ts";

/** Marks of a text that is still to be written. */
const UNFINISHED =
  /^(?:tbd|tbc|tba|todo|fixme|xxx|to be (?:done|decided|determined|defined)|\?{2,}|\.{3}|…)[.:!]?$/i;
/** Maximum length of these texts, including some surrounding spaces. */
export const MAX_UNFINISHED = 20;
/** A whole text in brackets: `[Verb] [noun]`, `[Measurable acceptance criteria]`. */
const BRACKETS = /^\[[A-Za-z][^[\]]*\](?:[:,]?\s*\[[A-Za-z][^[\]]*\])*\.?$/;
/** A number or name that a template leaves open: `<NN>`, `{phase}`, `XX-name`. */
const OPEN =
  /<(?:NN|MM|phase|plan|name|slug|path|REQ-ID)>|\{(?:phase|plan|slug|name)\}|\bXX-name\b|\[REQ-ID[^\]]*\]/g;
/** The placeholders that are ordinary words. */
const WORDS = /^[<{][a-z]+[>}]$/;
/** Matches words that name plans, summaries or phases. */
const OF_PLANS = /\.planning\/phases\/|PLAN|SUMMARY|^\d/;

/** What the templates of this program write for a phase, until the user replaces it. */
export const TEMPLATE_PHASE = {
  summary: "What this phase delivers",
  goal: "What a user can do when the phase is done",
  criterion: "Something that can be observed",
} as const;
/** A list, because a set would hash each text that is looked up. */
const TEMPLATE_TEXTS: readonly string[] = Object.values(TEMPLATE_PHASE);

/** Returns the name of a phase of a template. */
export function stepName(number: number): string {
  return `Step ${number}`;
}

/** Reports whether a text is still to be written: `TBD`, `[Verb] [noun]`, or the words of a template. */
export function isUnfinished(text: string): boolean {
  if (TEMPLATE_TEXTS.includes(text)) return true;
  return text.startsWith("[") ? BRACKETS.test(text) : text.length <= MAX_UNFINISHED && UNFINISHED.test(text);
}

/** Reports whether a text is still to be written or contains a placeholder of a template. */
export function isOrHoldsOpen(text: string): boolean {
  return isUnfinished(text) || openPlaceholder(text) !== undefined;
}

/**
 * Returns the place of the first placeholder of a template. Addresses and names of files, such as `GET /{slug}` and
 * `docs/<slug>/`, may contain one of its words.
 */
export function openPlaceholder(text: string): Span | undefined {
  if (text.search(OPEN) === -1) return undefined;
  for (const { 0: found, index } of text.matchAll(OPEN)) {
    const end = index + found.length;
    const before = /\S*$/.exec(text.slice(0, index))![0];
    const word = before + found + /^\S*/.exec(text.slice(end))![0];
    const isFile = found.startsWith("<") && /\w\//.test(before) && text[end] !== "/";
    const isOwn = word === found || isFile || !WORDS.test(found) || OF_PLANS.test(word) ||
      word.match(OPEN)!.length > 1;
    if (isOwn) return { start: index, end };
  }
  return undefined;
}
