import { foldedLines } from "../../text/lines.ts";
import type { Span } from "../../../schemas/diagnostic.ts";
import type { SourceText } from "../../text/source_text.ts";
import { parsePhaseNumber, type PhaseNumber } from "../ids/phase_number.ts";
import { maskComments } from "../../text/mask_comments.ts";
import { REQUIREMENT_ID } from "./requirement_id.ts";
import { namedRequirements } from "./requirement_range.ts";

/** Path of the requirements, relative to the project root. */
export const REQUIREMENTS_PATH = ".planning/REQUIREMENTS.md";

/** The check box of a requirement. */
export interface RequirementBox {
  /** The character in it: a space, `x` when done, or another mark of the author (`~`). */
  readonly mark: string;
  /** The span of the character. */
  readonly span: Span;
}

/** The row of a requirement in the traceability table. */
export interface RequirementRow {
  /** The phase that delivers it; undefined when the cell names none. */
  readonly phase: PhaseNumber | undefined;
  /** The span of the cell's text about the phase; undefined when the table has no such column. */
  readonly phaseSpan: Span | undefined;
  /** Its status as written, for example `Pending`; empty when the table has no such column. */
  readonly status: string;
  /** The span of the status; undefined when the table has no such column. */
  readonly statusSpan: Span | undefined;
  /** The ID in the row. */
  readonly span: Span;
  /** IDs of all requirements that share the row, this one among them. */
  readonly ids: readonly string[];
}

/** A requirement: listed with an item, a row of the traceability table, or both. */
export interface Requirement {
  /** Its ID as written, for example `AUTH-01`. */
  readonly id: string;
  /** Its text; empty when only the table names it. */
  readonly text: string;
  /** True when its box is ticked, or, when it has no item, when its status is complete. */
  readonly done: boolean;
  /** The phase that delivers it, from the table; undefined when none is named. */
  readonly phase: PhaseNumber | undefined;
  /** Its ID in the item, else in the row. */
  readonly span: Span;
  /** True when it has its own item. */
  readonly listed: boolean;
  /** Its check box; requirements of later versions are listed without. */
  readonly box: RequirementBox | undefined;
  /** Its row of the traceability table. */
  readonly row: RequirementRow | undefined;
}

/** The requirements document. */
export interface Requirements {
  /** The file. */
  readonly source: SourceText;
  /** The requirements, each ID once: the items in their order, then those that only the table names. */
  readonly all: readonly Requirement[];
  /** The requirements by ID. */
  readonly byId: ReadonlyMap<string, Requirement>;
}

const ITEM = String
  .raw`^([ \t]*[-*+][ \t]+)(?:\[([^\]\n])\][ \t]+)?(\*\*)?(${REQUIREMENT_ID})(?:[ \t]*\(.*?\))?(.*)$`;
/** Made when it is first used: not every project has the document. */
let itemPattern: RegExp | undefined;

interface Line {
  readonly text: string;
  readonly start: number;
}

type Item = Pick<Requirement, "id" | "text" | "span" | "box">;

/**
 * Reads items `- [ ] **AUTH-01**: text` and rows `| AUTH-01 | Phase 1 | Pending |` of tables that have
 * a column of requirements and one of phases or statuses.
 *
 * Comments and fenced blocks count for nothing. Of an ID that stands twice the first place counts;
 * what is folded away in `<details>` only where nothing else does. See docs/decisions/field-data.md.
 */
export function parseRequirements(source: SourceText): Requirements {
  const lines = splitLines(maskComments(source.text));
  const folded = foldedLines(lines.map(({ text }) => text));
  const order = [...lines.keys()].sort((a, b) => Number(folded.has(a)) - Number(folded.has(b)) || a - b);
  const items = new Map<string, Item>();
  const rows = new Map<string, RequirementRow>();
  const columns = columnsByLine(lines);
  for (const index of order) {
    const item = readItem(lines[index]!);
    if (item !== undefined && !items.has(item.id)) items.set(item.id, item);
  }
  for (const index of order) {
    const table = columns.get(index);
    for (const [id, row] of table === undefined ? [] : readRow(lines[index]!, table, items)) {
      if (!rows.has(id)) rows.set(id, row);
    }
  }
  const all = [...new Set([...items.keys(), ...rows.keys()])]
    .map((id) => requirementOf(id, items.get(id), rows.get(id)));
  return { source, all, byId: new Map(all.map((requirement) => [requirement.id, requirement])) };
}

/** Returns true for a status in the traceability table that means "delivered". */
export function isCompleteStatus(status: string): boolean {
  return /^\P{L}*(?:complete|completed|done|satisfied|validated|shipped)\b/iu.test(status);
}

function requirementOf(id: string, item: Item | undefined, row: RequirementRow | undefined): Requirement {
  const complete = row !== undefined && isCompleteStatus(row.status);
  return {
    id,
    text: item?.text ?? "",
    done: item?.box === undefined ? complete : /^x$/i.test(item.box.mark),
    phase: row?.phase,
    span: (item ?? row)!.span,
    listed: item !== undefined,
    box: item?.box,
    row,
  };
}

function splitLines(text: string): readonly Line[] {
  let start = 0;
  return text.split("\n").map((raw) => {
    const line = { text: raw.endsWith("\r") ? raw.slice(0, -1) : raw, start };
    start += raw.length + 1;
    return line;
  });
}

/** Reads the item of a line. An ID that is not in bold must be followed by a colon or a dash. */
function readItem({ text, start }: Line): Item | undefined {
  itemPattern ??= new RegExp(ITEM, "u");
  const match = itemPattern.exec(text);
  if (match === null) return undefined;
  const [, bullet, mark, bold, id, rest] = match;
  if (bold === undefined && !/^[ \t]*(?::|[-—–][ \t])/.test(rest!)) return undefined;
  const from = start + text.indexOf(id!, bullet!.length + (mark === undefined ? 0 : 3));
  return {
    id: id!,
    text: plainText(rest!),
    span: { start: from, end: from + id!.length },
    box: mark === undefined
      ? undefined
      : { mark, span: { start: start + bullet!.length + 1, end: start + bullet!.length + 1 + mark.length } },
  };
}

/** Removes the separator after the ID, and the closing asterisks of the ID. */
function plainText(rest: string): string {
  const text = rest.replace(/^[\s:—–-]+/, "");
  const bare = text.split("**").length % 2 === 0 ? text.replace("**", "") : text;
  return bare.replace(/^[\s:—–-]+/, "").trim();
}

/** Columns of a traceability table, by index among the parts between its bars; -1 for one it does not have. */
interface Columns {
  readonly requirement: number;
  readonly phase: number;
  readonly status: number;
}

/** The columns of the table that a line is a row of, by index of the line. */
function columnsByLine(lines: readonly Line[]): ReadonlyMap<number, Columns> {
  const found = new Map<number, Columns>();
  let columns: Columns | undefined;
  for (const [index, { text }] of lines.entries()) {
    if (!/^[ \t]*\|/.test(text)) columns = undefined;
    else if (/^(?=.*\|)(?=.*-)[ \t|:-]+$/.test(lines[index + 1]?.text ?? "")) columns = readColumns(text);
    else if (columns !== undefined) found.set(index, columns);
  }
  return found;
}

function readColumns(header: string): Columns | undefined {
  const names = cellsOf(header).map((cell) => cell.replaceAll("*", "").trim());
  const find = (name: RegExp) => names.findIndex((text) => name.test(text));
  const columns = {
    requirement: find(/^(?:id|(?:req|requirement)s?(?:[ -]ids?)?)$/i),
    phase: find(/^phases?$/i),
    status: find(/^status$/i),
  };
  return columns.requirement === -1 || Math.max(columns.phase, columns.status) === -1 ? undefined : columns;
}

/** Returns the cells of a row. An escaped bar is text. */
function cellsOf(row: string): string[] {
  return row.split(/(?<!\\)\|/);
}

function readRow(
  { text, start }: Line,
  columns: Columns,
  items: ReadonlyMap<string, Item>,
): readonly [id: string, row: RequirementRow][] {
  const cells = cellsOf(text);
  const offset = (column: number) =>
    cells.slice(0, column).reduce((sum, cell) => sum + cell.length + 1, start);
  const named = namedRequirements(cells[columns.requirement] ?? "", offset(columns.requirement));
  // An ID inside a range need not exist.
  const references = named.filter(({ id, between }) => !between || items.has(id));
  const ids = references.map(({ id }) => id);
  const spanOf = (column: number): Span | undefined => {
    const cell = cells[column];
    if (cell === undefined) return undefined;
    const written = cell.trim();
    const start = offset(column) + (written === "" ? Number(cell.startsWith(" ")) : cell.indexOf(written));
    return { start, end: start + written.length };
  };
  const status = cells[columns.status]?.trim() ?? "";
  const [phaseSpan, statusSpan] = [spanOf(columns.phase), spanOf(columns.status)];
  const phase = phaseOf(cells[columns.phase] ?? "");
  return references.map(({ id, span }) => [id, { phase, phaseSpan, status, statusSpan, span, ids }]);
}

/** Returns the first phase in a cell: `Phase 1`, `1`, `Phase 2.1 (Fixes)`. */
function phaseOf(cell: string): PhaseNumber | undefined {
  return parsePhaseNumber(cell.replaceAll("*", "").trim().replace(/^phase[ \t]*/i, ""));
}
