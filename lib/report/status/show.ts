import type { ShownFile, ShownPlan, ShownTask, ShowResult } from "../../../schemas/results/show.ts";
import { usageText } from "../../plan/usage/usage_text.ts";
import { verdictText } from "../../plan/status/phase_verdict.ts";
import { durationText } from "../terminal/duration.ts";
import { cutColumns, oneLine } from "../terminal/display_width.ts";
import { type Cell, fittedTable } from "../terminal/table.ts";
import { stateCell } from "../terminal/states.ts";
import { printable, printableName, type Style } from "../terminal/style.ts";
import { nextLines } from "../terminal/next_lines.ts";
import { wrapLines } from "../terminal/wrap_words.ts";
import { count } from "../../text/count.ts";

/** The width of the output, in columns, if it is not a terminal. */
const WIDTH = 100;
/** The maximum number of files. */
const MAX_FILES = 30;

/** Describes a phase, plan or task: its tasks with commits, checks and answers, its files and its verdict. */
export function showText(result: ShowResult, style: Style): string {
  const { kind, target, name, branch, plans, next } = result;
  const place = branch === null ? "" : style.dim(`branch ${oneLine(printable(branch))}`);
  const title = style.bold(
    `${kind[0]!.toUpperCase()}${kind.slice(1)} ${target}: ${oneLine(printable(name))}`,
  );
  const parts = [
    wrapLines([title, ...place === "" ? [] : [place]], style),
    ...plans.map((plan) => wrapLines(planLines(plan, result, style), style)),
    wrapLines(decisionLines(result.decisions, style), style),
    fileLines(result.files, style),
    wrapLines(verdictLines(result), style),
    nextLines(next, style).slice(1),
  ];
  return parts.filter((lines) => lines.length > 0).map((lines) => `${lines.join("\n")}\n`).join("\n");
}

function planLines(plan: ShownPlan, { kind }: ShowResult, style: Style): string[] {
  const { milliseconds, state, tasks, documents, summary, undeclared, usage } = plan;
  const time = spent(milliseconds, usage);
  const { text: mark, mark: color = (text: string) => text } = stateCell(state, style);
  const name = kind === "phase" ? `${plan.plan}: ${oneLine(printable(plan.objective))} · ` : "";
  const done = tasks.filter(({ commit }) => commit !== null).length;
  const heading = `${color(mark)} ${name}${state} · ${done} of ${
    count(tasks.length, "task")
  } with a commit${time}`;
  return [
    ...kind === "task" ? [] : [heading],
    ...tasks.flatMap((task) => taskLines(task, style)),
    ...documents.map(({ commit, subject }) =>
      style.dim(`    ${commit.slice(0, 7)} ${oneLine(printable(subject))}`)
    ),
    ...summary === null ? [] : [`  Summary: ${printableName(summary)}`],
    ...undeclared.length === 0
      ? []
      : [`  Not declared in the plan: ${undeclared.map(printableName).join(", ")}`],
  ];
}

function spent(milliseconds: number | null, usage: ShownTask["usage"]): string {
  const used = usage === undefined ? "" : ` · ${printable(usageText(usage))}`;
  return `${milliseconds === null ? "" : ` · ${durationText(milliseconds)}`}${used}`;
}

function taskLines(
  { task, name, commit, reverted, skipped, answers, checks, milliseconds, usage }: ShownTask,
  style: Style,
): string[] {
  const { dim, green, red } = style;
  const time = dim(spent(milliseconds, usage));
  const marks = { true: green("✓"), false: red("✗"), null: dim("-") };
  return [
    `  ${commit === null ? dim("○") : green("✓")} ${task} ${oneLine(printable(name))}${time}`,
    ...commit === null ? [] : [dim(`    ${commit.commit.slice(0, 7)} ${oneLine(printable(commit.subject))}`)],
    ...reverted === undefined ? [] : [`    ${style.yellow("!")} reverted by ${reverted.slice(0, 7)}`],
    ...skipped === undefined ? [] : [`    ${style.yellow("!")} skipped: ${oneLine(printable(skipped))}`],
    ...answers.map((answer) => `    Answer: ${oneLine(printable(answer))}`),
    ...checks.map(({ command, passed }) => `    ${marks[`${passed}`]} ${oneLine(printable(command))}`),
  ];
}

function decisionLines(decisions: readonly string[], style: Style): string[] {
  if (decisions.length === 0) return [];
  return [style.bold("Decisions:"), ...decisions.map((line) => `  - ${oneLine(printable(line))}`)];
}

function fileLines(files: readonly ShownFile[], style: Style): string[] {
  if (files.length === 0) return [];
  const sum = (key: "added" | "removed") => files.reduce((total, file) => total + (file[key] ?? 0), 0);
  const number = (sign: string, lines: number | null) => lines === null ? "binary" : `${sign}${lines}`;
  const rows = files.slice(0, MAX_FILES).map(({ path, added, removed }): Cell[] => [
    { text: number("+", added), mark: style.green },
    { text: added === null ? "" : number("-", removed), mark: style.red },
    { text: printableName(path) },
  ]);
  const more = files.length - rows.length;
  return [
    `${style.bold("Files:")} ${files.length} changed, +${sum("added")} -${sum("removed")}`,
    ...fittedTable(rows, { align: ["right", "right", "fill"], width: (style.width ?? WIDTH) - 2 })
      .map((line) => `  ${line}`),
    ...more > 0 ? [style.dim(`  ${count(more, "file")} more, see --json`)] : [],
  ];
}

function verdictLines({ kind, verdict, gaps }: ShowResult): string[] {
  if (verdict === undefined) return [];
  const whose = kind === "phase" ? "" : " of its phase";
  return [
    `Verdict on the must-haves${whose}: ${verdictText(verdict)}`,
    ...gaps.map((gap) => `  - ${cutColumns(oneLine(printable(gap)), WIDTH - 4)}`),
  ];
}
