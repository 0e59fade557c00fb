import type {
  DoneOf,
  HostedStatus,
  PhaseStatus,
  PlanStatus,
  StatusResult,
} from "../../../schemas/results/status.ts";
import { defined } from "../../collections/defined.ts";
import { verdictText } from "../../plan/status/phase_verdict.ts";
import type { UsageSums, UsageTotal } from "../../../schemas/usage.ts";
import { spentText, usageText } from "../../plan/usage/usage_text.ts";
import { isQuickDay } from "../../plan/quick/quick_plan.ts";
import { revertedText } from "../../plan/execution/reverted_tasks.ts";
import { runCell } from "../run/runs.ts";
import { durationText } from "../terminal/duration.ts";
import { cutColumns, oneLine } from "../terminal/display_width.ts";
import { todoText } from "../terminal/next_lines.ts";
import { type Align, type Cell, fittedTable } from "../terminal/table.ts";
import { phaseCell, stateCell } from "../terminal/states.ts";
import { reportWidth, type Style } from "../terminal/style.ts";
import { wrapLines } from "../terminal/wrap_words.ts";
import { count } from "../../text/count.ts";
import { doneOf, phasesOf, tasksOf } from "../../plan/status/totals.ts";

/** The maximum number of rows of both tables together; rows far from the current work are folded. */
const MAX_ROWS = 12;
/** The maximum number of reverted tasks. */
const MAX_REVERTED = 3;
/** The maximum number of next commands. */
const MAX_COMMANDS = 3;

/** The heading of the commands that remove merged branches. */
export const MERGED_KEPT = "Merged branches are kept; to remove them:";

/**
 * Describes the status of a project, on one screen however large it is: a row for each phase, and the plans
 * of the current phase.
 *
 * @param workstream The name of the workstream, if it is one.
 */
export function statusText(result: StatusResult, style: Style, workstream?: string): string {
  const { phases, current } = result;
  const inProgress = phases.find(({ number }) => number === current);
  const parts = [
    wrapLines([...heading(result, style, workstream), ...mergeLines(result, style)], style),
    runLines(result, style),
    phaseLines(result, inProgress, style),
    inProgress === undefined ? [] : planLines(inProgress, rowsFor(phases), style),
    revertedLines(phases, style),
    nextLines(result, style),
    cleanupLines(result, style),
  ];
  return parts.filter((lines) => lines.length > 0).map((lines) => `${lines.join("\n")}\n`).join("\n");
}

function heading(
  { milestone, branch, repository, totals, phases: all, ...sums }: StatusResult,
  style: Style,
  workstream?: string,
): string[] {
  const here = branch !== null
    ? `branch ${style.cyan(oneLine(branch))}`
    : style.yellow(repository ? "no branch: HEAD is detached" : "no git repository");
  const where = workstream === undefined ? here : `workstream ${oneLine(workstream)} · ${here}`;
  const { plans, tasks } = totals;
  const phases = phasesOf(all);
  const done = (of: DoneOf, noun: string) => `${of.done} of ${count(of.total, noun)}`;
  const used = usageLines(sums).map((line) => style.dim(cutColumns(line, reportWidth(style))));
  const executed = done({ ...phases, done: phases.executed }, "phase");
  const verified = phases.executed === 0 ? "" : `, ${phases.verified} verified`;
  const totalsText = `${executed} executed${verified}; ${done(plans, "plan")}, ${done(tasks, "task")}`;
  const lines = [...phases.total === 0 ? [] : [style.dim(totalsText)], ...used];
  if (milestone === undefined) return [where, ...lines];
  return [`${style.bold(titleOf(milestone, style))} · ${where}`, ...lines];
}

/** Returns the version and name of a milestone. */
function titleOf(
  { version, name }: { readonly version: string; readonly name: string },
  style: Style,
): string {
  return cutColumns(oneLine(`${version} ${name}`.trim()), reportWidth(style) / 2);
}

/** Describes what all turns used, and which phases and roles, if there are several. */
function usageLines({ usage, phaseUsage = [], roleUsage = [] }: UsageSums): readonly string[] {
  if (usage === undefined) return [];
  const parts = (all: readonly (readonly [name: string, total: UsageTotal])[]) =>
    all.length < 2 ? [] : [
      `  ${
        oneLine(all.map(([name, total]) => `${name}: ${spentText(total) || "not reported"}`).join(" · "))
      }`,
    ];
  return [
    oneLine(`Used: ${usageText(usage)}`),
    ...parts(phaseUsage.map((of) => [`${isQuickDay(of.phase) ? "quick" : "phase"} ${of.phase}`, of])),
    ...parts(roleUsage.map((of) => [of.role, of])),
  ];
}

function mergeLines({ merge }: StatusResult, style: Style): string[] {
  if (merge === undefined) return [];
  const { branch, base, unresolved } = merge;
  const [path, ...more] = unresolved;
  const others = more.length === 0 ? "" : ` and ${more.length} more`;
  const what = path === undefined ? "everything is resolved" : `${path}${others} to resolve`;
  const line = `Merge of ${branch} into ${base} waits: ${what}`;
  return [style.yellow(cutColumns(oneLine(line), reportWidth(style)))];
}

/** Describes the last run: what it works on, or why it stopped. */
function runLines({ run, hosted }: StatusResult, style: Style): string[] {
  const shown = hosted === undefined ? [] : [hostedLine(hosted)];
  if (run === undefined || (hosted !== undefined && run.state !== "running")) return shown;
  const { command, state, milliseconds, reason, plans, id } = run;
  const { text, mark = (text: string) => text } = runCell(state, style);
  const time = durationText(milliseconds);
  const first = state === "running"
    ? `${mark("Running")}: ${oneLine(command)}, for ${time}`
    : `Last run: ${oneLine(command)}, ${mark(text)} after ${time}`;
  const lines = plans.map(({ id, tasks, working }) => {
    const names = working.map(({ number, name }) => `${number} ${oneLine(name)}`).join(", ");
    return style.dim(
      cutColumns(
        `  ${id}  ${tasks.done}/${tasks.total} tasks${names && `, task ${names}`}`,
        reportWidth(style),
      ),
    );
  });
  if (hosted !== undefined) return [...shown, ...lines];
  if (state === "running") return [first, ...lines];
  const why = reason === "" ? [] : [`  ${cutColumns(oneLine(reason), reportWidth(style) - 2)}`];
  return [first, ...why, ...lines, style.dim(`  wf log --run ${id}`)];
}

function hostedLine({ command, turns }: HostedStatus): string {
  const waits = turns.length === 0 ? "your answer" : `its report of ${turns.join(", ")}`;
  return `A coding agent carries out ${oneLine(command)}; wf waits for ${waits}`;
}

function phaseLines(
  { phases, completed }: StatusResult,
  inProgress: PhaseStatus | undefined,
  style: Style,
): string[] {
  if (phases.length === 0) {
    return completed === undefined
      ? ["The project has no phases yet"]
      : [`${style.green("✓")} Milestone ${titleOf(completed, style)} is complete, and no other has begun`];
  }
  const { dim } = style;
  const verdicts = phases.some((phase) => phase.verdict !== undefined || tickedText(phase) !== "");
  const fold = (folded: readonly PhaseStatus[]): Cell[][] => {
    if (folded.length === 0) return [];
    const done = folded.filter((phase) => phase.done).length;
    const name = `to ${folded.at(-1)!.number}: ${count(folded.length, "phase")}, ${done} done`;
    return [[
      commonMark(folded.map((phase) => phaseCell(phase, style)), style),
      { text: folded[0]!.number },
      { text: name, mark: dim },
      planCount(folded),
      ratio(tasksOf(folded.flatMap(({ plans }) => plans))),
      ...(verdicts ? [{ text: "" }] : []),
    ]];
  };
  const row = (phase: PhaseStatus): Cell[] => {
    const { number, name, state, plans, aside, verdict } = phase;
    const isDim = state === "unplanned" || aside !== undefined;
    const mark = phase === inProgress ? style.bold : isDim ? dim : undefined;
    return [
      phaseCell(phase, style),
      { text: number },
      { text: oneLine(name) + (aside === undefined ? "" : ` (${aside})`), ...defined({ mark }) },
      plans.length === 0 ? { text: "none", mark: dim } : planCount([phase]),
      plans.length === 0 ? { text: "" } : ratio(tasksOf(plans)),
      ...(verdicts ? [{ text: verdict === undefined ? tickedText(phase) : verdictText(verdict) }] : []),
    ];
  };
  const focus = inProgress === undefined ? 0 : phases.indexOf(inProgress);
  const { before, shown, after } = around(phases, focus, rowsFor(inProgress?.plans ?? []));
  const columns = ["", "", "Phase", "Plans", "Tasks", ...(verdicts ? ["Verdict"] : [])];
  const headings = columns.map((text) => ({ text, mark: dim }));
  return table([headings, ...fold(before), ...shown.map(row), ...fold(after)], [
    "left",
    "left",
    "fill",
    "right",
    "right",
    ...(verdicts ? ["left"] as const : []),
  ], style);
}

/** Describes a phase that is done because the roadmap ticks it, although plans are open. */
function tickedText({ done, state }: PhaseStatus): string {
  return done && state !== "complete" ? "ticked" : "";
}

function planLines({ number, name, plans }: PhaseStatus, rows: number, style: Style): string[] {
  const { dim, red } = style;
  const ordered = plans.toSorted((a, b) => (a.wave ?? plans.length + 1) - (b.wave ?? plans.length + 1));
  const fold = (folded: readonly PlanStatus[]): Cell[][] => {
    if (folded.length === 0) return [];
    const complete = folded.filter(({ state }) => state === "complete").length;
    const text = `to ${folded.at(-1)!.id}: ${count(folded.length, "plan")}, ${complete} complete`;
    return [[
      commonMark(folded.map(({ state }) => stateCell(state, style)), style),
      { text: folded[0]!.id },
      { text: "" },
      ratio(tasksOf(folded)),
      { text, mark: dim },
    ]];
  };
  const row = ({ id, wave, state, tasks, objective, skipped = [] }: PlanStatus): Cell[] => [
    stateCell(state, style),
    { text: id },
    wave === undefined ? { text: "none", mark: red } : { text: String(wave) },
    ratio(tasks),
    state === "unreadable" ? { text: "cannot be read", mark: red } : {
      text: (skipped.length === 0 ? "" : `(${count(skipped.length, "task")} skipped) `) +
        oneLine(objective),
    },
  ];
  const focus = ordered.findIndex(({ state }) => state !== "complete");
  const { before, shown, after } = around(ordered, focus, rows);
  const headings = ["", "Plan", "Wave", "Tasks", "Objective"].map((text) => ({ text, mark: dim }));
  return [
    style.bold(cutColumns(`Phase ${number}: ${oneLine(name)}`, reportWidth(style))),
    ...table([headings, ...fold(before), ...shown.map(row), ...fold(after)], [
      "left",
      "left",
      "right",
      "right",
      "fill",
    ], style),
  ];
}

/**
 * Lists the tasks that count as done although a later commit reverts theirs, with the command to run them
 * again.
 */
function revertedLines(phases: readonly PhaseStatus[], style: Style): string[] {
  const found = phases.flatMap(({ plans }) => plans).flatMap(({ id, reverted = [] }) => {
    return reverted.map((task) => [
      `${style.yellow("!")} ${revertedText(id, task)}:`,
      `  ${style.cyan(oneLine(task.again))}`,
    ]);
  });
  const more = found.length - MAX_REVERTED;
  return [
    ...found.slice(0, MAX_REVERTED).flat(),
    ...(more > 0 ? [style.dim(`  ${count(more, "task")} more, see --json`)] : []),
  ];
}

function cleanupLines({ cleanup = [] }: StatusResult, style: Style): string[] {
  const shown = cleanup.slice(0, MAX_COMMANDS).map((command) => style.dim(`  ${command}`));
  return shown.length === 0 ? [] : [MERGED_KEPT, ...shown];
}

function nextLines({ next, todo, phases }: StatusResult, style: Style): string[] {
  if (next.length > 0) {
    const commands = next.slice(0, MAX_COMMANDS).map((command) => `  ${style.cyan(command)}`);
    return [style.bold("Next:"), ...todo === undefined ? [] : [`  ${todoText(oneLine(todo))}`], ...commands];
  }
  if (phases.length === 0) return [style.bold("Next:"), "  add phases to .planning/ROADMAP.md"];
  const unplanned = phases.find(({ state, aside }) => state === "unplanned" && aside === undefined);
  if (unplanned === undefined) {
    const allDone = phases.every(({ done, aside }) => done || aside !== undefined);
    return allDone ? [style.bold("Next:"), "  add the next phases to .planning/ROADMAP.md"] : [];
  }
  const name = cutColumns(oneLine(unplanned.name), reportWidth(style) / 2);
  return [
    style.bold("Next:"),
    `  write plans for phase ${unplanned.number} (${name})`,
    `  into .planning/phases/${unplanned.number}-…/`,
  ];
}

function table(rows: readonly (readonly Cell[])[], align: readonly Align[], style: Style): string[] {
  return fittedTable(rows, { align, width: reportWidth(style) });
}

interface Around<T> {
  readonly before: readonly T[];
  readonly shown: readonly T[];
  readonly after: readonly T[];
}

/**
 * Returns the number of rows that one table may have next to the items of the other: the rest, at least half.
 */
function rowsFor(others: readonly unknown[]): number {
  return Math.max(MAX_ROWS / 2, MAX_ROWS - others.length);
}

/**
 * Selects the items around one of them. They and one row for the others on each side take at most `rows`
 * rows. A single item is never left out, because that saves no row.
 */
function around<T>(items: readonly T[], focus: number, rows: number): Around<T> {
  if (items.length <= rows) return { before: [], shown: items, after: [] };
  let start = Math.min(Math.max(0, focus - 1), items.length - (rows - 2));
  let end = start + rows - 2;
  if (start <= 1) [start, end] = [0, rows - 1];
  else if (items.length - end <= 1) [start, end] = [items.length - (rows - 1), items.length];
  return { before: items.slice(0, start), shown: items.slice(start, end), after: items.slice(end) };
}

/** Returns the mark that all have in common, otherwise `…`. */
function commonMark(marks: readonly Cell[], style: Style): Cell {
  const first = marks[0]!;
  return marks.every(({ text }) => text === first.text) ? first : { text: "…", mark: style.dim };
}

function planCount(phases: readonly PhaseStatus[]): Cell {
  return ratio(doneOf(phases.flatMap((phase) => phase.plans)));
}

function ratio({ done, total }: DoneOf): Cell {
  return { text: `${done}/${total}` };
}
