import { phaseLines } from "../../parse/roadmap/phase_words.ts";
import { parsePhaseNumber, type PhaseNumber } from "../../parse/ids/phase_number.ts";
import { planId, planKey, planReferences } from "../../parse/ids/plan_id.ts";
import { stemOf } from "../../parse/ids/plan_names.ts";
import { editLines, foldedLines } from "../../text/lines.ts";
import { verdictText } from "../status/phase_verdict.ts";
import { isoDate, type PlanProgress, type Progress } from "../progress/progress.ts";
import { cellsOf, isPhase, isTableHeader, PHASE_HEADING, PHASE_ITEM, phaseOfRow } from "./roadmap_rows.ts";

/**
 * Updates the phase's plans in the roadmap, and its row of the progress table. Ticks the phase once all its
 * plans are complete and it is verified, or executed with nothing to verify it. An existing tick stays, unless
 * tasks were undone, or the verification found gaps, or found that a tick for want of a verification needs a person.
 *
 * Folded sections in `<details>` belong to shipped milestones and stay. If a phase number occurs several
 * times otherwise, the last occurrence counts, because earlier milestones come first. Changes only lines that
 * it can parse. Idempotent. See docs/decisions/field-data.md.
 */
export function updateRoadmap(text: string, progress: Progress): string {
  return editLines(text, (lines) => {
    const place: Place = {
      lines: phaseLines(lines),
      folded: foldedLines(lines),
      number: parsePhaseNumber(progress.phase.number)!,
    };
    const changed = [...lines];
    const item = lastLine(place, (line) => isPhase(PHASE_ITEM.exec(line)?.[2], place.number));
    if (item !== undefined) changed[item] = phaseItem(lines[item]!, progress);
    for (const index of sectionLines(place)) changed[index] = planLine(lines[index]!, progress);
    const row = lastRow(place);
    const isTicked = (line: string) => /\[[xX]\]/.test(line);
    const ticked = item !== undefined && isComplete(progress) && isTicked(lines[item]!) &&
      isTicked(changed[item]!);
    if (row !== undefined) changed[row.index] = tableRow(lines[row.index]!, { ...row, ticked }, progress);
    return changed;
  });
}

/** The input of the search for the phase's lines. */
interface Place {
  readonly lines: readonly string[];
  readonly folded: ReadonlySet<number>;
  readonly number: PhaseNumber;
}

function lastLine({ lines, folded }: Place, wanted: (line: string) => boolean): number | undefined {
  const index = lines.findLastIndex((line, index) => !folded.has(index) && wanted(line));
  return index === -1 ? undefined : index;
}

/** Returns the lines below the phase's heading, up to the next heading of its level. */
function sectionLines(place: Place): readonly number[] {
  const { lines, folded, number } = place;
  const heading = lastLine(place, (line) => isPhase(PHASE_HEADING.exec(line)?.[2], number));
  if (heading === undefined) return [];
  const level = PHASE_HEADING.exec(lines[heading]!)![1]!.length;
  const within: number[] = [];
  for (let index = heading + 1; index < lines.length; index++) {
    const other = /^(#{1,6})[ \t]/.exec(lines[index]!);
    if (other !== null && other[1]!.length <= level) break;
    if (!folded.has(index)) within.push(index);
  }
  return within;
}

function isComplete({ plans }: Progress): boolean {
  return plans.length > 0 && plans.every(({ complete }) => complete);
}

/** Reports whether the phase is to be ticked. */
function isAccepted(progress: Progress): boolean {
  return isComplete(progress) && progress.accepted === true;
}

/**
 * Reports whether a phase loses its tick: if tasks were undone, or by a verification, one with gaps in any case, one that needs a person
 * if wf itself ticked it, not verified.
 */
function losesTick(line: string, progress: Progress): boolean {
  if (progress.reopened || progress.verdict?.word === "gaps") return true;
  return progress.verdict?.word === "needs a person" && !isAccepted(progress) && TICKED_UNVERIFIED.test(line);
}

function plansBegun({ plans }: Progress): boolean {
  return plans.some(({ complete }) => complete);
}

/** Formats the number of complete plans: `1/3`. */
function counts({ plans }: Progress): string {
  return `${plans.filter(({ complete }) => complete).length}/${plans.length}`;
}

/**
 * Ticks the phase with the date, and notes if it was not verified. A phase that is not accepted and does not lose
 * its tick keeps its line.
 */
function phaseItem(line: string, progress: Progress): string {
  if (losesTick(line, progress)) {
    return line.replace(/\[[xX]\]/, "[ ]").replace(/[ \t]*\(completed \d{4}-\d{2}-\d{2}[^)]*\)/i, "");
  }
  if (!isAccepted(progress)) return line;
  const ticked = line.replace(/\[[ xX]\]/, "[x]");
  const note = progress.verdict?.word === "verified" ? "" : NOT_VERIFIED;
  if (!/\(completed [^)]*\)/i.test(ticked)) {
    return `${ticked.trimEnd()} (completed ${isoDate(progress.time)}${note})`;
  }
  return note === "" ? ticked.replace(TICKED_UNVERIFIED, "$1)") : ticked;
}

const NOT_VERIFIED = ", not verified";
const TICKED_UNVERIFIED = /(\(completed [^)]*?), not verified\)/i;

/**
 * Returns the verdict for the progress table: `Verified`, `Needs a person (2)`; undefined if it is unknown.
 */
function statusCell(progress: Progress): string | undefined {
  if (!isComplete(progress)) return "In Progress";
  if (progress.verdict === undefined) return undefined;
  const text = verdictText(progress.verdict);
  const words = `${text.charAt(0).toUpperCase()}${text.slice(1)}`;
  return isAccepted(progress) && progress.verdict.word === "executed" ? `${words}${NOT_VERIFIED}` : words;
}

const PLAN_COUNT =
  /^(\*\*Plans(?::\*\*|\*\*:)[ \t]*)(?:TBD|(?:\d+\/)?\d+[ \t]+plans?(?:[ \t]+(complete|executed))?((?:[ \t]*[(,;—–-]|[ \t]+in[ \t]).*)?)$/;
const PLAN_ITEM = /^([ \t]*[-*][ \t]+\[)[ xX](\][ \t]+[*`[]*([^\s:*`[\]]+).*)$/;

/** Updates a line `**Plans**: 3 plans`, or the item of a plan. */
function planLine(line: string, progress: Progress): string {
  const text = line.trimEnd();
  const count = PLAN_COUNT.exec(text);
  if (count) {
    const word = isComplete(progress) ? "complete" : count[2] ?? "complete";
    return `${count[1]}${counts(progress)} plans ${word}${count[3] ?? ""}${line.slice(text.length)}`;
  }
  const item = PLAN_ITEM.exec(line);
  const plan = item && planNamed(item[3]!, progress.plans);
  return plan ? `${item![1]}${plan.complete ? "x" : " "}${item![2]}` : line;
}

/** The columns of a progress table, as indexes among the parts between its bars; -1 for a missing column. */
interface Columns {
  readonly plans: number;
  readonly status: number;
  readonly completed: number;
}

/** Returns the last row of the phase in a table with a column of plans. */
function lastRow({ lines, folded, number }: Place): { index: number; columns: Columns } | undefined {
  let columns: Columns | undefined;
  let found: { index: number; columns: Columns } | undefined;
  for (const [index, line] of lines.entries()) {
    if (!/^[ \t]*\|/.test(line)) columns = undefined;
    else if (isTableHeader(lines, index)) columns = readColumns(line);
    else if (columns !== undefined && !folded.has(index) && isPhase(phaseOfRow(line), number)) {
      found = { index, columns };
    }
  }
  return found;
}

function readColumns(header: string): Columns | undefined {
  const names = cellsOf(header).map((cell) => cell.replaceAll("*", "").trim());
  const plans = names.findIndex((name) => /^plans\b/i.test(name));
  if (plans === -1) return undefined;
  const status = names.findIndex((name) => /^status$/i.test(name));
  return { plans, status, completed: names.findIndex((name) => /^completed?(?: date| on)?$/i.test(name)) };
}

interface Row {
  readonly columns: Columns;
  /** True if all plans of the phase are complete and it was ticked before, so that its date stays. */
  readonly ticked: boolean;
}

function tableRow(line: string, { columns, ticked }: Row, progress: Progress): string {
  const cells = cellsOf(line);
  const set = (column: number, value: string, replaceable = /^/) => {
    const old = cells[column];
    if (column === -1 || old === undefined || column === cells.length - 1) return;
    if (replaceable.test(old.trim())) cells[column] = cell(value, old);
  };
  if (!/^(?:\d+[ \t]*\/[ \t]*(?:\d+|\?|TBD)|\d+|TBD|[-—–]?)$/i.test(cells[columns.plans]?.trim() ?? "x")) {
    return line;
  }
  const accepted = isAccepted(progress);
  const status = statusCell(progress);
  set(columns.plans, counts(progress));
  if (progress.reopened && !plansBegun(progress)) set(columns.status, "Planned");
  else if (!plansBegun(progress)) set(columns.status, "Planned", /^(?:not started|TBD|[-—–]?)$/i);
  else if (status !== undefined) set(columns.status, status);
  if (accepted) set(columns.completed, isoDate(progress.time), /^(?:TBD|[-—–]?)$/i);
  else if (!ticked) set(columns.completed, "-", /^(?:\d{4}-\d{2}-\d{2})?$/);
  return cells.join("|");
}

/** Pads a value like the old one, so that columns stay aligned. */
function cell(value: string, old: string): string {
  const before = /^\s*/.exec(old)![0];
  const after = /\s+$/.test(old) ? " " : "";
  return `${before.slice(0, 1)}${value}${after}`.padEnd(old.length);
}

/** Returns the plan of an item: by its file, otherwise by its number. */
function planNamed(text: string, plans: readonly PlanProgress[]): PlanProgress | undefined {
  const stem = stemOf(text);
  const ids = [stem, ...planReferences(text).map(({ phase, plan }) => phase && planId(phase, plan))];
  const byKey = new Map(plans.toReversed().map((plan) => [planKey(plan.id), plan]));
  const named = ids.flatMap((id) => id === undefined ? [] : byKey.get(planKey(id)) ?? []);
  return plans.find((plan) => plan.stem === stem && stem !== "") ?? named[0];
}
