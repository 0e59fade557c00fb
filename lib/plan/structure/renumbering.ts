import { type PhaseNumber, printPhaseNumber, readWholeNumber } from "../../parse/ids/phase_number.ts";

/** The new numbers of phases, by their old ones as printed. */
export type Renumbering = ReadonlyMap<string, PhaseNumber>;

const NUMBER = String.raw`\d{1,9}(?:\.\d{1,9})*[A-Za-z]?(?![\w.]*\w)`;
/** Matches a list of phases: `Phase 3`, `Phases 1-4, 6`, `Phase 3 and Phase 4`. */
const PHASES = new RegExp(
  String.raw`(?<![\w-])Phases?[ \t]+${NUMBER}(?:[ \t]*(?:,|&|and|[-–—])[ \t]*(?:Phase[ \t]+)?${NUMBER})*`,
  "gi",
);

/** Prints a number as another one is written: padded or not. */
export function numberLike(written: string, number: PhaseNumber): string {
  const width = /^\d*/.exec(written)![0].length;
  const [whole, ...rest] = number.parts;
  const padded = written.startsWith("0") ? String(whole).padStart(width, "0") : String(whole);
  return [padded, ...rest].join(".") + number.letter;
}

/** Returns a number as written, or the new one in the same form. */
export function renumbered(written: string, numbers: Renumbering): string {
  const number = readWholeNumber(written);
  const found = number === undefined ? undefined : numbers.get(printPhaseNumber(number));
  return found === undefined ? written : numberLike(written, found);
}

/** Replaces the numbers in the lists of phases in a text, or if it consists of numbers, these. */
export function renumberPhases(text: string, numbers: Renumbering): string {
  const each = (list: string) =>
    list.replace(new RegExp(NUMBER, "g"), (number) => renumbered(number, numbers));
  return /^[\s*\d.,&A-Za-z-]*$/.test(text) && /^[\s*]*\d/.test(text) && !/[A-Za-z]{2}/.test(text)
    ? each(text)
    : text.replace(PHASES, each);
}
