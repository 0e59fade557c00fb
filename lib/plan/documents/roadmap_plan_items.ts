import { comparePhaseNumbers, type PhaseNumber } from "../../parse/ids/phase_number.ts";
import { planId, planKey, planReferences } from "../../parse/ids/plan_id.ts";
import { isPlanFileName, stemOf } from "../../parse/ids/plan_names.ts";
import { roadmapLayout } from "./roadmap_layout.ts";
import { cellsOf } from "./roadmap_rows.ts";
import { indentOf } from "../../text/lines.ts";
import { baseName } from "../../path/paths.ts";

/** A plan as the list of a roadmap names it. */
export interface ListedPlan {
  readonly phase: PhaseNumber;
  readonly id: string;
  readonly path: string;
}

/** The item of a plan: its box, the plan, and the separator before the text. */
const ITEM = /^([ \t]*[-*][ \t]+\[)[ xX](\][ \t]+[*`]*)([^\s:*`[\]]+)([*`]*[ \t]*(?::|[-—–])?[ \t]*)/;

/**
 * Adds the item of a plan to the list below its phase, in the form of the item that it follows. Without such a list,
 * or with an item of the plan, the text stays.
 *
 * @param after The plan that it follows; by default the last one.
 */
export function addPlanItem(
  text: string,
  plan: ListedPlan & { readonly name: string },
  after?: ListedPlan,
): string {
  const { raw, items } = planItems(text, plan.phase);
  if (items.length === 0 || items.some(({ line }) => names(line, plan))) return text;
  const model = items.findLast(({ line }) => after !== undefined && names(line, after)) ?? items.at(-1)!;
  const [, box, mark, reference, separator] = ITEM.exec(model.line)!;
  const carriage = raw[model.index]!.endsWith("\r") ? "\r" : "";
  const item = `${box} ${mark}${referenceLike(reference!, plan)}${separator}${plan.name}${carriage}`;
  return raw.toSpliced(model.end, 0, item).join("\n");
}

/** Removes the item of a plan, with the lines below it. */
export function removePlanItem(text: string, plan: ListedPlan): string {
  const { raw, items } = planItems(text, plan.phase);
  const item = items.find(({ line }) => names(line, plan));
  return item === undefined ? text : raw.toSpliced(item.index, item.end - item.index).join("\n");
}

/** Gives the item of a plan another text, if it ends with the old one. */
export function renamePlanItem(
  text: string,
  plan: ListedPlan,
  [from, to]: readonly [from: string, to: string],
): string {
  const { raw, items } = planItems(text, plan.phase);
  const item = items.find(({ line }) => names(line, plan) && line.endsWith(from));
  if (item === undefined) return text;
  const end = raw[item.index]!.endsWith("\r") ? "\r" : "";
  return raw.toSpliced(item.index, 1, item.line.slice(0, -from.length) + to + end).join("\n");
}

/** Gives the plans of a phase that items name by their IDs new ones. */
export function renumberPlanItems(
  text: string,
  phase: PhaseNumber,
  ids: ReadonlyMap<string, string>,
): string {
  const { raw, items } = planItems(text, phase);
  const lines = [...raw];
  for (const { index, line } of items) {
    const reference = ITEM.exec(line)![3]!;
    const id = [...ids].find(([from]) => !isPlanFileName(reference) && namesId(reference, from))?.[1];
    if (id !== undefined) lines[index] = lines[index]!.replace(reference, id);
  }
  return lines.join("\n");
}

/** Updates the number of plans of a phase, below its heading and in its row, where it is the number before. */
export function recountPlans(
  text: string,
  phase: PhaseNumber,
  [from, to]: readonly [number, number],
): string {
  const { raw, sections, rows } = roadmapLayout(text);
  const lines = [...raw];
  const section = sections.find(({ number }) => comparePhaseNumbers(number, phase) === 0);
  for (let index = section?.from ?? 0; index < (section?.end ?? 0); index++) {
    lines[index] = lines[index]!.replace(
      /^(\*\*Plans(?::\*\*|\*\*:)[ \t]*(?:\d+\/)?)(\d+)(?=[ \t]+plans?\b)/,
      (whole, before, count) => {
        return Number(count) === from ? before + to : whole;
      },
    );
  }
  const row = rows.find(({ number }) => comparePhaseNumbers(number, phase) === 0);
  const column = row?.columns.findIndex((name) => /^plans\b/.test(name)) ?? -1;
  if (row !== undefined && column !== -1) {
    lines[row.from] = cellsOf(lines[row.from]!).map((cell, index) => {
      const changed = cell.replace(
        /(\d[ \t]*\/[ \t]*)(\d+)(?=[ \t]*$)/,
        (whole, before, count) => Number(count) === from ? before + to : whole,
      );
      return index === column ? changed : cell;
    }).join("|");
  }
  return lines.join("\n");
}

interface PlanItem {
  readonly index: number;
  /** The index after the lines below it. */
  readonly end: number;
  /** The line without its ending. */
  readonly line: string;
}

/** Returns the items below the heading of a phase that name one of its plans. */
function planItems(
  text: string,
  phase: PhaseNumber,
): { readonly raw: readonly string[]; readonly items: readonly PlanItem[] } {
  const { raw, read, sections } = roadmapLayout(text);
  const section = sections.find(({ number }) => comparePhaseNumbers(number, phase) === 0);
  const items: PlanItem[] = [];
  for (let index = section?.from ?? 0; index < (section?.end ?? 0); index++) {
    const line = read[index]!;
    const reference = ITEM.exec(line)?.[3];
    if (reference === undefined || !isReference(reference, phase)) continue;
    let end = index + 1;
    while (/^[ \t]+\S/.test(read[end] ?? "") && indentOf(read[end]!) > indentOf(line)) end++;
    items.push({ index, end, line });
  }
  return { raw, items };
}

function isReference(text: string, phase: PhaseNumber): boolean {
  return isPlanFileName(text) || planReferences(text).some((reference) => {
    return reference.phase !== undefined && comparePhaseNumbers(reference.phase, phase) === 0;
  });
}

function names(line: string, { id, path }: ListedPlan): boolean {
  const text = ITEM.exec(line)![3]!;
  if (isPlanFileName(text) && stemOf(text) === stemOf(path)) return true;
  return namesId(text, id);
}

function namesId(text: string, id: string): boolean {
  return planReferences(text).some(({ phase, plan }) =>
    phase !== undefined && planKey(planId(phase, plan)) === planKey(id)
  );
}

function referenceLike(reference: string, { id, path }: ListedPlan): string {
  return isPlanFileName(reference) ? baseName(path) : id;
}
