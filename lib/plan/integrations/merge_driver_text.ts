import { PLANNING } from "../../parse/ids/locations.ts";
import { STATE_PATH } from "../../parse/project/project.ts";
import { ROADMAP_PATH } from "../../parse/roadmap/roadmap.ts";
import { quoteShell } from "../../text/quote_shell.ts";
import { baseName } from "../../path/paths.ts";

/** The name of the merge driver in git's configuration. */
export const MERGE_DRIVER = "wf";

/** The notice when a command has set up the merge driver. */
export const MERGES_WITH_WF = "Merges of STATE.md and ROADMAP.md in this clone now use wf. " +
  "To take this back: wf hook install --merge-driver --uninstall";

const LINES = [
  "# wf hook install --merge-driver",
  ...[STATE_PATH, ROADMAP_PATH].map((path) => `**/${PLANNING}/**/${baseName(path)} merge=${MERGE_DRIVER}`),
];

/** Returns git's attributes with the lines for the merge driver at their end. */
export function addMergeAttributes(text: string | undefined): string {
  const rest = removeMergeAttributes(text);
  return `${rest}${rest === "" || rest.endsWith("\n") ? "" : "\n"}${LINES.join("\n")}\n`;
}

/** Returns git's attributes without the lines for the merge driver. */
export function removeMergeAttributes(text = ""): string {
  return text.split("\n").filter((line) => !LINES.includes(line.trimEnd())).join("\n");
}

/**
 * Returns the command that git runs to merge a document. Without wf, it merges as git does.
 *
 * @param program The words that start wf.
 */
export function mergeDriverCommand(program: readonly string[]): string {
  const words = program.map((word) => quoteShell(word).replaceAll("%", "%%"));
  return `${words.join(" ")} merge-driver --quiet %O %A %B %P; ` +
    "git merge-file --marker-size=%L -L ours -L base -L theirs %A %O %B";
}

/** Reports whether a command is a merge driver of wf. */
export function isMergeDriver(command: string): boolean {
  return command.includes(" merge-driver --quiet %O %A %B %P; ");
}
