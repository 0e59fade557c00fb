/**
 * Patterns of the roadmap lines that edits change.
 *
 * @module
 */
import { comparePhaseNumbers, parsePhaseNumber, type PhaseNumber } from "../../parse/ids/phase_number.ts";

/** Matches the item of a phase; the second group is its number. */
export const PHASE_ITEM = /^([ \t]*[-*][ \t]+\[[ xX]\][ \t]+\*\*Phase[ \t]+([^\s:]+):.*)$/;
/** Matches the heading of a phase: its level as number signs, and its number. */
export const PHASE_HEADING = /^(#{2,4})[ \t]+(?:\S{1,3}[ \t]+)?Phase[ \t]+(\S+?)(?::|[ \t]+[-—–])/;

/** Reports whether a line is the header of a table: the next line contains only dashes and bars. */
export function isTableHeader(lines: readonly string[], index: number): boolean {
  return /^(?=.*\|)(?=.*-)[ \t|:-]+$/.test(lines[index + 1] ?? "");
}

/** Splits a row at its bars; a bar after a backslash is text. */
export function cellsOf(row: string): string[] {
  return row.split(/(?<!\\)\|/);
}

/** Returns the number of the phase in a table row, or undefined. */
export function phaseOfRow(row: string): string | undefined {
  const first = cellsOf(row)[1]?.replaceAll("*", "").trim() ?? "";
  return /^(?:Phase[ \t]+)?(\d+(?:\.\d+)*[A-Za-z]?)(?=[.:]?(?:[ \t]|$))/i.exec(first)?.[1];
}

export function isPhase(text: string | undefined, number: PhaseNumber): boolean {
  const other = text === undefined ? undefined : parsePhaseNumber(text);
  return other !== undefined && comparePhaseNumbers(other, number) === 0;
}
