import type { Question } from "../../schemas/question.ts";
import type { StructureResult } from "../../schemas/results/structure.ts";
import { isPlanFileName } from "../parse/ids/plan_names.ts";
import { baseName } from "../path/paths.ts";
import { visibleOutput } from "../text/terminal_text.ts";
import { styledDiff } from "./findings/diff.ts";
import { reportText } from "./terminal/report_text.ts";
import { printable, type Style } from "./terminal/style.ts";

/** Describes what a change of phases or plans would do or did, and the next commands. */
export function structureText(result: StructureResult, style: Style): string {
  const { outcome, created, next, back } = result;
  const plan = outcome === "changed" ? created.find((path) => isPlanFileName(baseName(path))) : undefined;
  const todo = plan === undefined ? undefined : `fill in ${plan}`;
  const end = back === undefined ? [] : ["", `To take this back: ${style.cyan(printable(back))}`];
  return reportText(outcomeLines(result, style), next, style, todo) + reportText(end, [], style);
}

function outcomeLines(result: StructureResult, style: Style): readonly string[] {
  const { outcome, change, commit, output = "" } = result;
  const title = `${change.charAt(0).toUpperCase()}${change.slice(1)}`;
  switch (outcome) {
    case "planned":
    case "waiting":
      return [
        `${printable(title)}:`,
        ...changeLines(result),
        "",
        ...result.diff === "" ? [] : styledDiff(result.diff.trimEnd(), style).split("\n"),
        ...noteLines(result, style),
        ...outcome === "waiting" ? ["", `${style.yellow("!")} Nothing was changed: confirm with --yes`] : [],
      ];
    case "declined":
      return ["Nothing was changed"];
    case "changed":
      return [
        `${style.green("✓")} ${printable(title)}${commit === null ? "" : ` (${commit.slice(0, 7)})`}`,
        ...changeLines(result),
        ...noteLines(result, style),
      ];
    case "refused":
      return [
        `${style.red("✗")} The documents are changed, but a hook refused their commit`,
        visibleOutput(output.trim()),
        "Fix what the hook reports; the same command commits them",
      ];
  }
}

/** Returns a line for each file and plan that changes. */
function changeLines(
  { created, changed, moved, removed, renamed, kept = [] }: StructureResult,
): readonly string[] {
  return [
    ...created.map((path) => `  create ${printable(path)}`),
    ...moved.map(({ from, to }) => `  move ${printable(from)} to ${printable(to)}`),
    ...changed.map((path) => `  change ${printable(path)}`),
    ...removed.map((path) => `  remove ${printable(path)}`),
    ...kept.map(({ branch, as }) => `  keep branch ${printable(branch)} as ${printable(as)}`),
    ...renamed.map(({ from, to }) => `  plan ${from} becomes ${to}`),
  ];
}

/** The maximum number of mentions that are shown. */
const MAX_MENTIONS = 10;

function noteLines({ mentions, warnings }: StructureResult, style: Style): readonly string[] {
  const more = mentions.length - MAX_MENTIONS;
  return [
    ...warnings.map((message) => `${style.yellow("!")} ${printable(message)}`),
    ...mentions.length === 0
      ? []
      : [`${style.yellow("!")} These lines may mean a phase by its old number; they are not changed:`],
    ...mentions.slice(0, MAX_MENTIONS).map(({ path, line, text }) =>
      `  ${printable(path)}:${line}: ${printable(text)}`
    ),
    ...more > 0 ? [`  and ${more} more`] : [],
  ];
}

/** Returns the question before a change of phases or plans. Enter alone changes nothing. */
export function structureQuestion(result: StructureResult): Question {
  const { change } = result;
  return {
    id: "structure",
    kind: "gate",
    title: `${change.charAt(0).toUpperCase()}${change.slice(1)}?`,
    details: changeLines(result).map((line) => line.trimStart()).join("\n"),
    choices: [{ value: "no", label: "No, change nothing" }, { value: "yes", label: "Yes" }],
    open: false,
    preselected: "no",
  };
}
