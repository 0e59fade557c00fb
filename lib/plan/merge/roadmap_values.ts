import { printPhaseNumber } from "../../parse/ids/phase_number.ts";
import { planReferences } from "../../parse/ids/plan_id.ts";
import { isPlanFileName } from "../../parse/ids/plan_names.ts";
import { roadmapLayout } from "../documents/roadmap_layout.ts";
import { cellsOf } from "../documents/roadmap_rows.ts";

const PHASE =
  /^([ \t]*[-*][ \t]+\[)([ xX])(\].*?)([ \t]*\(completed \d{4}-\d{2}-\d{2}(?:, not verified)?\))?(\r?)$/;
const PLAN = /^([ \t]*[-*][ \t]+\[)([ xX])(\][ \t]+[*`[]*([^\s:*`[\]]+).*)$/s;
const COUNT = /^(\*\*Plans(?::\*\*|\*\*:)[ \t]*)(\d+\/\d+(?=[ \t]+plans (?:complete|executed)))(.*)$/s;
const STATUS =
  /^(?:(?:not started|planned|in progress|complete|executed|verified|needs a person|gaps|skipped)(?: \(\d+\))?(?:, not verified)?|[-—–])$/i;
const CELLS: Readonly<Record<string, RegExp>> = {
  plans: /^\d+\/\d+$/,
  status: STATUS,
  completed: /^(?:\d{4}-\d{2}-\d{2}|[-—–]?)$/,
};

/**
 * Changes the values of a roadmap that wf writes: ticks and completion dates of phases, ticks and numbers of plans,
 * and the cells of the progress table. What else is on their lines stays.
 *
 * @param change Returns the new value. Names end with the number of the phase: `tick 3`, `plan 03-01 3`, `count 3`,
 * `plans 3`, `status 3`, `completed 3`. A tick includes its date: `x (completed 2026-11-23)`.
 */
export function changeRoadmapValues(text: string, change: (name: string, value: string) => string): string {
  const { raw, items, sections, rows } = roadmapLayout(text);
  const lines = [...raw];
  for (const { number, from } of items) {
    const found = PHASE.exec(lines[from]!);
    if (found === null) continue;
    const [, before, box, title, date = "", end] = found;
    const value = change(`tick ${printPhaseNumber(number)}`, `${box!.toLowerCase()}${date}`);
    lines[from] = before + value.slice(0, 1) + title + value.slice(1) + end;
  }
  for (const { number, from, end } of sections) {
    const phase = printPhaseNumber(number);
    for (let index = from + 1; index < end; index++) {
      const line = lines[index]!;
      const [, before, box, rest, reference = ""] = PLAN.exec(line) ?? [];
      if (box !== undefined && isPlan(reference)) {
        lines[index] = before + change(`plan ${reference} ${phase}`, box.toLowerCase()) + rest;
      } else {
        lines[index] = line.replace(COUNT, (_, label, count, rest) => {
          return label + change(`count ${phase}`, count) + rest;
        });
      }
    }
  }
  for (const { number, from, columns } of rows) {
    const phase = printPhaseNumber(number);
    lines[from] = cellsOf(lines[from]!).map((cell, index) => {
      const column = /^(?:plans|status|completed?)\b/.exec(columns[index] ?? "")?.[0].replace(/e$/, "ed") ??
        "";
      return CELLS[column]?.test(cell.trim()) === true ? change(`${column} ${phase}`, cell) : cell;
    }).join("|");
  }
  return lines.join("\n");
}

function isPlan(reference: string): boolean {
  return isPlanFileName(reference) || planReferences(reference).some(({ phase }) => phase !== undefined);
}
