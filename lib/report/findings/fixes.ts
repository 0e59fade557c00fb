import type { FixedFinding, KeptFile } from "../../../schemas/results/validate.ts";
import { groupBy } from "../../collections/group_by.ts";
import { count, printable, printableName, type Style } from "../terminal/style.ts";

/** What was mended, and what was not. */
export interface Mends {
  /** The findings that were mended. */
  readonly fixed: readonly FixedFinding[];
  /** What was done in each file that changed; one finding may be mended in several. */
  readonly changes: readonly Change[];
  /** Files that were left as they are. */
  readonly kept: readonly KeptFile[];
}

/** What was done in a file. */
export interface Change {
  /** The file, relative to the project root. */
  readonly path: string;
  /** What was done. */
  readonly title: string;
}

/**
 * What was mended as text: a line that counts, then each file with what was done in it.
 *
 * @param dryRun True when it would have been done.
 */
export function fixesText({ fixed, changes, kept }: Mends, dryRun: boolean, style: Style): string {
  const byFile = [...groupBy(changes, ({ path }) => path)].sort(([a], [b]) => a < b ? -1 : 1);
  const lines = fixed.length === 0 ? ["Nothing to mend"] : [
    `${dryRun ? "Would mend" : "Mended"} ${count(fixed.length, "finding")} in ${
      count(byFile.length, "file")
    }`,
  ];
  for (const [path, titles] of byFile) {
    lines.push(`  ${style.cyan(printableName(path))}`);
    for (const title of new Set(titles.map((change) => change.title))) lines.push(`    ${printable(title)}`);
  }
  for (const { path, reason } of kept) {
    lines.push(`Left as it is: ${style.cyan(printableName(path))}, as ${reason}`);
  }
  return lines.map((line) => `${line}\n`).join("");
}
