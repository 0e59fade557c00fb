import type { HostingAgent } from "../../../schemas/commands.ts";
import type { InstallResult } from "../../../schemas/results/setup.ts";
import { styledDiff } from "../findings/diff.ts";
import { reportText } from "../terminal/report_text.ts";
import { printable, type Style } from "../terminal/style.ts";
import { count } from "../../text/count.ts";

export interface InstallTextOptions {
  readonly verb: "install" | "uninstall";
  /** The command to run again, without `wf` and `--dry-run`. */
  readonly command: string;
  readonly style: Style;
  /** True for an MCP server in files of the agents, not for commands. */
  readonly server?: boolean;
}

/** Lists what `install` or `uninstall` did to each file, or would do. */
export function installText(
  result: InstallResult,
  { verb, command, style, server = false }: InstallTextOptions,
): string {
  const { files, root, diff } = result;
  const lines = files.flatMap((file) => {
    const sign = SIGNS[file.action];
    const others = verb === "uninstall" && file.action === "update" && !server;
    const stays = others ? style.dim(` stays for ${file.agents.join(", ")}`) : "";
    return sign === undefined ? [] : [`  ${sign} ${file.path}${stays}`];
  });
  const kept = files.filter(({ action }) => action === "kept");
  const unchanged = files.filter(({ action }) => action === "unchanged").length;
  const output: string[] = [];
  if (lines.length > 0) {
    output.push(
      `${diff === undefined ? "" : style.dim("Nothing is written. ")}In ${printable(root)}:`,
      ...lines,
    );
  } else if (kept.length === 0) {
    output.push(
      verb === "install"
        ? `${style.green("✓")} Everything is up to date in ${printable(root)}`
        : `Nothing to remove in ${printable(root)}`,
    );
  }
  if (lines.length > 0 && unchanged > 0) output.push(`  ${count(unchanged, "file")} unchanged`);
  if (verb === "install" && !server && files.length > kept.length) {
    output.push(`Start with ${callsOf(result)}`);
  }
  for (const { path, reason } of kept) {
    const why = server ? "it has another server of this name" : REASONS[reason!];
    output.push(`${style.yellow("!")} Kept ${path}: ${why}`);
  }
  if (kept.length > 0) {
    output.push(`  ${style.dim("→")} ${server ? "Change its entry yourself" : advice(verb, command)}`);
  }
  const text = reportText(output, [], style);
  return diff === undefined || diff === "" ? text : `${text}\n${styledDiff(diff, style)}`;
}

const SIGNS: Readonly<Record<string, string>> = { create: "+", update: "~", remove: "-" };

const REASONS = { changed: "it was changed", foreign: "wf did not create it" } as const;

/** Returns the ways to call the commands in their agents: `/wf:help in claude, and with $wf-help in codex`. */
function callsOf({ files }: InstallResult): string {
  const agentsBy = new Map<string, Set<string>>([["/wf:help", new Set()], ["/wf-help", new Set()]]);
  for (const { path, agents } of files) {
    for (const agent of agents) {
      const call = callOf(path, agent);
      agentsBy.set(call, (agentsBy.get(call) ?? new Set()).add(agent));
    }
  }
  const calls = [...agentsBy].filter(([, agents]) => agents.size > 0)
    .map(([call, agents]) => `${call} in ${[...agents].join(", ")}`);
  return calls.length < 2
    ? calls.join("")
    : `${calls.slice(0, -1).join(", with ")}, and with ${calls.at(-1)}`;
}

/** Returns how an agent calls the command of a file. The name of a skill has no colon. */
function callOf(path: string, agent: HostingAgent): string {
  if (!path.endsWith("/SKILL.md")) return "/wf:help";
  return agent === "codex" ? "$wf-help" : "/wf-help";
}

function advice(verb: InstallTextOptions["verb"], command: string): string {
  return verb === "install"
    ? `To install the file of wf, move it away and run wf ${command}`
    : "Remove it yourself if it is not needed";
}
