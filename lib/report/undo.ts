import type { UndoResult } from "../../schemas/results/undo.ts";
import { visibleOutput } from "../text/terminal_text.ts";
import { reportText } from "./terminal/report_text.ts";
import { printable, type Style } from "./terminal/style.ts";
import { count } from "../text/count.ts";

/** Describes what an undo, redo or skip would do or did, and the next commands. */
export function undoText(result: UndoResult, style: Style): string {
  const { next, back } = result;
  const end = back === undefined
    ? []
    : ["", `To take this back before anything is executed again: ${style.cyan(back)}`];
  return reportText(outcomeLines(result, style), next, style) + reportText(end, [], style);
}

function outcomeLines(result: UndoResult, style: Style): string[] {
  const { action, outcome, kind, target, branch, commits, tasks, commit, conflicting = "", output = "" } =
    result;
  const cross = style.red("✗");
  const isDone = outcome === "undone" || outcome === "reopened" || outcome === "skipped";
  if (isDone && commit === null) {
    const state = outcome === "skipped" ? "skipped" : "to be executed again";
    return [`${style.green("✓")} Nothing is left to do: ${kind} ${target} is ${state} already`];
  }
  switch (outcome) {
    case "planned":
    case "waiting":
      return [
        `On branch ${style.cyan(branch)}:`,
        ...commits.map((each) => `  revert ${each.commit.slice(0, 7)} ${printable(each.subject)}`),
        ...tasks.map(({ plan, task, name }) =>
          `  ${action === "skip" ? "skip" : "reopen"} ${plan}/${task} ${printable(name)}`
        ),
        ...result.summaries.map((path) => `  remove ${printable(path)}`),
        ...outcome === "waiting" ? ["", `${style.yellow("!")} Nothing was changed: confirm with --yes`] : [],
      ];
    case "declined":
      return ["Nothing was changed"];
    case "undone": {
      // A skipped task has no commit of its own.
      const reverted = commits.length === 0 ? "" : `${count(commits.length, "commit")} reverted, `;
      return [
        `${style.green("✓")} Undid ${kind} ${target} in ${commit!.slice(0, 7)}: ${reverted}${
          count(tasks.length, "task")
        } to execute again`,
      ];
    }
    case "reopened":
      return [
        `${style.green("✓")} Reopened ${kind} ${target} in ${commit!.slice(0, 7)}: ${
          count(tasks.length, "task")
        } to execute again, all changes are kept`,
      ];
    case "skipped":
      return [
        `${style.green("✓")} Skipped ${kind} ${target} in ${commit!.slice(0, 7)}: ${
          count(tasks.length, "task")
        }`,
      ];
    case "conflict": {
      const { subject = "" } = commits.find((each) => each.commit === conflicting) ?? {};
      return [
        `${cross} Nothing was changed: later changes conflict with reverting ${conflicting.slice(0, 7)} ${
          printable(subject)
        }`,
        ...(result.conflicts ?? []).map(({ path }) => `  ${printable(path)}`),
        "Undo the later changes first, or revert by hand: after the first command, resolve the conflicts and " +
        "repeat the second one until all commits are reverted; the last one has the tasks executed again",
      ];
    }
    case "refused":
      return [`${cross} Nothing was changed: a hook refused the commit`, visibleOutput(output.trim())];
  }
}
