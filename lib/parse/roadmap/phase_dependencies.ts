import { comparePhaseNumbers, parsePhaseNumber, type PhaseNumber } from "../ids/phase_number.ts";
import type { PhaseRange } from "./milestone.ts";

const NUMBER = String.raw`\d+(?:\.\d+)*[A-Za-z]?(?![A-Za-z\d])`;
/** Matches a number, or a range. A dash between spaces belongs to the sentence, except after `Phases`. */
const RANGE = String.raw`${NUMBER}(?:(?:[-–—]|[ \t]+(?:to|through)[ \t]+)${NUMBER})?`;
const PLURAL = String.raw`${NUMBER}(?:[ \t]*(?:[-–—]|(?:to|through)\b)[ \t]*${NUMBER})?`;
const AND = String.raw`[ \t]*(?:,[ \t]*(?:and\b|&)?|&|\+|and\b)[ \t]*`;
const listOf = (range: string) => `[ \\t]+(${range}(?:${AND}${range})*)`;
const PHASES = new RegExp(String.raw`\b(?:Phases${listOf(PLURAL)}|Phase${listOf(RANGE)})`, "gi");
const NUMBERS = new RegExp(
  String.raw`(${NUMBER})(?:[ \t]*(?:[-–—]|(?:to|through)\b)[ \t]*(${NUMBER}))?`,
  "gi",
);

const MARK = String.raw`(?:\*\*?|__?)?`;
const LABEL = new RegExp(
  String.raw`^[ \t]*(?:[-*+][ \t]+)?${MARK}(?:Depends[ \t]+on|Dependencies)${MARK}[ \t]*:${MARK}[ \t]*(.*)$`,
  "i",
);
/** Matches a value that names phases only to say that they are not needed: `Nothing, in parallel with Phase 2`. */
const NOTHING = /^(?:\W*(?:nothing|none|no|independent)\b|n\/a\b)/i;

/**
 * Returns the phases that a phase depends on, as written in a line below its heading: `**Depends on**: Phases 1-3 and 5`.
 * Notes in parentheses name none.
 *
 * @param heading The index of the line of the heading.
 */
export function dependenciesBelow(lines: readonly string[], heading: number): readonly PhaseRange[] {
  for (let index = heading + 1; index < lines.length && !/^#{1,6}[ \t]/.test(lines[index]!); index++) {
    const [, value] = LABEL.exec(lines[index]!.trimEnd()) ?? [];
    if (value !== undefined) return NOTHING.test(value) ? [] : phasesIn(withoutNotes(value));
  }
  return [];
}

function phasesIn(value: string): readonly PhaseRange[] {
  return [...value.matchAll(PHASES)].flatMap(([, several, one]) => {
    return [...(several ?? one ?? "").matchAll(NUMBERS)].flatMap(([, from = "", to = from]) => {
      const [first, last] = [parsePhaseNumber(from), parsePhaseNumber(to)];
      return first === undefined || last === undefined ? [] : [{ first, last }];
    });
  });
}

/** Removes what is in parentheses, the inner ones first. */
function withoutNotes(value: string): string {
  const less = value.replace(/\([^()]*\)/g, "");
  return less === value ? value : withoutNotes(less);
}

/**
 * Returns the numbers of the phases in ranges, each once: both ends, and what the roadmap lists between them.
 *
 * @param own The number of the phase that depends on them; a phase does not depend on itself.
 * @param listed The numbers in the roadmap, in order.
 */
export function phasesOfRanges(
  ranges: readonly PhaseRange[],
  own: PhaseNumber,
  listed: readonly PhaseNumber[],
): readonly PhaseNumber[] {
  const all = ranges.flatMap(({ first, last }) => {
    const between = listed.filter((number) => {
      return comparePhaseNumbers(number, first) > 0 && comparePhaseNumbers(number, last) < 0;
    });
    return [first, ...between, last];
  });
  return all.filter((number, index) => {
    return comparePhaseNumbers(number, own) !== 0 &&
      all.findIndex((other) => comparePhaseNumbers(number, other) === 0) === index;
  });
}
