import {
  comparePhaseNumbers,
  parsePhaseNumber,
  type PhaseNumber,
  printPhaseNumber,
} from "../../parse/ids/phase_number.ts";
import { linesOf } from "../../parse/roadmap/document_lines.ts";
import { cellsOf, isTableHeader, PHASE_HEADING, PHASE_ITEM, phaseOfRow } from "./roadmap_rows.ts";
import { indentOf } from "../../text/lines.ts";

/** The lines about a phase, from the first to `end`, exclusive. */
export interface PhaseLines {
  readonly number: PhaseNumber;
  readonly from: number;
  readonly end: number;
}

/** A section below the heading of a phase. */
export interface PhaseSection extends PhaseLines {
  /** The index after the blank lines and the thematic break that separate it from what follows. */
  readonly to: number;
}

/** A row of a table of phases. */
export interface PhaseRow extends PhaseLines {
  /** The names of its columns, in lower case, among the parts between its bars. */
  readonly columns: readonly string[];
}

/** The places of a roadmap that are about its phases, in the order of their numbers. */
export interface RoadmapLayout {
  /** The lines as written, with the `\r` of a CRLF. */
  readonly raw: readonly string[];
  /** The lines without line endings and comments, with phases of any language in English. */
  readonly read: readonly string[];
  /** The indexes of the lines of shipped milestones. */
  readonly folded: ReadonlySet<number>;
  /** The items, each with the indented lines below it. */
  readonly items: readonly PhaseLines[];
  readonly sections: readonly PhaseSection[];
  /** The rows of tables with a column of plans or of statuses. */
  readonly rows: readonly PhaseRow[];
}

/**
 * Finds the lines of a roadmap that are about its phases. Content of `<details>` is omitted. If a phase number occurs
 * several times, the last occurrence counts, because earlier milestones come first.
 */
export function roadmapLayout(text: string): RoadmapLayout {
  const { phaseLines, folded } = linesOf(text);
  const read = phaseLines.map((line) => line.replace(/\r$/, ""));
  const document = { raw: text.split("\n"), read, folded };
  return { ...document, items: items(document), sections: sections(document), rows: rows(document) };
}

type Document = Pick<RoadmapLayout, "raw" | "read" | "folded">;

/** Returns the last lines for each number, in the order of the numbers. */
function lastOfEach<T extends PhaseLines>(found: Iterable<T>): readonly T[] {
  const byNumber = new Map([...found].map((lines) => [printPhaseNumber(lines.number), lines]));
  return [...byNumber.values()].sort((a, b) => comparePhaseNumbers(a.number, b.number));
}

function items({ read, folded }: Document): readonly PhaseLines[] {
  return lastOfEach(read.flatMap((line, from) => {
    const number = folded.has(from) ? undefined : parsePhaseNumber(PHASE_ITEM.exec(line)?.[2] ?? "");
    if (number === undefined) return [];
    const isBelow = (other: string) => indentOf(other) > indentOf(line) && other.trim() !== "";
    const below = read.slice(from + 1).findIndex((other) => !isBelow(other));
    return [{ number, from, end: below === -1 ? read.length : from + 1 + below }];
  }));
}

function sections(document: Document): readonly PhaseSection[] {
  const { read, folded } = document;
  return lastOfEach(read.flatMap((line, from) => {
    const heading = folded.has(from) ? null : PHASE_HEADING.exec(line);
    const number = parsePhaseNumber(heading?.[2] ?? "");
    if (number === undefined) return [];
    const level = heading![1]!.length;
    const ends = (other: string, index: number) => {
      return index > from && (folded.has(index) || PHASE_HEADING.test(other) ||
        (/^(#{1,6})[ \t]/.exec(other)?.[1]?.length ?? 7) <= level);
    };
    const next = read.findIndex(ends);
    // The last line of a file may be empty because of its final newline.
    const to = next === -1 ? read.length - Number(read.at(-1) === "") : next;
    return [{ number, from, end: endOfContent(read, { from, to, isLast: next === -1 }), to }];
  }));
}

/**
 * Returns the index after the last line of a section. A thematic break ends its content, unless other lines follow
 * within the section; what follows at the end of the file does not belong to the phase.
 */
function endOfContent(
  read: readonly string[],
  { from, to, isLast }: { readonly from: number; readonly to: number; readonly isLast: boolean },
): number {
  const isRule = (line: string) => /^[ ]{0,3}(?:-{3,}|\*{3,}|_{3,})[ \t]*$/.test(line);
  const rule = read.findIndex((line, index) => {
    return index > from && index < to && isRule(line) && read[index - 1]!.trim() === "" &&
      (isLast || read.slice(index, to).every((other) => other.trim() === "" || isRule(other)));
  });
  let end = rule === -1 ? to : rule;
  while (end > from + 1 && read[end - 1]!.trim() === "") end--;
  return end;
}

function rows({ read, folded }: Document): readonly PhaseRow[] {
  let columns: readonly string[] = [];
  return lastOfEach(read.flatMap((line, from) => {
    if (!/^[ \t]*\|/.test(line)) columns = [];
    else if (isTableHeader(read, from)) {
      columns = cellsOf(line).map((cell) => cell.replaceAll("*", "").trim().toLowerCase());
    } else if (!folded.has(from) && columns.some((name) => /^(?:plans\b.*|status)$/.test(name))) {
      const number = parsePhaseNumber(phaseOfRow(line) ?? "");
      return number === undefined ? [] : [{ number, from, end: from + 1, columns }];
    }
    return [];
  }));
}
