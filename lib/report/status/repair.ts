import type { RepairedDocument, RepairResult, RepairState } from "../../../schemas/results/status.ts";
import { MERGES_WITH_WF } from "../../plan/integrations/merge_driver_text.ts";
import { styledDiff } from "../findings/diff.ts";
import { nextLines } from "../terminal/next_lines.ts";
import { wrapLines } from "../terminal/wrap_words.ts";
import { printable, type Style } from "../terminal/style.ts";

/** Describes what a repair of documents would change or has changed, and the next commands. */
export function repairText(
  { written, documents, diff, mergeDriver, next }: RepairResult,
  style: Style,
): string {
  const lines = [
    ...wrapLines(
      [
        ...documents.length === 0
          ? ["Nothing to repair: no conflicts, and no document is behind the history"]
          : documents.flatMap((document) => documentLines(document, written, style)),
        ...mergeDriver ? [`${style.green("✓")} ${MERGES_WITH_WF}`] : [],
      ],
      style,
    ),
    ...written || diff === "" ? [] : ["", ...styledDiff(diff.trimEnd(), style).split("\n")],
  ];
  return `${[...lines, ...nextLines(next, style)].join("\n")}\n`;
}

function documentLines(
  { path, state, lines }: RepairedDocument,
  written: boolean,
  style: Style,
): readonly string[] {
  const isDone = state === "merged" || state === "updated";
  const mark = !isDone ? style.yellow("!") : written ? style.green("✓") : style.dim("·");
  return [
    `${mark} ${printable(path)}: ${WHAT[state]}`,
    ...lines.map((line) => `    ${printable(path)}:${line}`),
  ];
}

const WHAT: Readonly<Record<RepairState, string>> = {
  merged: "conflicts resolved",
  updated: "updated from the history",
  conflict: "both sides changed other text than wf writes; resolve it by hand",
  removed: "one side has removed it; keep it or remove it",
};
