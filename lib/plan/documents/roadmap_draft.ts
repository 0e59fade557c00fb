import type { DraftPhase } from "../../../schemas/project_draft.ts";
import { linesOf } from "../../parse/roadmap/document_lines.ts";
import { cellsOf, isTableHeader } from "./roadmap_rows.ts";
import { phaseTexts, PROGRESS_TABLE } from "../project/documents.ts";

/**
 * Adds phases at the end of the roadmap's list, sections and progress table; creates the sections that it lacks. Every
 * other line stays.
 *
 * @param first The number of the first new phase.
 */
export function addDraftPhases(text: string, phases: readonly DraftPhase[], first: number): string {
  const end = text.includes("\r\n") ? "\r\n" : "\n";
  const { list, details, rows } = phaseTexts(phases, first);
  const roadmap = new Sections(text.replaceAll("\r\n", "\n"));
  if (!roadmap.append(/^phases$/i, list)) {
    roadmap.add("## Phases\n\n" + list, /^(?:phase details|progress)$/i);
  }
  if (!roadmap.append(/^phase details$/i, details)) {
    roadmap.add("## Phase Details\n\n" + details, /^progress$/i);
  }
  if (!roadmap.appendRow(/^progress$/i, rows)) roadmap.add(PROGRESS_TABLE + rows);
  return roadmap.text.replaceAll("\n", end);
}

/** The lines of the first phase in a roadmap whose earlier ones are all archived. */
export interface FirstPhase {
  readonly item: string;
  readonly section: string;
  /** Returns the cell of a column, by its name in lower case. */
  readonly cell: (column: string) => string;
}

/**
 * Adds the first phase to a roadmap that has none outside of collapsed sections: to the list, the details and the
 * progress table, as far as it has them. Every other line stays.
 */
export function addFirstPhase(text: string, { item, section, cell }: FirstPhase): string {
  const end = text.includes("\r\n") ? "\r\n" : "\n";
  const roadmap = new Sections(text.replaceAll("\r\n", "\n"));
  const isListed = roadmap.append(/^phases$/i, item);
  if (!roadmap.append(/^phase details$/i, section) && !(isListed && roadmap.append(/^phases$/i, section))) {
    roadmap.add(`${section}\n`);
  }
  const columns = roadmap.columns(/^progress$/i);
  if (columns?.some((name) => /^(?:plans\b.*|status)$/.test(name))) {
    roadmap.appendRow(/^progress$/i, `| ${columns.map(cell).join(" | ")} |`);
  }
  return roadmap.text.replaceAll("\n", end);
}

/** The sections of the second level of a document. */
class Sections {
  constructor(public text: string) {}

  /** Appends text to a section, after an empty line unless it continues a list. Returns false if there is none. */
  append(title: RegExp, added: string): boolean {
    const section = this.#find(title);
    if (section === undefined) return false;
    const lines = this.text.split("\n");
    let at = section.end;
    while (at > section.start + 1 && lines[at - 1]!.trim() === "") at--;
    const continues = /^- /.test(added) && /^[ \t]*[-*][ \t]/.test(lines[at - 1]!);
    const block = [...continues ? [] : [""], ...added.trimEnd().split("\n")];
    const gap = at === lines.length ? [""] : lines[at]!.trim() === "" ? [] : [""];
    lines.splice(at, 0, ...block, ...gap);
    this.text = lines.join("\n");
    return true;
  }

  /** Appends rows to the last table of a section. Returns false if there is none. */
  appendRow(title: RegExp, rows: string): boolean {
    const section = this.#find(title);
    const lines = this.text.split("\n");
    const last = section === undefined
      ? -1
      : lines.findLastIndex((line, index) =>
        index > section.start && index < section.end && /^[ \t]*\|/.test(line)
      );
    if (last === -1) return false;
    lines.splice(last + 1, 0, ...rows.trimEnd().split("\n"));
    this.text = lines.join("\n");
    return true;
  }

  /** Returns the names of the columns of the last table of a section, in lower case. */
  columns(title: RegExp): readonly string[] | undefined {
    const section = this.#find(title);
    const lines = this.text.split("\n").slice(0, section?.end ?? 0);
    const header = lines.findLastIndex((line, index) =>
      index > section!.start && /^[ \t]*\|/.test(line) && isTableHeader(lines, index)
    );
    return header === -1
      ? undefined
      : cellsOf(lines[header]!).slice(1, -1).map((cell) => cell.replaceAll("*", "").trim().toLowerCase());
  }

  /** Adds a section before another one, or at the end. */
  add(section: string, before?: RegExp): void {
    const other = before && this.#find(before);
    if (other === undefined) this.text = `${this.text.trimEnd()}\n\n${section}`;
    else {
      const lines = this.text.split("\n");
      lines.splice(other.start, 0, ...section.split("\n"));
      this.text = lines.join("\n");
    }
  }

  #find(title: RegExp): { readonly start: number; readonly end: number } | undefined {
    const { lines, folded } = linesOf(this.text);
    const heading = (line: string) => /^##[ \t]+(.*?)[ \t]*$/.exec(line)?.[1];
    const start = lines.findIndex((line, index) => !folded.has(index) && title.test(heading(line) ?? ""));
    if (start === -1) return undefined;
    const next = lines.findIndex((line, index) =>
      index > start && !folded.has(index) && /^##?[ \t]/.test(line)
    );
    return { start, end: next === -1 ? lines.length : next };
  }
}
