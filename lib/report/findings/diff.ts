import { createTwoFilesPatch } from "../../deps/diff.ts";
import { terminalText } from "../../text/terminal_text.ts";
import type { Style } from "../terminal/style.ts";

export interface ChangedFile {
  /** The path, relative to the project root. */
  readonly path: string;
  readonly before: string;
  readonly after: string;
}

/** Formats changes as a unified diff, which `git apply` and `patch -p1` accept. */
export function unifiedDiff(files: readonly ChangedFile[]): string {
  return files.map(({ path, before, after }) => {
    const names = [`a/${path}`, `b/${path}`] as const;
    const patch = createTwoFilesPatch(...names, before, after, undefined, undefined, { context: 3 });
    return patch.replace(/^=+\n/, "");
  }).join("");
}

/**
 * Styles a unified diff for a terminal. Keeps a carriage return at the end of a line, which the patch needs.
 */
export function styledDiff(diff: string, style: Style): string {
  return diff.split("\n").map((line) => {
    const shown = terminalText(line, false);
    if (line.startsWith("+++") || line.startsWith("---")) return style.bold(shown);
    if (line.startsWith("@@")) return style.cyan(shown);
    return line.startsWith("+") ? style.green(shown) : line.startsWith("-") ? style.red(shown) : shown;
  }).join("\n");
}
