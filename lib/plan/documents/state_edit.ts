import { printPhaseNumber } from "../../parse/ids/phase_number.ts";
import { editLines } from "../../text/lines.ts";
import { bareNumber } from "../command_lines/commands.ts";
import { isoDate, type Progress } from "../progress/progress.ts";
import { count } from "../../text/count.ts";

/** The width of the progress bar, in characters. */
const BAR_WIDTH = 10;

/**
 * Updates the position, status, counts and last activity of the state document.
 *
 * Changes only lines that it can parse. Idempotent. See docs/decisions/field-data.md.
 */
export function updateState(text: string, progress: Progress): string {
  return setStateValues(text, {
    frontmatter: frontmatterValues(progress),
    sections: sectionValues(progress),
  });
}

/** Updates the counts and the progress of the state document, and keeps what it reports about the last activity. */
export function updateCounts(text: string, progress: Progress): string {
  const bar = ["current position", new Map([["progress", progressBar(percentOf(progress))]])] as const;
  return setStateValues(text, {
    frontmatter: new Map([...frontmatterValues(progress)].filter(([name]) => name.startsWith("progress."))),
    sections: new Map([bar]),
  });
}

/** The values by the name of the field, in lower case. */
type Values = ReadonlyMap<string, string>;

export interface StateValues {
  /** The values by key; those of the map `progress` as `progress.percent`. */
  readonly frontmatter: Values;
  /** The values by section, in lower case. */
  readonly sections: ReadonlyMap<string, Values>;
}

/** Sets fields of the state document that exist and can be parsed. */
export function setStateValues(text: string, values: StateValues): string {
  return changeStateValues(text, (name) => {
    const slash = name.lastIndexOf("/");
    return slash === -1
      ? values.frontmatter.get(name)
      : values.sections.get(name.slice(0, slash))?.get(name.slice(slash + 1));
  });
}

/**
 * Returns the new value of a field, or undefined to keep it. Fields of sections have the name of their section, in
 * lower case, before a slash.
 */
type ChangeValue = (name: string, value: string) => string | undefined;

/** Changes fields of the state document that exist and can be parsed. */
export function changeStateValues(text: string, change: ChangeValue): string {
  return editLines(text, (lines) => {
    const end = frontmatterEnd(lines);
    return [...frontmatter(lines.slice(0, end), change), ...sections(lines.slice(end), change)];
  });
}

/** Returns the share of completed plans. A phase without plans counts as much as the others on average. */
export function percentOf(
  { allPlans, completedPlans, phases, plannedPhases }: Pick<
    Progress,
    "allPlans" | "completedPlans" | "phases" | "plannedPhases"
  >,
): number {
  return allPlans === 0 ? 0 : Math.round(100 * completedPlans * plannedPhases / (allPlans * phases));
}

function frontmatterValues(progress: Progress): Values {
  const done = progress.plans.every(({ complete }) => complete);
  return new Map([
    ["status", done ? "verifying" : "executing"],
    ["last_updated", `"${progress.time.toISOString()}"`],
    ["last_activity", `${isoDate(progress.time)} — ${progress.activity}`],
    ["stopped_at", progress.activity],
    ["progress.total_phases", String(progress.phases)],
    ["progress.completed_phases", String(progress.completedPhases)],
    ["progress.total_plans", String(progress.allPlans)],
    ["progress.completed_plans", String(progress.completedPlans)],
    ["progress.percent", String(percentOf(progress))],
  ]);
}

function sectionValues(progress: Progress): ReadonlyMap<string, Values> {
  const { phase, plans, time, activity } = progress;
  const done = plans.filter(({ complete }) => complete).length;
  const percent = percentOf(progress);
  return new Map([
    [
      "current position",
      new Map([
        [
          "phase",
          `${bareNumber(phase.number)} of ${
            bareNumber(printPhaseNumber(progress.lastPhase))
          } (${phase.name})`,
        ],
        ["plan", `${done} of ${plans.length} in current phase`],
        ["status", done === plans.length ? "Executed" : "In progress"],
        ["last activity", `${isoDate(time)} — ${activity}`],
        ["progress", progressBar(percent)],
      ]),
    ],
    ["session continuity", new Map([["last session", isoDate(time)], ["stopped at", activity]])],
  ]);
}

/** Formats a progress bar: `[███░░░░░░░] 30%`. */
export function progressBar(percent: number): string {
  const filled = Math.floor(percent / 100 * BAR_WIDTH);
  return `[${"█".repeat(filled)}${"░".repeat(BAR_WIDTH - filled)}] ${percent}%`;
}

/** Returns the index of the frontmatter's closing line; 0 if there is none. */
function frontmatterEnd(lines: readonly string[]): number {
  if (!/^\uFEFF?---[ \t]*$/.test(lines[0]!)) return 0;
  return Math.max(0, lines.findIndex((line, index) => index > 0 && /^---[ \t]*$/.test(line)));
}

/** Matches a key with a plain or quoted value on its line, and a comment after it. */
const SCALAR =
  /^([ \t]*)([A-Za-z_]\w*):(?:[ \t]+("(?:[^"\\]|\\.)*"|'(?:[^']|'')*'|[^\s#"'&*!|>{}[\]%@`](?:(?![ \t]#).)*)?)?([ \t]+#.*)?$/;

/** Changes top-level values and those of the map `progress`. A multi-line value is left alone. */
function frontmatter(lines: readonly string[], change: ChangeValue): readonly string[] {
  let parent = "";
  let childIndent: string | undefined;
  return lines.map((line, index) => {
    const key = /^([ \t]*)([A-Za-z_]\w*):/.exec(line);
    if (key === null) return line;
    const [, indent = "", name = ""] = key;
    if (indent === "") [parent, childIndent] = [name, undefined];
    else childIndent ??= indent;
    const scalar = SCALAR.exec(line);
    if (scalar === null || continues(lines, index, indent)) return line;
    const path = indent === "" ? name : indent === childIndent ? `${parent}.${name}` : "";
    const value = change(path, scalar[3] ?? "");
    return value === undefined ? line : `${indent}${name}: ${value}${scalar[4] ?? ""}`;
  });
}

function continues(lines: readonly string[], index: number, indent: string): boolean {
  const next = lines.slice(index + 1).find((line) => line.trim() !== "");
  return next !== undefined && /^[ \t]*/.exec(next)![0].length > indent.length;
}

const FIELD = /^((?:[-*][ \t]+)?(?:\*\*)?)([A-Za-z][A-Za-z ]*?)(\*\*:|:\*\*|:)(?:[ \t](.*))?$/;

/** Changes the fields of sections; of a repeated field the first counts. */
function sections(lines: readonly string[], change: ChangeValue): readonly string[] {
  let section: string | undefined;
  let changed = new Set<string>();
  return lines.map((line) => {
    const heading = /^#{1,6}[ \t]+(.*?)[ \t]*$/.exec(line);
    if (heading) [section, changed] = [heading[1]!.toLowerCase(), new Set()];
    const text = line.trimEnd();
    const [, before, label, colon, old = ""] = FIELD.exec(text) ?? [];
    const name = label?.toLowerCase() ?? "";
    if (section === undefined || label === undefined || changed.has(name)) return line;
    const value = isParsable(name, text) ? change(`${section}/${name}`, old.trim()) : undefined;
    if (value === undefined) return line;
    changed.add(name);
    return `${before}${label}${colon} ${value}${line.slice(text.length)}`;
  });
}

/**
 * Reports whether a field can be parsed: progress as a bar or a percentage, the last session as its date.
 * Users may write other text there.
 */
function isParsable(name: string, line: string): boolean {
  if (/:\**[ \t]*$/.test(line)) return true;
  switch (name) {
    case "progress":
      return /\d[ \t]*%/.test(line) || /\[[█▓▒░▰▱■□ ]{3,}\]/.test(line);
    case "last session":
      return /\d{4}-\d{2}-\d{2}\S*$/.test(line);
    default:
      return true;
  }
}

/** Returns the last activity after planning a phase: `Planned phase 03: 2 plans`. */
export function planningActivity(phase: string, plans: number, gaps: boolean): string {
  const what = gaps ? "Planned gap closure of phase" : "Planned phase";
  return `${what} ${phase}: ${count(plans, "plan")}`;
}

/**
 * Updates the state document after planning a phase: its position, its counts, and that it can be executed.
 */
export function updatePlannedState(text: string, progress: Progress): string {
  return setStateValues(updateState(text, progress), {
    frontmatter: new Map([["status", "planned"]]),
    sections: new Map([["current position", new Map([["status", "Ready to execute"]])]]),
  });
}
