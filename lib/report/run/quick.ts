import type { QuickResult } from "../../../schemas/results/quick.ts";
import { nextLines } from "../terminal/next_lines.ts";
import { printable, type Style } from "../terminal/style.ts";

/** Describes the end of a quick task. Empty after one that stopped: its run has said why and what to do. */
export function quickText(
  { outcome, id, name, path, plan = "", next, back }: QuickResult,
  style: Style,
): string {
  switch (outcome) {
    case "planned":
      return `${
        [`Would write ${path} and execute it:`, "", printable(plan.trimEnd()), ...nextLines(next, style)]
          .join("\n")
      }\n`;
    case "stopped":
      return "";
    case "done":
      return `${style.green("✓")} ${id} ${printable(name)}\n\nTo take this back: ${style.cyan(back ?? "")}\n`;
  }
}
