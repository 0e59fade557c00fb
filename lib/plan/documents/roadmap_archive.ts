import { linesOf } from "../../parse/roadmap/document_lines.ts";
import { listedMilestones, type Milestone } from "../../parse/roadmap/milestone.ts";
import type { PhaseNumber } from "../../parse/ids/phase_number.ts";
import { type AddedLines, addedMilestone, rangeText } from "./milestone_list.ts";
import { milestoneTitle } from "../progress/milestone_phases.ts";
import { isoDate } from "../progress/progress.ts";
import { cellsOf, isPhase, isTableHeader, PHASE_HEADING, PHASE_ITEM, phaseOfRow } from "./roadmap_rows.ts";

export interface ShippedMilestone extends Milestone {
  /** The numbers of its phases, ascending. */
  readonly phases: readonly PhaseNumber[];
  readonly time: Date;
}

/**
 * Marks a milestone as shipped in the roadmap's list of milestones, which is created if missing, and folds
 * its phases: their items are moved into a `<details>` element, and their sections and rows of progress
 * tables are removed, because the archive contains all of it.
 *
 * Every other line stays in its place. Idempotent. See docs/decisions/field-data.md.
 */
export function shipRoadmap(text: string, shipped: ShippedMilestone): string {
  const lines = text.split("\n");
  const end = /\r\n/.test(text) ? "\r" : "";
  const { phaseLines: read, folded } = linesOf(text);
  const document: Document = {
    lines: read.map((line) => line.replace(/\r$/, "")),
    folded,
    shipped,
  };
  const gone = new Set<number>();
  const items: number[] = [];
  const starts: number[] = [];
  for (const [from, to] of phaseItems(document)) {
    starts.push(from);
    for (let index = from; index < to; index++) items.push(index), gone.add(index);
  }
  for (const [from, to] of phaseSections(document)) {
    if (items.length === 0) starts.push(from);
    for (let index = from; index < to; index++) gone.add(index);
  }
  for (const index of phaseRows(document)) gone.add(index);
  const added = new Map<number, readonly string[]>();
  if (starts.length > 0) {
    const block = details(items.map((index) => lines[index]!.replace(/\r$/, "")), shipped);
    added.set(Math.min(...starts), block);
  }
  const marked = markShipped(document);
  if (marked.size === 0) {
    const { at, list } = newEntry(document);
    added.set(at, [...list, ...added.get(at) ?? []]);
  }
  const result: string[] = [];
  for (let index = 0; index <= lines.length; index++) {
    const block = added.get(index);
    if (block !== undefined) pushBlock(result, block, { next: nextKept(index), end });
    if (index === lines.length || gone.has(index)) continue;
    const change = marked.get(index);
    const line = lines[index]!;
    result.push(
      change === undefined ? line : change(line.replace(/\r$/, "")) + (line.endsWith("\r") ? "\r" : ""),
    );
  }
  return result.join("\n");

  function nextKept(index: number): string | undefined {
    for (let next = index; next < lines.length; next++) if (!gone.has(next)) return lines[next];
    return undefined;
  }
}

/** A roadmap with masked quotations, and the milestone to ship. */
interface Document {
  readonly lines: readonly string[];
  readonly folded: ReadonlySet<number>;
  readonly shipped: ShippedMilestone;
}

/** A range of lines, the first inclusive, the second exclusive. */
type Lines = readonly [from: number, to: number];

function isShipped(number: string | undefined, { shipped }: Document): boolean {
  return shipped.phases.some((phase) => isPhase(number, phase));
}

/** Returns the items of the phases, each with the indented lines below it. */
function phaseItems(document: Document): readonly Lines[] {
  const { lines, folded } = document;
  return lines.flatMap((line, from): Lines[] => {
    if (folded.has(from) || !isShipped(PHASE_ITEM.exec(line)?.[2], document)) return [];
    const indent = /^[ \t]*/.exec(line)![0].length;
    let to = from + 1;
    while (to < lines.length && /^[ \t]*/.exec(lines[to]!)![0].length > indent && lines[to]!.trim() !== "") {
      to++;
    }
    return [[from, to]];
  });
}

/**
 * Returns the sections of the phases: up to a heading of their level, a line about another phase or a
 * milestone, or the end of the last line. A thematic break at the end of the last consecutive section is not
 * part of it.
 */
function phaseSections(document: Document): readonly Lines[] {
  const { lines, folded } = document;
  const milestones = new Set(listedMilestones(lines.join("\n")).map(({ line }) => line));
  const last = lines.at(-1) === "" ? lines.length - 1 : lines.length;
  const sections: Lines[] = [];
  for (let from = 0; from < last; from++) {
    const heading = PHASE_HEADING.exec(lines[from]!);
    if (folded.has(from) || heading === null || !isShipped(heading[2], document)) continue;
    const level = heading[1]!.length;
    let to = from + 1;
    while (to < last && !milestones.has(to) && !endsSection(lines[to]!, level, document)) to++;
    sections.push([from, to]);
    from = to - 1;
  }
  return sections.map(([from, to], index) => {
    if (sections[index + 1]?.[0] === to) return [from, to];
    const rest = lines.slice(from, to);
    const rule = rest.findIndex((line, at) => {
      return /^[ ]{0,3}(?:-{3,}|\*{3,}|_{3,})[ \t]*$/.test(line) && rest[at - 1]?.trim() === "";
    });
    // Parts that are folded already stay where they are.
    const fold = rest.findIndex((_, at) => folded.has(from + at));
    const ends = [rule, fold].filter((at) => at > 0);
    return [from, from + Math.min(rest.length, ...ends)];
  });
}

/**
 * Reports whether a line ends the section of a phase: a heading of its level, or a line about another phase.
 */
function endsSection(line: string, level: number, document: Document): boolean {
  const other = (PHASE_HEADING.exec(line) ?? PHASE_ITEM.exec(line))?.[2];
  return (headingLevel(line) ?? 7) <= level || (other !== undefined && !isShipped(other, document));
}

function headingLevel(line: string): number | undefined {
  return /^(#{1,6})[ \t]/.exec(line)?.[1]?.length;
}

/** Returns the rows of the phases in progress tables. */
function phaseRows(document: Document): readonly number[] {
  const { lines, folded } = document;
  let progress = false;
  return lines.flatMap((line, index) => {
    if (!/^[ \t]*\|/.test(line)) progress = false;
    else if (isTableHeader(lines, index)) {
      progress = cellsOf(line).some((cell) =>
        /^(?:plans\b.*|status)$/i.test(cell.replaceAll("*", "").trim())
      );
    } else if (progress && !folded.has(index) && isShipped(phaseOfRow(line), document)) return [index];
    return [];
  });
}

function details(items: readonly string[], shipped: ShippedMilestone): readonly string[] {
  const range = rangeText(shipped.phases);
  const archive = `milestones/${shipped.version}-ROADMAP.md`;
  return [
    "<details>",
    `<summary>✅ ${milestoneTitle(shipped)} (${range}) - SHIPPED ${isoDate(shipped.time)}</summary>`,
    "",
    ...items,
    ...(items.length > 0 ? [""] : []),
    `Archive: [${archive}](${archive})`,
    "",
    "</details>",
  ];
}

/** Returns the changes of the lines that name the milestone, by index. */
function markShipped(document: Document): ReadonlyMap<number, (line: string) => string> {
  const { lines, folded, shipped } = document;
  const named = listedMilestones(lines.join("\n")).filter(({ version, line }) => {
    return version === shipped.version && !folded.has(line);
  });
  const annotate = (text: string, ranged: boolean) => {
    if (/\([^()]*\bshipped\b/i.test(text)) return text;
    const range = ranged || shipped.phases.length === 0 ? "" : `${rangeText(shipped.phases)}, `;
    const note = `(${range}shipped ${isoDate(shipped.time)})`;
    const open = /\((?:in progress|current|active|planned|upcoming|next)\b[^()]*\)/i;
    return open.test(text) ? text.replace(open, note) : `${text.trimEnd()} ${note}`;
  };
  const changes = new Map<number, (line: string) => string>();
  for (const { line, kind, phases, stage } of named) {
    // The title of a group of phases, next to the item with the milestone's progress.
    if (kind === "heading" && stage === undefined && named.some((other) => other.kind === "item")) {
      changes.set(line, (text) => text);
      continue;
    }
    changes.set(line, (text) => annotate(mark(text), phases.length > 0));
  }
  return changes;
}

/** Marks a line as shipped, or ticks its box if it has only a box. */
function mark(line: string): string {
  if (/[🚧📋✅]/u.test(line)) {
    return line.replace(/[🚧📋]/u, "✅").replace(/^([ \t]*[-*][ \t]+)\[ \]/, "$1[x]");
  }
  if (/^[ \t]*[-*][ \t]+\[[ xX]\]/.test(line)) return line.replace(/\[ \]/, "[x]");
  return line.replace(/^([ \t]*[-*]|#{1,4})[ \t]+/, "$&✅ ");
}

/** Returns the entry of a milestone that is not listed, and its place. */
function newEntry({ lines, shipped }: Document): AddedLines {
  const range = shipped.phases.length === 0 ? "" : ` - ${rangeText(shipped.phases)}`;
  return addedMilestone(
    lines,
    `- ✅ **${milestoneTitle(shipped)}**${range} (shipped ${isoDate(shipped.time)})`,
  );
}

/** Adds lines, and blank ones around a block if there are none. */
function pushBlock(
  result: string[],
  block: readonly string[],
  { next, end }: { readonly next: string | undefined; readonly end: string },
): void {
  const blank = (line: string | undefined) => line === undefined || line.trim() === "";
  const alone = block.length > 1;
  const before = alone && !blank(result.at(-1)) && block[0] !== "" ? [""] : [];
  const after = alone && !blank(next) && block.at(-1) !== "" ? [""] : [];
  let lines = [...before, ...block, ...after];
  if (lines[0] === "" && blank(result.at(-1))) lines = lines.slice(1);
  if (lines.at(-1) === "" && next !== undefined && next.trim() === "") lines = lines.slice(0, -1);
  result.push(...lines.map((line) => line + end));
}
