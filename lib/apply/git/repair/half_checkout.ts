import { ConfinedFiles } from "../../files/confined_files.ts";
import { joinPath } from "../../../path/paths.ts";
import { type Baseline, changedSince } from "../baseline.ts";
import type { Git } from "../git.ts";
import { literalPathspecs, PATHSPECS_FROM_INPUT } from "../commit/pathspecs.ts";
import { resetPaths } from "../stash.ts";

export interface HalfCheckoutOptions {
  /** The commits or trees that git may have been checking out. */
  readonly targets: readonly string[];
  /** The state of the working tree before the run. */
  readonly baseline: Baseline;
}

/**
 * Undoes a checkout, or a merge without conflicts, that git was killed in: the paths that it had changed already are
 * restored from the last commit. Other changes are left alone.
 *
 * A path counts as changed by git if a target has another version of it than the last commit, and the working tree
 * has the target's version, a truncated one or none. The target contains it, so nothing is lost.
 *
 * @returns True if there was such a path.
 */
export async function undoHalfCheckout(
  git: Git,
  { targets, baseline }: HalfCheckoutOptions,
): Promise<boolean> {
  // Git takes paths by lines here, and those that begin with a quotation mark as quoted.
  const changed = (await changedSince(git, baseline)).filter((path) => !/\n|^"|\/$/.test(path));
  if (changed.length === 0 || targets.length === 0) return false;
  const before = await blobsAt(git, "HEAD", changed);
  const there = await blobsIn(git, changed);
  const half = new Set<string>();
  for (const target of new Set(targets)) {
    const after = await blobsAt(git, target, changed);
    for (const path of changed) {
      if (after.get(path) === before.get(path)) continue;
      const found = there.get(path);
      const isHalf = found === after.get(path) || found === before.get(path) || found === undefined ||
        await isStart(git, path, after.get(path));
      if (isHalf) half.add(path);
    }
  }
  if (half.size === 0) return false;
  await git.output(["reset", "--quiet", ...PATHSPECS_FROM_INPUT], literalPathspecs(half));
  await resetPaths(git, (await git.status()).filter(({ path }) => half.has(path)));
  return true;
}

/** Returns the blobs of paths in a commit or tree; paths that it does not contain are omitted. */
async function blobsAt(
  git: Git,
  commit: string,
  paths: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const names = paths.map((path) => `${commit}:${path}\n`).join("");
  const output = await git.output(["cat-file", "--batch-check=%(objectname) %(objecttype)"], names);
  const lines = output.split("\n");
  return new Map(paths.flatMap((path, index) => {
    const blob = /^([0-9a-f]+) blob$/.exec(lines[index] ?? "")?.[1];
    return blob === undefined ? [] : [[path, blob] as const];
  }));
}

/** Returns the blobs that the files of the working tree would have; those that are not ordinary files are unnamed. */
async function blobsIn(git: Git, paths: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const { host, root } = git;
  const found = new Map<string, string>();
  const files: string[] = [];
  for (const path of paths) {
    const file = joinPath(root, path);
    const kind = await host.kindOf(file);
    if (kind === "link") found.set(path, kind);
    else if (kind !== undefined) files.push(path);
  }
  const blobs = await git.output(["hash-object", "--stdin-paths"], files.map((path) => `${path}\n`).join(""));
  for (const [index, path] of files.entries()) found.set(path, blobs.split("\n")[index]!);
  return found;
}

/** Reports whether a file contains the start of a blob, which a killed git had not written completely. */
async function isStart(git: Git, path: string, blob: string | undefined): Promise<boolean> {
  if (blob === undefined) return false;
  const file = joinPath(git.root, path);
  if ((await git.host.stat(file))?.size === 0) return true;
  const text = await new ConfinedFiles(git.host, git.root).read(path).catch(() => undefined);
  // The last character may be cut.
  return text !== undefined &&
    (await git.output(["cat-file", "blob", blob])).startsWith(text.replace(/\uFFFD+$/, ""));
}
