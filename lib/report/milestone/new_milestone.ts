import type { NewMilestoneResult } from "../../../schemas/results/new_milestone.ts";
import { visibleOutput } from "../../text/terminal_text.ts";
import { questionLines } from "../run/question_text.ts";
import { reportText } from "../terminal/report_text.ts";
import { printable, type Style } from "../terminal/style.ts";

/** Describes a milestone that begins, and the next commands. */
export function newMilestoneText(result: NewMilestoneResult, style: Style): string {
  const { phases, written, commit, next, back } = result;
  const lines = [
    ...outcomeLines(result, style),
    ...phases.map(({ number, name, requirements }) => {
      const delivers = requirements.length === 0
        ? ""
        : style.dim(` · ${requirements.map(printable).join(", ")}`);
      return `  Phase ${number} ${printable(name)}${delivers}`;
    }),
    ...written.length === 0
      ? []
      : [`${result.outcome === "planned" ? "Would write" : "Written"}: ${written.join(", ")}`],
    ...commit === null ? [] : [`Committed: ${commit.slice(0, 7)}`],
  ];
  const end = back === undefined
    ? ""
    : `\n${reportText([`To take this back: ${style.cyan(back)}`], [], style)}`;
  return reportText(lines, next, style) + end;
}

function outcomeLines(
  { outcome, version, name, question, output = "" }: NewMilestoneResult,
  style: Style,
): readonly string[] {
  const title = printable(`${version} ${name}`.trim());
  switch (outcome) {
    case "planned":
      return [`Milestone ${title} would begin`];
    case "begun":
      return [`${style.green("✓")} Milestone ${title} begins`];
    case "waiting":
      return [
        `${style.yellow("?")} Waiting for an answer: ${printable(question?.title ?? "")}`,
        ...question === undefined ? [] : questionLines(question, style),
      ];
    case "declined":
      return ["Nothing was changed; the draft is kept"];
    case "refused":
      return [
        `${style.red("✗")} A hook refused the commit; the files are written`,
        visibleOutput(output.trim()),
      ];
  }
}
