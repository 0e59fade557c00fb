import { comparePhaseNumbers, type PhaseNumber } from "../../parse/ids/phase_number.ts";
import { isInRange, listedMilestones, type PhaseRange } from "../../parse/roadmap/milestone.ts";

/** The phases of a roadmap before and after a change. */
export interface PhaseMembership {
  /** The new numbers of the phases, by their old ones, without those in `gone`. */
  readonly kept: ReadonlyMap<PhaseNumber, PhaseNumber>;
  /** The old numbers of phases that were removed or moved. */
  readonly gone: readonly PhaseNumber[];
  /** A phase that was added or moved, and the old number of the one that it follows. */
  readonly joined?: { readonly number: PhaseNumber; readonly after: PhaseNumber | undefined } | undefined;
}

/**
 * Updates the ranges of the milestones that are not shipped, so that they have the phases that they had; a phase that
 * was added or moved belongs to the milestone of the one that it follows. A range that begins or ends with a phase
 * that is not in the roadmap yet keeps that end.
 *
 * @param text The roadmap with the ranges before the change.
 */
export function updateRanges(text: string, { kept, gone, joined }: PhaseMembership): string {
  const lines = text.split("\n");
  const known = [...kept, ...gone.map((number) => [number, undefined] as const)];
  const end = (old: PhaseNumber, members: readonly PhaseNumber[], at: 0 | -1) => {
    const found = known.find(([number]) => comparePhaseNumbers(number, old) === 0);
    if (found === undefined) return old;
    return [...members, ...found[1] === undefined ? [] : [found[1]]].sort(comparePhaseNumbers).at(at) ?? old;
  };
  for (const { stage, phases, line } of listedMilestones(text)) {
    if (stage === "shipped") continue;
    for (const range of phases) {
      // A range covers the phases that were inserted into it.
      const members = [...kept].filter(([old]) => isInRange(old, range)).map(([, number]) => number)
        .filter(({ parts }) => parts.length === 1);
      const isJoined = joined?.after !== undefined && isInRange(joined.after, range);
      if (isJoined && joined.number.parts.length === 1) members.push(joined.number);
      const wanted = { first: end(range.first, members, 0), last: end(range.last, members, -1) };
      lines[line] = withRange(lines[line]!, range, wanted);
    }
  }
  return lines.join("\n");
}

/** Replaces a range of phases in a line: `1-4`, or a single number. */
function withRange(line: string, range: PhaseRange, wanted: PhaseRange): string {
  const text = ({ parts, letter }: PhaseNumber) => parts.join(".") + letter;
  const isSingle = comparePhaseNumbers(range.first, range.last) === 0;
  const grows = comparePhaseNumbers(wanted.first, wanted.last) !== 0;
  const number = ({ parts, letter }: PhaseNumber) => `0*${parts.join("\\.")}${letter}(?![\\w.]*\\w)`;
  const written = isSingle
    ? number(range.first)
    : `${number(range.first)}([ \t]*[-–—][ \t]*)${number(range.last)}`;
  const pattern = new RegExp(`(\\bPhases?[ \\t]+(?:[\\d., &–—-]|and)*?)(?<![\\d.])${written}`, "i");
  return line.replace(pattern, (_, before: string, dash: string | number) => {
    const plural = isSingle && grows ? before.replace(/^(phase)(?=[ \t])/i, "$1s") : before;
    return plural + text(wanted.first) +
      (grows || !isSingle ? (typeof dash === "string" ? dash : "-") + text(wanted.last) : "");
  });
}
