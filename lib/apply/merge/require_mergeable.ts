import type { MergeStep } from "../../../schemas/execution_plan.ts";
import { PLANNING } from "../../parse/project/project.ts";
import { addCommand } from "../../plan/command_lines/git_commands.ts";
import { changedSince } from "../git/baseline.ts";
import type { Git } from "../git/git.ts";
import type { StatusEntry } from "../git/output.ts";
import { GitError } from "../git/process.ts";
import { projectPath, repositoryPath } from "../git/repository.ts";
import type { Workspace } from "../worktrees/workspace.ts";

/**
 * Throws a GitError if uncommitted changes would get into a merge or prevent it.
 *
 * If documents are not committed, those that runs wrote stay in the working tree when the base is checked out.
 * They are not staged, so no commit includes them. The merge is refused only if the base has other versions at
 * the same paths. See docs/decisions/branches-and-merges.md.
 *
 * @param docs True if documents are committed.
 */
export async function requireMergeable(step: MergeStep, docs: boolean, home: Workspace): Promise<void> {
  const { git } = home.repository;
  const status = await git.status();
  const changed = new Set(await changedSince(git, home.baseline, status));
  const left = status.filter(({ path, kind }) => kind !== "untracked" || changed.has(path));
  const kept = docs ? [] : left.filter((entry) => isLooseDocument(entry, home));
  const dirty = pathsOf(left.filter((entry) => !kept.includes(entry)));
  const { branch, base } = step;
  if (dirty.length > 0) {
    throw new GitError(
      `Cannot merge "${branch}": these files are not committed: ${dirty.join(", ")}`,
      "Commit or stash them, then run the same command",
    );
  }
  const differing = kept.length === 0 ? new Set() : await differingPaths(step, git);
  const conflicting = pathsOf(kept.filter(({ path }) => differing.has(path)));
  if (conflicting.length === 0) return;
  const isIgnored = await git.ignores(repositoryPath(home.repository, PLANNING));
  const add = addCommand(conflicting).replace("add", isIgnored ? "add --force" : "add");
  throw new GitError(
    `Cannot merge "${branch}": these documents are not committed, and "${base}" has other versions: ${
      conflicting.join(", ")
    }`,
    `Commit them, so that git can merge both versions: ${add} && git commit -m "docs: update planning"; then run the same command`,
  );
}

function pathsOf(entries: readonly StatusEntry[]): readonly string[] {
  return [...new Set(entries.map(({ path }) => path))].sort();
}

/** Reports whether an entry is a document of the project without staged changes. */
function isLooseDocument({ path, staged, kind }: StatusEntry, { repository }: Workspace): boolean {
  return !staged && kind !== "conflicted" &&
    projectPath(repository, path)?.startsWith(`${PLANNING}/`) === true;
}

/** Returns the paths that checking out the base, or the merge itself, can change. */
async function differingPaths({ branch, base }: MergeStep, git: Git): Promise<ReadonlySet<string>> {
  const lists = await Promise.all(["HEAD", `refs/heads/${branch}`].map(async (from) => {
    const ends = [from, `refs/heads/${base}`];
    return (await git.output(["diff", "--name-only", "--no-renames", "-z", ...ends, "--"])).split("\0");
  }));
  return new Set(lists.flat());
}
