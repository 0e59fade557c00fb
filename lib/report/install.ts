import type { InstallResult } from "../../schemas/results/setup.ts";
import { styledDiff } from "./findings/diff.ts";
import { count, type Style } from "./terminal/style.ts";

/** What {@link installText} needs beside the result. */
export interface InstallTextOptions {
  /** What was done. */
  readonly verb: "install" | "uninstall";
  /** The command, without `wf` and without `--dry-run`: what to run again. */
  readonly command: string;
  /** Marks for a terminal. */
  readonly style: Style;
}

/** What `install` or `uninstall` did to each file, or would do. */
export function installText(result: InstallResult, { verb, command, style }: InstallTextOptions): string {
  const { files, root, diff } = result;
  const lines = files.flatMap((file) => {
    const sign = SIGNS[file.action];
    const others = verb === "uninstall" && file.action === "update";
    const stays = others ? style.dim(` stays for ${file.agents.join(", ")}`) : "";
    return sign === undefined ? [] : [`  ${sign} ${file.path}${stays}`];
  });
  const kept = files.filter(({ action }) => action === "kept");
  const unchanged = files.filter(({ action }) => action === "unchanged").length;
  const told: string[] = [];
  if (lines.length > 0) {
    told.push(`${diff === undefined ? "" : style.dim("Nothing is written. ")}In ${root}:`, ...lines);
  } else if (kept.length === 0) {
    told.push(
      verb === "install"
        ? `${style.green("✓")} All is up to date in ${root}`
        : `Nothing to remove in ${root}`,
    );
  }
  if (lines.length > 0 && unchanged > 0) told.push(`  ${count(unchanged, "file")} unchanged`);
  if (verb === "install" && files.length > kept.length) told.push(`Call them as ${callsOf(result)}`);
  for (const { path, reason } of kept) {
    told.push(`${style.yellow("!")} Kept ${path}: ${REASONS[reason!]}`);
  }
  if (kept.length > 0) told.push(`  ${style.dim("→")} ${advice(verb, command)}`);
  const text = `${told.join("\n")}\n`;
  return diff === undefined || diff === "" ? text : `${text}\n${styledDiff(diff, style)}`;
}

const SIGNS: Readonly<Record<string, string>> = { create: "+", update: "~", remove: "-" };

const REASONS = {
  changed: "somebody changed it",
  foreign: "wf did not make it",
} as const;

/** How the commands are called in the agents they are there for: `/wf:help in claude`. */
function callsOf({ files }: InstallResult): string {
  const agents = [...new Set(files.flatMap((file) => file.agents))];
  const others = agents.filter((agent) => agent !== "codex");
  return [
    ...(others.length === 0 ? [] : [`/wf:help in ${others.join(", ")}`]),
    ...(others.length === agents.length ? [] : ["$wf:help in codex"]),
  ].join(", and as ");
}

function advice(verb: InstallTextOptions["verb"], command: string): string {
  return verb === "install"
    ? `To get the text of wf, move it away and run wf ${command}`
    : "Remove it by hand if it is not needed";
}
