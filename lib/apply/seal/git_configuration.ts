import { groupBy } from "../../collections/group_by.ts";
import type { Git } from "../git/git.ts";

/** Reports whether a sealed path is a configuration file of git. */
export function isConfiguration(path: string): boolean {
  return /^\.git\/(?:config|(?:worktrees\/[^/]+\/)?config\.worktree)$/.test(path);
}

type Setting = readonly [key: string, value: string];

/** Matches settings of branches, which wf, git and editors change, but not options of merges, which can skip hooks. */
const OF_BRANCHES = /^branch\..*\.(?!mergeoptions$)[^.]+$/s;

/** Returns the mark for the settings in a configuration file of git, without those of {@link OF_BRANCHES}. */
export async function readConfiguration(git: Git, file: string): Promise<string> {
  const settings = await settingsIn(git, file);
  return `config:${JSON.stringify(settings.toSorted(([a], [b]) => a < b ? -1 : a > b ? 1 : 0))}`;
}

/** Restores the settings that a mark names, key by key: comments and other settings stay. */
export async function writeConfiguration(git: Git, file: string, mark: string): Promise<void> {
  const before = byKey(JSON.parse(mark.slice("config:".length)));
  const now = byKey(await settingsIn(git, file));
  for (const key of new Set([...before.keys(), ...now.keys()])) {
    const [wanted = [], found = []] = [before.get(key), now.get(key)];
    if (wanted.join("\0") === found.join("\0")) continue;
    if (found.length > 0) await git.output(["config", "--file", file, "--unset-all", key]);
    for (const [, value] of wanted) await git.output(["config", "--file", file, "--add", key, value]);
  }
}

function byKey(settings: readonly Setting[]): ReadonlyMap<string, readonly Setting[]> {
  return groupBy(settings, ([key]) => key);
}

async function settingsIn(git: Git, file: string): Promise<readonly Setting[]> {
  const { stdout } = await git.run(["config", "--file", file, "-z", "--get-regexp", "."]);
  return stdout.split("\0").flatMap((line): Setting[] => {
    const [, key = "", value = "true"] = /^([^\n]*)(?:\n([^]*))?$/.exec(line) ?? [];
    return key === "" || OF_BRANCHES.test(key) ? [] : [[key, value]];
  });
}
