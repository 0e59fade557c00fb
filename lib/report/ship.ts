import type { ShipResult } from "../../schemas/results/ship.ts";
import { visibleOutput } from "../text/terminal_text.ts";
import { reportText } from "./terminal/report_text.ts";
import { printable, type Style } from "./terminal/style.ts";

/** Describes a pull request, what was done with it, and the next commands. */
export function shipText(result: ShipResult, style: Style): string {
  const { title, text, file, outcome, next, output = "" } = result;
  const shown = outcome === "planned" || (outcome === "written" && file === undefined);
  const lines = [
    ...(shown ? [style.bold(printable(title)), "", visibleOutput(text.trimEnd()), ""] : []),
    ...outcomeLines(result, style),
    ...(output === "" ? [] : [visibleOutput(output)]),
  ];
  return reportText(lines, next, style);
}

function outcomeLines(
  { outcome, branch, base, commit, draft, file, url, output }: ShipResult,
  style: Style,
): string[] {
  const tick = style.green("✓");
  const kind = draft ? "draft" : "pull request";
  const at = commit === null ? "" : ` at ${commit.slice(0, 7)}`;
  const written = file === undefined ? [] : [`${tick} Text written: ${printable(file)}`];
  switch (outcome) {
    case "planned":
      return [`A ${kind} of ${style.cyan(branch)} into ${base}; nothing was done`];
    case "written":
      return [...written, `A ${kind} of ${style.cyan(branch)}${at} into ${base}; nothing was pushed`];
    case "pushed":
      return [
        ...written,
        `${tick} Pushed ${branch}${at}`,
        output === undefined
          ? `${style.yellow("!")} The ${kind} is not open: neither gh nor glab is installed for this server`
          : `${style.yellow("!")} The ${kind} was not opened:`,
      ];
    case "opened":
      return [
        ...written,
        `${tick} Pushed ${branch}${at}`,
        `${tick} Opened the ${kind}: ${printable(url ?? "")}`,
      ];
    case "refused":
      return [`${style.red("✗")} Nothing was pushed: git or a hook refused`];
  }
}
