import { groupBy } from "../collections/group_by.ts";
import type {
  FileOverlap,
  OverlapResolution,
  ParallelizationExplanation,
  PlanPlacement,
  SequentialReason,
  WaveConcurrency,
  WavesExplanation,
} from "../../schemas/results/waves.ts";
import { planPart } from "../parse/ids/plan_id.ts";
import { columns, cutColumns, oneLine } from "./terminal/display_width.ts";
import { type Cell, fittedTable } from "./terminal/table.ts";
import { stateCell } from "./terminal/states.ts";
import { SLOW_CHECKOUTS } from "./run/execution.ts";
import { reportWidth, type Style } from "./terminal/style.ts";
import { count } from "../text/count.ts";

/** The widths of the beginning and of a column of a matrix of shared files; of wider ones, only the list is shown. */
const [MATRIX_START, MATRIX_COLUMN] = [8, 4];

/** Explains the waves of a phase: the plans, their shared files, and how long they take. */
export function explanationText(explain: WavesExplanation, style: Style): string {
  const { plans, overlaps, criticalPath, parallelization } = explain;
  if (plans.length === 0) return "No plans\n";
  const open = plans.reduce((sum, { tasks }) => sum + tasks.total - tasks.done, 0);
  if (open === 0) return `${placementLines(plans, style).join("\n")}\n\nNo task is left to do\n`;
  const parts = [
    placementLines(plans, style),
    [style.bold("Shared files"), ...overlapLines(overlaps, plans.map(({ plan }) => plan), style)],
    [
      style.bold("How long it takes"),
      ...chainLines(criticalPath.plans, `, ${criticalPath.tasks} of ${count(open, "task")}`, style),
    ],
    [style.bold("As configured"), ...parallelizationLines(parallelization)],
  ];
  return parts.map((lines) => `${lines.join("\n")}\n`).join("\n");
}

/** Formats the critical path on as many lines as it needs. */
function chainLines(plans: readonly string[], end: string, style: Style): string[] {
  const lines: string[] = [];
  let line = "  Critical path:";
  for (const [index, plan] of plans.entries()) {
    const item = `${index === 0 ? "" : " →"} ${plan}`;
    if (columns(line + item + end) > reportWidth(style)) {
      lines.push(`${line} →`);
      line = `    ${plan}`;
    } else line += item;
  }
  return [...lines, line + end];
}

function placementLines(plans: readonly PlanPlacement[], style: Style): string[] {
  const rows = plans.flatMap((placement, index): Cell[][] => {
    const { plan, wave, state, tasks, elsewhere } = placement;
    const isFirst = plans[index - 1]?.wave !== wave;
    const row: Cell[] = [
      { text: isFirst ? `Wave ${wave}` : "", mark: style.bold },
      stateCell(state, style),
      { text: plan },
      { text: `${tasks.done}/${tasks.total}` },
      { text: reasonText(placement) },
    ];
    const outer = elsewhere.map(({ plan, complete }): Cell[] => [
      ...row.slice(0, -1).map(() => ({ text: "" })),
      complete
        ? { text: `${plan} of another phase is complete`, mark: style.dim }
        : { text: `waits for ${plan} of another phase, which is not complete`, mark: style.yellow },
    ]);
    return [row, ...outer];
  });
  return fittedTable(rows, { align: ["left", "left", "left", "right", "fill"], width: reportWidth(style) });
}

function reasonText({ because, elsewhere }: PlanPlacement): string {
  const [last, ...through] = because;
  if (last === undefined) return elsewhere.length === 0 ? "no dependencies" : "none within the phase";
  return `after ${last}${through.length === 0 ? "" : `, through ${through.join(", ")}`}`;
}

/** @param order The order of the plans in the matrices. */
function overlapLines(overlaps: readonly FileOverlap[], order: readonly string[], style: Style): string[] {
  if (overlaps.length === 0) return ["  None: the open plans of each wave declare different files"];
  const waves = groupBy(overlaps, ({ wave }) => wave);
  return [...waves.values()].flatMap((pairs) => {
    const needed = pairs.filter((pair) => pair.resolution !== undefined);
    const rest = pairs.length - needed.length;
    return [
      ...matrixLines(pairs, order, style),
      ...needed.flatMap((pair) => pairLines(pair, pair.resolution!, style)),
      ...(rest === 0
        ? []
        : [style.dim(`  ${count(rest, "further pair")}: separated by the same dependencies`)]),
    ];
  });
}

/** Formats the numbers of shared paths: a row for each later plan, a column for each earlier one. */
function matrixLines(pairs: readonly FileOverlap[], order: readonly string[], style: Style): string[] {
  const title = { text: `Wave ${pairs[0]!.wave}`, mark: style.bold };
  const inOrder = (ids: readonly string[]) => order.filter((id) => ids.includes(id));
  const earlier = inOrder(pairs.map(({ first }) => first));
  const later = inOrder(pairs.map(({ second }) => second));
  if (MATRIX_START + earlier.length * MATRIX_COLUMN > reportWidth(style)) {
    return [`  ${title.mark(title.text)}`];
  }
  const shared = new Map(pairs.map(({ first, second, paths }) => [`${first} ${second}`, paths.length]));
  const cell = (first: string, second: string): Cell => {
    const number = shared.get(`${first} ${second}`);
    if (number !== undefined) return { text: String(number), mark: style.yellow };
    return { text: order.indexOf(first) < order.indexOf(second) ? "·" : "", mark: style.dim };
  };
  const rows = [
    [title, ...earlier.map((id) => ({ text: planPart(id), mark: style.dim }))],
    ...later.map((second) => [{ text: second }, ...earlier.map((first) => cell(first, second))]),
  ];
  const align = ["left" as const, ...earlier.map(() => "right" as const)];
  return fittedTable(rows, { align, width: reportWidth(style) }).map((line) => `  ${line}`);
}

function pairLines(
  { first, second, paths }: FileOverlap,
  resolution: OverlapResolution,
  style: Style,
): string[] {
  const { plan, dependsOn, moves, criticalPath: { before, after } } = resolution;
  const to = moves.find((move) => move.plan === plan)?.to;
  const others = moves.length > 1 ? `, followed by ${count(moves.length - 1, "plan")}` : "";
  const change = before === after ? `stays ${after}` : `${before} → ${after}`;
  return [
    pathsLine(`  ${second} runs after ${first}: both change `, paths, style),
    `    → ${style.cyan(`add ${dependsOn} to depends_on of ${plan}`)}: to wave ${to}${others}`,
    style.dim(`      critical path ${change}`),
  ];
}

/** Formats as many paths as fit on one line after a text, and the number of the others. */
function pathsLine(text: string, paths: readonly string[], style: Style): string {
  const width = reportWidth(style);
  const [first = "", ...others] = paths.map(oneLine);
  const rest = (left: number) => left === 0 ? "" : ` and ${left} more`;
  let line = text + first;
  let left = others.length;
  for (const path of others) {
    const longer = `${line}, ${path}`;
    if (columns(longer + rest(left - 1)) > width) break;
    [line, left] = [longer, left - 1];
  }
  return cutColumns(line, width - rest(left).length) + rest(left);
}

function parallelizationLines({ waves }: ParallelizationExplanation): string[] {
  const [first] = waves;
  const common = waves.every(({ sequential }) => sequential === first!.sequential)
    ? first!.sequential
    : undefined;
  return common === undefined
    ? waves.map((wave) => `  Wave ${wave.wave}: ${waveText(wave)}`)
    : [`  One plan at a time: ${WHY[common]}`];
}

function waveText({ plans, atOnce, sequential }: WaveConcurrency): string {
  if (sequential === "single-plan-wave") return "1 plan, alone";
  if (sequential !== undefined) return `${plans} plans, one at a time: ${WHY[sequential]}`;
  return atOnce === plans ? `${plans} plans at the same time` : `${plans} plans, ${atOnce} at the same time`;
}

const WHY: Readonly<Record<SequentialReason, string>> = {
  "enabled": "parallelization.enabled is false",
  "plan_level": "parallelization.plan_level is false",
  "max_concurrent_agents": "parallelization.max_concurrent_agents is 1",
  "min_plans_for_parallel": "they are fewer than parallelization.min_plans_for_parallel",
  "single-plan-phase": "it is the only plan of the phase",
  "single-plan-wave": "each is alone in its wave",
  "shared-files": "they share files",
  "no-commit": "the repository has no commit yet that worktrees could start from",
  "submodules": "the repository has submodules, which worktrees do not contain",
  "checkouts": SLOW_CHECKOUTS,
};
