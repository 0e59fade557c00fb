import type { FixedFinding, KeptFile } from "../../../schemas/results/validate.ts";
import { groupBy } from "../../collections/group_by.ts";
import { reportText } from "../terminal/report_text.ts";
import { printable, printableName, type Style } from "../terminal/style.ts";
import { count } from "../../text/count.ts";

export interface AppliedFixes {
  readonly fixed: readonly FixedFinding[];
  /** The changes in each file; one finding may change several files. */
  readonly changes: readonly Change[];
  readonly kept: readonly KeptFile[];
}

export interface Change {
  /** The file, relative to the project root. */
  readonly path: string;
  readonly title: string;
}

/**
 * Describes the applied fixes: a line with counts, then each file with its changes.
 *
 * @param dryRun True if nothing was written.
 */
export function fixesText({ fixed, changes, kept }: AppliedFixes, dryRun: boolean, style: Style): string {
  const byFile = [...groupBy(changes, ({ path }) => path)].sort(([a], [b]) => a < b ? -1 : 1);
  const lines = fixed.length === 0 ? ["Nothing to fix"] : [
    `${dryRun ? "Would fix" : "Fixed"} ${count(fixed.length, "finding")} in ${count(byFile.length, "file")}`,
  ];
  for (const [path, titles] of byFile) {
    lines.push(`  ${style.cyan(printableName(path))}`);
    for (const title of new Set(titles.map((change) => change.title))) lines.push(`    ${printable(title)}`);
  }
  for (const { path, reason } of kept) {
    lines.push(`Not changed: ${style.cyan(printableName(path))}, because ${reason}`);
  }
  return reportText(lines, [], style);
}
