import { comparePhaseNumbers, parsePhaseNumber, type PhaseNumber } from "../../parse/ids/phase_number.ts";
import { oneLine } from "../naming/commit_message.ts";
import { numberLike, renumbered, type Renumbering, renumberPhases } from "../structure/renumbering.ts";
import {
  type PhaseLines,
  type PhaseRow,
  type PhaseSection,
  type RoadmapLayout,
  roadmapLayout,
} from "./roadmap_layout.ts";
import { addFirstPhase } from "./roadmap_draft.ts";
import { cellsOf, isPhase } from "./roadmap_rows.ts";

/** A phase to add to a roadmap. */
export interface NewPhase {
  readonly number: PhaseNumber;
  readonly name: string;
  readonly goal: string | undefined;
  /** The phase that it follows; undefined for the first phase. */
  readonly after: PhaseNumber | undefined;
  /** True if it is marked as inserted. */
  readonly inserted: boolean;
}

/** The lines of a phase, without line endings. */
interface PhaseBlocks {
  readonly item: readonly string[];
  readonly section: readonly string[];
  readonly row: readonly string[];
}

/**
 * Adds a phase to the list of phases, the sections and the progress table of a roadmap, as far as it has them, in the
 * form of the phase that it follows. Every other line stays.
 */
export function addPhase(text: string, phase: NewPhase): string {
  const { items, sections, rows, read, raw } = roadmapLayout(text);
  const name = oneLine(phase.name).replaceAll("*", "");
  const title = phase.inserted ? `${name} (INSERTED)` : name;
  const model = <T extends PhaseLines>(blocks: readonly T[]) => placeOf(blocks, phase.after)?.model;
  const like = (lines: PhaseLines, title: string) =>
    titled(raw[lines.from]!.trimEnd(), lines.number, { ...phase, title });
  const item = model(items);
  const section = model(sections);
  const row = model(rows);
  const goal = phase.goal === undefined ? undefined : oneLine(phase.goal);
  const dash = item === undefined ? "-" : /\*\*[ \t]+([-–—])[ \t]/.exec(read[item.from]!)?.[1] ?? "-";
  const rest = goal === undefined ? "" : ` ${dash} ${goal}`;
  const heading = section === undefined
    ? `### Phase ${numberLike("", phase.number)}: ${title}`
    : like(section, title);
  if (items.length + sections.length === 0) {
    const first = `${numberLike("", phase.number)}. ${name.replaceAll("|", "\\|")}`;
    return addFirstPhase(text, {
      item: `- [ ] **Phase ${numberLike("", phase.number)}: ${title}**${rest}`,
      section: [heading, ...sectionBody(undefined, phase, goal)].join("\n"),
      cell: (column) => column === "phase" ? first : valueOfNew(column),
    });
  }
  const blocks: PhaseBlocks = {
    item: item === undefined ? [] : [`${like(item, title).replace(/\[[xX]\]/, "[ ]")}**${rest}`],
    section: section === undefined && item !== undefined
      ? []
      : [heading, ...sectionBody(section && read.slice(section.from + 1, section.end), phase, goal)],
    row: row === undefined ? [] : [rowLike(read[row.from]!, row, { ...phase, name })],
  };
  return insertBlocks(text, blocks, phase.after);
}

/** Returns the lines below the heading of a new phase, in the form of another one's. */
function sectionBody(
  like: readonly string[] | undefined,
  { after }: NewPhase,
  goal: string | undefined,
): readonly string[] {
  const inside = like?.some((line) => /^\*\*Goal:\*\*/.test(line)) ?? false;
  const field = (name: string, value: string) => `**${name}${inside ? ":**" : "**:"} ${value}`;
  return [
    ...like?.[0]?.trim() === "" ? [""] : [],
    field("Goal", goal ?? "TBD"),
    field("Depends on", after === undefined ? "Nothing" : `Phase ${numberLike("", after)}`),
    field("Plans", "TBD"),
  ];
}

/** Returns a heading or an item with another number and title, up to the end of the title. */
function titled(
  line: string,
  number: PhaseNumber,
  phase: { readonly number: PhaseNumber; readonly title: string },
): string {
  const place = numberIn(line, number);
  if (place === undefined) return `${line} ${phase.title}`;
  const before = line.slice(0, place.start).replace(/[✅🚧📋][ \t]*/u, "");
  const [separator] = /^(?:[^:：*–—-]*(?:[:：]|[ \t][-–—]))[ \t]*/.exec(line.slice(place.end)) ?? [": "];
  return before + numberLike(line.slice(place.start, place.end), phase.number) + separator + phase.title;
}

/** Returns the place of a phase's number in a line. */
function numberIn(
  line: string,
  number: PhaseNumber,
): { readonly start: number; readonly end: number } | undefined {
  for (const { 0: text, index } of line.matchAll(/\d+(?:\.\d+)*(?:[A-Za-z](?![A-Za-z]))?/g)) {
    if (isPhase(text, number)) return { start: index, end: index + text.length };
  }
  return undefined;
}

/** Returns the row of a new phase in the form of another one's. */
function rowLike(
  row: string,
  { number, columns }: PhaseRow,
  phase: Pick<NewPhase, "number" | "name">,
): string {
  const cells = cellsOf(row);
  const first = cells[1]!;
  const { start, end } = numberIn(first, number)!;
  const [, separator, old, rest] = /^([.:]?[ \t]*(?:[-–—][ \t]+)?)(.*?)(\**[ \t]*)$/.exec(first.slice(end))!;
  const name = phase.name.replaceAll("|", "\\|");
  const title = separator + (old === "" ? "" : name) + rest;
  const value = (column: string, cell: string) => {
    if (/^(?:phase|name)$/.test(column)) return name;
    return column === "milestone" ? cell.trim() : valueOfNew(column);
  };
  return cells.map((cell, index) => {
    if (index === 0 || index === cells.length - 1) return cell;
    const text = index === 1
      ? first.slice(0, start) + numberLike(first.slice(start, end), phase.number) + title
      : ` ${value(columns[index] ?? "", cell)} `;
    return text.padEnd(cell.length);
  }).join("|");
}

/** Returns the value of a new phase in a column of the progress table. */
function valueOfNew(column: string): string {
  return /^plans\b/.test(column) ? "0/?" : column === "status" ? "Not started" : "-";
}

interface Placement<T> {
  /** The phase whose lines are next to the new ones. */
  readonly model: T;
  readonly before: boolean;
}

/** Returns the last phase up to a number, or the first one if there is none. */
function placeOf<T extends PhaseLines>(
  blocks: readonly T[],
  after: PhaseNumber | undefined,
): Placement<T> | undefined {
  const previous = blocks.findLast(({ number }) => {
    return after !== undefined && comparePhaseNumbers(number, after) <= 0;
  });
  if (previous !== undefined) return { model: previous, before: false };
  return blocks[0] === undefined ? undefined : { model: blocks[0], before: true };
}

/** Inserts the lines of a phase after those of another one. */
function insertBlocks(text: string, blocks: PhaseBlocks, after: PhaseNumber | undefined): string {
  const layout = roadmapLayout(text);
  const { raw, items, sections, rows } = layout;
  const added = new Map<number, readonly string[]>();
  for (const [found, lines] of [[items, blocks.item], [rows, blocks.row]] as const) {
    const place = lines.length === 0 ? undefined : placeOf(found, after);
    if (place !== undefined) added.set(place.before ? place.model.from : place.model.end, lines);
  }
  if (blocks.section.length > 0) {
    const place = placeOf(sections, after);
    const at = place?.model;
    const gap = separator(layout, at);
    if (at === undefined) added.set(endOfText(layout), ["", ...blocks.section]);
    else if (place!.before) added.set(at.from, [...blocks.section, ...gap]);
    else added.set(at.end, [...gap, ...blocks.section]);
  }
  const carriage = raw.some((line) => line.endsWith("\r")) ? "\r" : "";
  return Array.from({ length: raw.length + 1 }, (_, index) => [
    ...(added.get(index) ?? []).map((line) => line + carriage),
    ...raw.slice(index, index + 1),
  ]).flat().join("\n");
}

function endOfText({ raw }: RoadmapLayout): number {
  return raw.findLastIndex((line) => line.trim() !== "") + 1;
}

/** Returns the lines that separate sections: those after one, or after its neighbour if it is the last. */
function separator({ read, sections }: RoadmapLayout, section: PhaseSection | undefined): readonly string[] {
  const followed = (one: PhaseSection) => sections.some(({ from }) => from === one.to);
  const model = section === undefined || followed(section)
    ? section
    : sections.find(({ to }) => to === section.from);
  const lines = model === undefined ? [] : read.slice(model.end, model.to);
  return lines.length === 0 ? [""] : lines;
}

/** Removes the lines of a phase. */
export function removePhase(text: string, number: PhaseNumber): string {
  return cutPhase(text, number).rest;
}

function cutPhase(
  text: string,
  number: PhaseNumber,
): { readonly rest: string; readonly blocks: PhaseBlocks } {
  const { raw, items, sections, rows } = roadmapLayout(text);
  const own = ({ number: other }: PhaseLines) => comparePhaseNumbers(other, number) === 0;
  const [item, section, row] = [items.find(own), sections.find(own), rows.find(own)];
  const before = section && sections.find(({ to }) => to === section.from);
  const gone = new Set<number>();
  const cut = (from: number, to: number) => {
    for (let index = from; index < to; index++) gone.add(index);
  };
  for (const lines of [item, row]) if (lines !== undefined) cut(lines.from, lines.end);
  if (section !== undefined) {
    cut(before?.end ?? section.from, before === undefined ? section.to : section.end);
  }
  const lines = (found: PhaseLines | undefined) =>
    found === undefined ? [] : raw.slice(found.from, found.end).map((line) => line.replace(/\r$/, ""));
  return {
    rest: raw.filter((_, index) => !gone.has(index)).join("\n"),
    blocks: { item: lines(item), section: lines(section), row: lines(row) },
  };
}

/** Moves the lines of a phase after those of another one; undefined for the beginning. Its number stays. */
export function movePhase(text: string, number: PhaseNumber, after: PhaseNumber | undefined): string {
  const { rest, blocks } = cutPhase(text, number);
  return insertBlocks(rest, blocks, after);
}

/** Renames a phase in its item, its heading and its row. Notes after the name stay. */
export function renamePhase(
  text: string,
  number: PhaseNumber,
  { from, to }: { readonly from: string; readonly to: string },
): string {
  const { raw, items, sections, rows } = roadmapLayout(text);
  const lines = new Set([items, sections, rows].flatMap((found) => {
    return found.filter((one) => comparePhaseNumbers(one.number, number) === 0).map((one) => one.from);
  }));
  const name = oneLine(to).replaceAll("*", "");
  return raw.map((line, index) => {
    const at = lines.has(index) ? line.indexOf(from, numberIn(line, number)?.end) : -1;
    if (at === -1) return line;
    const written = line.trimStart().startsWith("|") ? name.replaceAll("|", "\\|") : name;
    return line.slice(0, at) + written + line.slice(at + from.length);
  }).join("\n");
}

/**
 * Gives phases new numbers: in their items, headings and rows, in the items of their plans, and in `Depends on`.
 */
export function renumberRoadmap(text: string, numbers: Renumbering): string {
  const { raw, read, folded, items, sections, rows } = roadmapLayout(text);
  const lines = [...raw];
  const edit = (index: number, change: (line: string) => string) => (lines[index] = change(lines[index]!));
  for (const { number, from } of [...items, ...sections, ...rows]) {
    const place = numberIn(raw[from]!, number);
    if (place === undefined) continue;
    const { start, end } = place;
    edit(
      from,
      (line) => line.slice(0, start) + renumbered(line.slice(start, end), numbers) + line.slice(end),
    );
  }
  for (const { number, from, end } of sections) {
    for (let index = from + 1; index < end; index++) {
      edit(index, (line) => renumberPlanItem(line, number, numbers));
    }
  }
  for (const [index, line] of read.entries()) {
    const [field] = /^[ \t]*(?:[-*+][ \t]+)?\*\*Depends on(?::\*\*|\*\*[ \t]*:)/i.exec(line) ?? [];
    if (field === undefined || folded.has(index)) continue;
    edit(index, (whole) => field + renumberPhases(whole.slice(field.length), numbers));
  }
  return lines.join("\n");
}

/** Renumbers the item of a plan that names its phase: `- [ ] 03-01: text`. */
function renumberPlanItem(line: string, phase: PhaseNumber, numbers: Renumbering): string {
  return line.replace(
    /^([ \t]*[-*][ \t]+\[[ xX]\][ \t]+[*`[]*)(\d[\d.]*[A-Za-z]?)(?=-\d)/,
    (whole, before, number) => {
      return isPhase(number, phase) ? before + renumbered(number, numbers) : whole;
    },
  );
}

/**
 * Removes a phase from the `Depends on` of others. A phase that depended on nothing else now depends on what the
 * removed one depended on.
 */
export function removeFromDependencies(text: string, removed: PhaseNumber): string {
  const { read, raw, sections } = roadmapLayout(text);
  const FIELD = /^([ \t]*(?:[-*+][ \t]+)?\*\*Depends on(?::\*\*|\*\*[ \t]*:)[ \t]*)(.*)$/i;
  const valueOf = (section: PhaseSection) =>
    read.slice(section.from, section.end).map((line) => FIELD.exec(line)?.[2]).find((value) =>
      value !== undefined
    );
  const own = sections.find(({ number }) => comparePhaseNumbers(number, removed) === 0);
  const inherited = (own === undefined ? undefined : valueOf(own)) ?? "Nothing";
  const lines = [...raw];
  for (const section of sections) {
    for (let index = section.from; index < section.end; index++) {
      const [, field = "", value = ""] = FIELD.exec(read[index]!) ?? [];
      const parts = value.split(/[ \t]*(?:,|&|\band\b)[ \t]*/);
      const names = (part: string) => {
        const number = parsePhaseNumber(part.trim().replace(/^Phase[ \t]+/i, ""));
        return number !== undefined && comparePhaseNumbers(number, removed) === 0;
      };
      const kept = parts.filter((part) => !names(part));
      if (kept.length === parts.length) continue;
      const carriage = raw[index]!.endsWith("\r") ? "\r" : "";
      lines[index] = field + (kept.length === 0 ? inherited : kept.join(", ")) + carriage;
    }
  }
  return lines.join("\n");
}
