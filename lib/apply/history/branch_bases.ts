import { BRANCH_TRAILER, readOrigins } from "../../plan/naming/branch_origin.ts";
import type { Git } from "../git/git.ts";

/** The branches that wf created, in this clone or another. */
export interface KnownBranches {
  /** The base branches, by branch. */
  readonly bases: ReadonlyMap<string, string>;
  /** The full names of the branches that only a remote has, by branch. */
  readonly remote: ReadonlyMap<string, string>;
}

/**
 * Returns the branches that wf created: as git's configuration records them, and among some names also those
 * that come from another clone, as their commits tell.
 *
 * @param names The branches that another clone may have pushed.
 */
export async function knownBranches(git: Git, names: Iterable<string>): Promise<KnownBranches> {
  const bases = new Map(await git.bases());
  const remote = new Map<string, string>();
  const refs = await git.refsOf([...new Set(names)].filter((name) => !bases.has(name)));
  for (const [branch, ref] of refs) {
    const base = await baseOf(git, branch, ref);
    if (base === undefined) continue;
    bases.set(branch, base);
    if (!ref.startsWith("refs/heads/")) remote.set(branch, ref);
  }
  return { bases, remote };
}

/**
 * Returns the base that the commits of a branch name. If the branch had another name then, only commits count
 * that are not in their base.
 */
async function baseOf(git: Git, branch: string, tip: string): Promise<string | undefined> {
  const origins = async (...range: readonly string[]) =>
    readOrigins(await git.output(["log", `--grep=^${BRANCH_TRAILER}: `, "--format=%B", ...range, "--"]));
  const all = await origins(tip);
  const named = all.find((origin) => origin.branch === branch);
  if (named !== undefined) return named.base;
  const bases = await git.refsOf([...new Set(all.map(({ base }) => base))]);
  for (const [base, ref] of bases) {
    if ((await origins(tip, `^${ref}`)).some((origin) => origin.base === base)) return base;
  }
  return undefined;
}
