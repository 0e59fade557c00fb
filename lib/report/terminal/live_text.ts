import type { PlanProgress, PlanView, RoleView, RunView, WaveView } from "../../plan/run/run_view.ts";
import { workedUntil } from "../../plan/run/waiting_time.ts";
import { liveUsageText } from "../../plan/usage/usage_text.ts";
import { visibleOutput } from "../../text/terminal_text.ts";
import { columns, cutColumns, expandTabs } from "./display_width.ts";
import { printable, type Style } from "./style.ts";
import { count } from "../../text/count.ts";

/** The symbol of work in progress: the next one after each tenth of a second. */
const FRAMES = [..."⠋⠙⠹⠸⠼⠴⠦⠧⠇⠏"];

export interface LiveOptions {
  /** Milliseconds since the run began. */
  readonly now: number;
  readonly width: number;
  readonly style: Style;
  /** The plans that can be chosen by their numbers, and the chosen one; absent without keys. */
  readonly choice?: { readonly plans: readonly string[]; readonly chosen: string | undefined };
}

/**
 * Returns what a terminal shows of a run in progress: a line for each wave, and for each plan of the current
 * ones. A wave that has ended is not shown.
 */
export function liveText({ waves, role }: RunView, options: LiveOptions): string {
  const lines = role === undefined ? [] : roleLines(role, options);
  return [...waves.flatMap((wave) => waveLines(wave, options)), ...lines].join("\n");
}

function roleLines(
  { role, startedAt, output }: RoleView,
  { now, width, style }: LiveOptions,
): readonly string[] {
  const line = `${stateMark("working", now, style)} ${role} ${style.dim(clock(now - startedAt))}`;
  return output === "" ? [line] : [line, outputLine(output, width, style)];
}

function outputLine(output: string, width: number, style: Style): string {
  return `    ${style.dim(cut(visibleOutput(output), width - 4))}`;
}

function waveLines({ wave, plans }: WaveView, options: LiveOptions): readonly string[] {
  if (hasEnded(plans)) return [];
  const { style } = options;
  const complete = plans.filter(({ state }) => state === "complete").length;
  const title = `Wave ${wave}  ${style.dim(`${complete} of ${count(plans.length, "plan")}`)}`;
  if (plans.every(({ startedAt }) => startedAt === undefined)) return [`${style.dim("○")} ${title}`];
  const shown = shownPlans(plans);
  const waiting = (all: readonly PlanView[]) => all.filter(({ state }) => state === "waiting").length;
  const left = waiting(plans) - waiting(shown);
  const rest = left === 0 ? [] : [style.dim(`  ○ ${count(left, "more plan")}`)];
  return [`${style.yellow("❯")} ${title}`, ...shown.flatMap((plan) => planLines(plan, options)), ...rest];
}

/** Returns the plans that the live view shows of waves in progress. */
export function plansInProgress({ waves }: Pick<RunView, "waves">): readonly PlanView[] {
  return waves.filter(({ plans }) => !hasEnded(plans)).flatMap(({ plans }) => shownPlans(plans))
    .filter(({ startedAt }) => startedAt !== undefined);
}

function hasEnded(plans: readonly PlanView[]): boolean {
  return plans.every(({ state }) => state === "complete" || state === "stopped");
}

/** The maximum number of plans that a wave shows in addition to those in progress. */
const MAX_OTHERS = 20;
/** The maximum numbers of ended plans and of next ones that it shows if there are more. */
const FEW = 5;

/** Returns the plans of a wave that are shown: of many the ones in progress, the last ended and the next ones. */
function shownPlans(plans: readonly PlanView[]): readonly PlanView[] {
  const own = plans.filter(({ state, startedAt }) => state !== "complete" || startedAt !== undefined);
  const waiting = own.filter(({ state }) => state === "waiting");
  const ended = own.filter(({ state }) => state === "complete" || state === "stopped");
  if (waiting.length + ended.length <= MAX_OTHERS) return own;
  const older = ended.toSorted((a, b) => (a.endedAt ?? 0) - (b.endedAt ?? 0)).slice(0, -FEW);
  const hidden = new Set([...waiting.slice(FEW), ...older]);
  return own.filter((plan) => !hidden.has(plan));
}

/** The columns that a line leaves for the name of the task: on a narrow terminal, cost and time make room for it. */
const MIN_NAME = 16;

/** The line of a plan, and below it the agent's last line, each at most as long as the terminal is wide. */
function planLines(plan: PlanView, options: LiveOptions): readonly string[] {
  const { width, style } = options;
  const line = planLine(plan, options);
  return plan.output === "" ? [line] : [line, outputLine(plan.output, width, style)];
}

/** Returns the line of a plan: its state, progress, time, cost and task. */
export function planLine(plan: PlanView, { now, width, style, choice }: LiveOptions): string {
  const { planned: { id, tasks }, state, done, startedAt, used } = plan;
  const time = startedAt === undefined ? "" : clock(workedUntil(now, plan));
  const parts = [`${done.length}/${tasks.length}`, time, liveUsageText(used)].filter((part) => part !== "");
  const room = width - columns(`  ○ ${id}   `);
  while (parts.length > 1 && columns(parts.join("  ")) > room - MIN_NAME) parts.pop();
  const progress = parts.join("  ");
  const rest = cut(what(plan), room - columns(progress));
  const number = (choice?.plans.indexOf(id) ?? -1) + 1;
  const isChosen = choice?.chosen === id;
  const mark = isChosen ? style.cyan("›") : " ";
  const name = isChosen ? style.cyan(id) : id;
  const place = number >= 1 && number <= 9 ? style.dim(`${number}`) : " ";
  return `${mark}${place}${stateMark(state, now, style)} ${name} ${style.dim(progress)}  ${rest}`;
}

function cut(text: string, width: number): string {
  return cutColumns(expandTabs(text), Math.max(1, width));
}

function stateMark(state: PlanProgress, now: number, style: Style): string {
  switch (state) {
    case "waiting":
      return style.dim("○");
    case "working":
      return style.yellow(FRAMES[Math.floor(now / 100) % FRAMES.length]!);
    case "asking":
      return style.yellow("?");
    case "complete":
      return style.green("✓");
    case "stopped":
      return style.red("✗");
  }
}

/** Returns a duration: `0:07`, `12:30`, `1:02:03`. */
function clock(milliseconds: number): string {
  const seconds = Math.floor(milliseconds / 1000);
  const parts = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
  const [first, ...rest] = parts[0] === 0 ? parts.slice(1) : parts;
  return [first, ...rest.map((part) => String(part).padStart(2, "0"))].join(":");
}

function what({ planned, state, tasks }: PlanView): string {
  switch (state) {
    case "asking":
      return "waits for your answer";
    case "complete":
      return "complete";
    case "stopped":
      return "stopped";
    case "waiting":
    case "working":
      return tasks.length === 0
        ? printable(planned.objective)
        : tasks.map(({ number, name, attempt }) =>
          `${number}. ${printable(name)}${attempt > 1 ? ` (turn ${attempt})` : ""}`
        ).join("; ");
  }
}
