import type { DoneOf, PhaseStatus, PlanState, PlanStatus, StatusResult } from "../../schemas/output.ts";
import { columns, cutColumns, oneLine, padColumns, padColumnsStart } from "./columns.ts";
import { count, type Style } from "./style.ts";

/** Columns of the screen it is made for. */
const WIDTH = 80;
/** Most rows of a table; what is further away from the work under way is folded into one row. */
const ROWS = 9;

/** How far a project is, on one screen: a row for each phase, and the plans of the phase under way. */
export function statusText(result: StatusResult, style: Style): string {
  const { phases, current, next } = result;
  const shown = phases.find(({ number }) => number === current);
  const parts = [
    heading(result, style),
    phaseTable(phases, current, style),
    ...(shown === undefined ? [] : [planTable(shown, style)]),
    nextText(next, phases, style),
  ];
  return parts.filter((lines) => lines.length > 0).map((lines) => lines.map((line) => `${line}\n`).join(""))
    .join("\n");
}

/** A mark of one column for a state. */
export function stateMark(state: PlanState | PhaseStatus["state"], style: Style): string {
  switch (state) {
    case "complete":
      return style.green("✓");
    case "in-progress":
      return style.yellow("●");
    case "not-started":
      return "○";
    case "unplanned":
      return style.dim("·");
    case "unreadable":
      return style.red("✗");
  }
}

function heading({ milestone, branch, repository, totals }: StatusResult, style: Style): string[] {
  const where = branch !== null
    ? `branch ${style.cyan(oneLine(branch))}`
    : style.yellow(repository ? "no branch: HEAD is detached" : "no git repository");
  const name = milestone === undefined ? "" : oneLine(`${milestone.version} ${milestone.name}`);
  return [
    `${name === "" ? "" : `${style.bold(cutColumns(name, WIDTH))} · `}${where}`,
    style.dim(
      [[totals.phases, "phase"], [totals.plans, "plan"], [totals.tasks, "task"]].map(([of, noun]) => {
        const { done, total } = of as DoneOf;
        return `${done} of ${count(total, noun as string)}`;
      }).join(", ") + " done",
    ),
  ];
}

function phaseTable(phases: readonly PhaseStatus[], current: string | undefined, style: Style): string[] {
  if (phases.length === 0) return ["The project has no phases yet"];
  const at = phases.findIndex(({ number }) => number === current);
  const { before, shown, after } = around(phases, at === -1 ? phases.length - 1 : at);
  const rows = [
    ["", style.dim("Phase"), "", style.dim("Plans"), style.dim("Tasks")],
    ...foldedPhases(before, style),
    ...shown.map((phase) => {
      const mark = stateMark(phase.state, style);
      const name = oneLine(phase.name);
      if (phase.plans.length === 0) return [mark, phase.number, style.dim(name), style.dim("none"), ""];
      const marked = phase.number === current ? style.bold(name) : name;
      return [mark, phase.number, marked, ratio(planCount([phase])), ratio(taskCount(phase.plans))];
    }),
    ...foldedPhases(after, style),
  ];
  return table(rows, ["left", "left", "fill", "right", "right"]);
}

function foldedPhases(phases: readonly PhaseStatus[], style: Style): string[][] {
  if (phases.length === 0) return [];
  const done = phases.filter(({ state }) => state === "complete").length;
  const what = done === 0 ? "" : done === phases.length ? ", all complete" : `, ${done} complete`;
  const name = `${phases.length} phases${what}, to ${phases.at(-1)!.number}`;
  const counts = [planCount(phases), taskCount(phases.flatMap(({ plans }) => plans))].map(ratio);
  return [[foldMark(phases, style), phases[0]!.number, style.dim(name), ...counts]];
}

function planTable({ number, name, plans }: PhaseStatus, style: Style): string[] {
  const ordered = plans.toSorted((a, b) => (a.wave ?? Infinity) - (b.wave ?? Infinity) || 0);
  const open = ordered.findIndex(({ state }) => state !== "complete");
  const { before, shown, after } = around(ordered, open);
  const folded = (items: readonly PlanStatus[]) => {
    if (items.length === 0) return [];
    const text = style.dim(`${items.length} plans, to ${items.at(-1)!.id}`);
    return [[foldMark(items, style), items[0]!.id, "", ratio(taskCount(items)), text]];
  };
  const rows = [
    ["", style.dim("Plan"), style.dim("Wave"), style.dim("Tasks"), style.dim("Objective")],
    ...folded(before),
    ...shown.map(({ id, wave, state, tasks, objective }) => [
      stateMark(state, style),
      id,
      wave === undefined ? style.red("none") : String(wave),
      ratio(tasks),
      state === "unreadable" ? style.red("cannot be read") : oneLine(objective),
    ]),
    ...folded(after),
  ];
  const title = cutColumns(`Phase ${number}: ${oneLine(name)}`, WIDTH);
  return [style.bold(title), ...table(rows, ["left", "left", "right", "right", "fill"])];
}

function nextText(next: readonly string[], phases: readonly PhaseStatus[], style: Style): string[] {
  if (next.length > 0) {
    return [style.bold("Next:"), ...next.slice(0, 3).map((command) => `  ${style.cyan(command)}`)];
  }
  const unplanned = phases.find(({ state }) => state === "unplanned");
  if (unplanned === undefined) return [];
  const { number, name } = unplanned;
  return [
    `Phase ${number} (${cutColumns(oneLine(name), 40)}) has no plans yet: write them into`,
    `  .planning/phases/${number}-…/`,
  ];
}

interface Around<T> {
  readonly before: readonly T[];
  readonly shown: readonly T[];
  readonly after: readonly T[];
}

/** The items around one, so many that with a row for each of the others they are no more than {@link ROWS}. */
function around<T>(items: readonly T[], focus: number): Around<T> {
  if (items.length <= ROWS) return { before: [], shown: items, after: [] };
  const start = focus <= 2 ? 0 : focus >= items.length - ROWS + 2 ? items.length - ROWS + 1 : focus - 1;
  const end = start === 0 ? ROWS - 1 : Math.min(items.length, start + ROWS - (start > items.length - ROWS ? 1 : 2));
  return { before: items.slice(0, start), shown: items.slice(start, end), after: items.slice(end) };
}

/** The mark of several: theirs when they have the same, else a gap. */
function foldMark(items: readonly { readonly state: PlanState | PhaseStatus["state"] }[], style: Style): string {
  const states = new Set(items.map(({ state }) => state));
  return states.size === 1 ? stateMark([...states][0]!, style) : style.dim("…");
}

function planCount(phases: readonly PhaseStatus[]): DoneOf {
  const plans = phases.flatMap((phase) => phase.plans);
  return { done: plans.filter(({ state }) => state === "complete").length, total: plans.length };
}

function taskCount(plans: readonly PlanStatus[]): DoneOf {
  return {
    done: plans.reduce((sum, { tasks }) => sum + tasks.done, 0),
    total: plans.reduce((sum, { tasks }) => sum + tasks.total, 0),
  };
}

function ratio({ done, total }: DoneOf): string {
  return `${done}/${total}`;
}

/** How a column stands; `fill` is cut so that the row fits the screen. */
type Align = "left" | "right" | "fill";

/** Rows as lines of at most {@link WIDTH} columns. */
function table(rows: readonly (readonly string[])[], align: readonly Align[]): string[] {
  const widths = align.map((_, index) => Math.max(...rows.map((row) => columns(plain(row[index]!)))));
  const others = widths.reduce((sum, width, index) => sum + (align[index] === "fill" ? 0 : width + 2), 0);
  return rows.map((row) =>
    row.map((cell, index) => {
      const width = align[index] === "fill" ? Math.min(widths[index]!, WIDTH - others) : widths[index]!;
      const text = plain(cell);
      const fitted = cell.replace(text, () => cutColumns(text, width));
      const missing = " ".repeat(Math.max(0, width - columns(plain(fitted))));
      return align[index] === "right" ? missing + fitted : fitted + missing;
    }).join("  ").trimEnd()
  );
}
