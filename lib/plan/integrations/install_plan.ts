import type { HostingAgent } from "../../../schemas/commands.ts";
import type { InstalledFile } from "../../../schemas/results/setup.ts";
import { readMade, signFile } from "./signed_file.ts";

export interface WantedFile {
  /** The path, relative to the root. */
  readonly path: string;
  /** The text, with a placeholder for the mark. */
  readonly unsigned: string;
  readonly agents: readonly HostingAgent[];
}

export interface FileChange extends InstalledFile {
  /** The current text; undefined for none. */
  readonly before: string | undefined;
  /** The new text; undefined for none. */
  readonly after: string | undefined;
}

/** The existing files, by path. A link counts as a foreign file, because wf creates none. */
export type FoundFiles = ReadonlyMap<string, string | { readonly kind: "link" }>;

/**
 * Returns the changes that install files. Foreign and changed files stay; own files that are no longer wanted
 * are removed.
 *
 * @param found The existing files, at the paths of wanted and older files.
 */
export function planInstall(wanted: readonly WantedFile[], found: FoundFiles): readonly FileChange[] {
  const paths = new Set(wanted.map(({ path }) => path));
  const agents = [...new Set(wanted.flatMap((file) => file.agents))];
  const gone = [...found.keys()].filter((path) => !paths.has(path));
  return inOrder([
    ...wanted.map((file) => installOne(file, found)),
    ...gone.flatMap((path) => uninstallOne(path, agents, found)),
  ]);
}

/** Returns the agents that files of wf were made for, sorted. */
export function installedAgents(found: FoundFiles): readonly HostingAgent[] {
  const made = [...found.values()].map((text) => typeof text === "string" ? readMade(text) : undefined);
  return [
    ...new Set(made.flatMap((file) => file === undefined || file.kind === "foreign" ? [] : file.agents)),
  ].sort();
}

/** Returns the changes that uninstall: own files are removed, or kept for the other agents. */
export function planUninstall(agents: readonly HostingAgent[], found: FoundFiles): readonly FileChange[] {
  return inOrder([...found.keys()].flatMap((path) => uninstallOne(path, agents, found)));
}

function installOne({ path, unsigned, agents }: WantedFile, found: FoundFiles): FileChange {
  const there = found.get(path);
  if (there === undefined) {
    return { path, agents, action: "create", before: undefined, after: signFile(unsigned, agents) };
  }
  if (typeof there !== "string") return kept(path, agents, { reason: "foreign" });
  const made = readMade(there);
  if (made.kind === "foreign") return kept(path, agents, { reason: "foreign", text: there });
  if (made.kind === "changed") return kept(path, made.agents, { reason: "changed", text: there });
  const all = [...new Set([...made.agents, ...agents])].sort();
  const after = signFile(unsigned, all);
  return there.replaceAll("\r\n", "\n") === after
    ? { path, agents: all, action: "unchanged", before: there, after: there }
    : { path, agents: all, action: "update", before: there, after };
}

/** Returns the change of one file; none for a foreign file, and for a file of other agents. */
function uninstallOne(
  path: string,
  agents: readonly HostingAgent[],
  found: FoundFiles,
): readonly FileChange[] {
  const before = found.get(path);
  if (typeof before !== "string") return [];
  const made = readMade(before);
  if (made.kind === "foreign" || !made.agents.some((agent) => agents.includes(agent))) return [];
  if (made.kind === "changed") return [kept(path, made.agents, { reason: "changed", text: before })];
  const others = made.agents.filter((agent) => !agents.includes(agent));
  return others.length === 0
    ? [{ path, agents: made.agents, action: "remove", before, after: undefined }]
    : [{ path, agents: others, action: "update", before, after: signFile(made.unsigned, others) }];
}

function kept(
  path: string,
  agents: readonly HostingAgent[],
  { reason, text }: { readonly reason: "changed" | "foreign"; readonly text?: string },
): FileChange {
  return { path, agents, action: "kept", reason, before: text, after: text };
}

function inOrder(changes: readonly FileChange[]): readonly FileChange[] {
  return [...changes].sort((a, b) => a.path < b.path ? -1 : 1);
}
