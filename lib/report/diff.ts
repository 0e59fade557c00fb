import { createTwoFilesPatch } from "../deps/diff.ts";
import type { Style } from "./style.ts";

/** A file before and after a change. */
export interface ChangedFile {
  /** Path relative to the project root. */
  readonly path: string;
  /** The text before. */
  readonly before: string;
  /** The text after. */
  readonly after: string;
}

/** Changes as a unified diff, which `git apply` and `patch -p1` understand. */
export function unifiedDiff(files: readonly ChangedFile[]): string {
  return files.map(({ path, before, after }) => {
    const names = [`a/${path}`, `b/${path}`] as const;
    const patch = createTwoFilesPatch(...names, before, after, undefined, undefined, { context: 3 });
    return patch.replace(/^=+\n/, "");
  }).join("");
}

/** A unified diff for a terminal. */
export function styledDiff(diff: string, style: Style): string {
  return diff.split("\n").map((line) => {
    const shown = withoutControls(line);
    if (line.startsWith("+++") || line.startsWith("---")) return style.bold(shown);
    if (line.startsWith("@@")) return style.cyan(shown);
    return line.startsWith("+") ? style.green(shown) : line.startsWith("-") ? style.red(shown) : shown;
  }).join("\n");
}

/** What could steer a terminal is left out; a carriage return stays, as the diff would not apply without. */
function withoutControls(line: string): string {
  // deno-lint-ignore no-control-regex -- they are what is removed
  return line.replace(/[\x00-\x08\x0b\x0c\x0e-\x1f\x7f\x80-\x9f]/g, "");
}
