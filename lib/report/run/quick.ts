import type { QuickResult } from "../../../schemas/results/quick.ts";
import { reportText } from "../terminal/report_text.ts";
import { printable, type Style } from "../terminal/style.ts";

/** Describes the end of a quick task. Empty after one that stopped: its run has said why and what to do. */
export function quickText(
  { outcome, id, name, path, plan = "", next, back }: QuickResult,
  style: Style,
): string {
  switch (outcome) {
    case "planned":
      return reportText([`Would write ${path} and execute it:`, "", printable(plan.trimEnd())], next, style);
    case "stopped":
      return "";
    case "done":
      return reportText(
        [`${style.green("✓")} ${id} ${printable(name)}`, "", `To take this back: ${style.cyan(back ?? "")}`],
        [],
        style,
      );
  }
}
