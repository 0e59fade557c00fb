/**
 * The lines of a roadmap that edits look for.
 * @module
 */
import { comparePhaseNumbers, parsePhaseNumber, type PhaseNumber } from "../../parse/ids/phase_number.ts";

/** The item of a phase; the second group is its number. */
export const PHASE_ITEM = /^([ \t]*[-*][ \t]+\[[ xX]\][ \t]+\*\*Phase[ \t]+([^\s:]+):.*)$/;
/** The heading of a phase: its level as number signs, and its number. */
export const PHASE_HEADING = /^(#{2,4})[ \t]+(?:\S{1,3}[ \t]+)?Phase[ \t]+(\S+?)(?::|[ \t]+[-—–])/;

/** Whether a line is the header of a table: the line below it holds dashes and bars only. */
export function isTableHeader(lines: readonly string[], index: number): boolean {
  return /^(?=.*\|)(?=.*-)[ \t|:-]+$/.test(lines[index + 1] ?? "");
}

/** The parts of a row between its bars; a bar behind a backslash is text. */
export function cellsOf(row: string): string[] {
  return row.split(/(?<!\\)\|/);
}

/** The number of the phase that a row of a table is about, or undefined. */
export function phaseOfRow(row: string): string | undefined {
  const first = cellsOf(row)[1]?.replaceAll("*", "").trim() ?? "";
  return /^(?:Phase[ \t]+)?(\d+(?:\.\d+)*[A-Za-z]?)(?=[.:]?(?:[ \t]|$))/i.exec(first)?.[1];
}

/** Whether a text is the number of a phase. */
export function isPhase(text: string | undefined, number: PhaseNumber): boolean {
  const other = text === undefined ? undefined : parsePhaseNumber(text);
  return other !== undefined && comparePhaseNumbers(other, number) === 0;
}
