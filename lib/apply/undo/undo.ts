import type { Config } from "../../../schemas/config.ts";
import type { ConflictPath } from "../../../schemas/event.ts";
import type { Project } from "../../parse/project/model.ts";
import { isSealed } from "../../plan/execution/sealed_documents.ts";
import type { RepoSnapshot } from "../../plan/history/repo_snapshot.ts";
import type { UndoPlan } from "../../plan/undo/undo_plan.ts";
import { undoneDocuments } from "../../plan/undo/undone_documents.ts";
import { ConfinedFiles } from "../files/confined_files.ts";
import { commitReformatted } from "../git/commit/commit_reformatted.ts";
import type { Git } from "../git/git.ts";
import { undoMerge } from "../git/merge/merge.ts";
import { GitError } from "../git/process.ts";
import { projectPath, type Repository, repositoryPath } from "../git/repository.ts";
import { revertedTree } from "../git/revert_tree.ts";
import { stashWork } from "../git/stash.ts";
import { saveCopies } from "../worktrees/backup.ts";
import { PENDING_UNDO } from "./pending_undo.ts";

export interface UndoContext {
  readonly repository: Repository;
  /** Absolute path of the project root. */
  readonly root: string;
  readonly project: Project;
  readonly config: Config;
  /** The repository from the perspective of the current branch. */
  readonly snapshot: RepoSnapshot;
  /** Reports a notice to the user. */
  readonly notice: (message: string) => void;
}

export type UndoOutcome =
  | { readonly kind: "undone"; readonly commit: string }
  | { readonly kind: "conflict"; readonly commit: string; readonly conflicts: readonly ConflictPath[] }
  /** A hook refused the commit. The files are as before. */
  | { readonly kind: "refused"; readonly output: string };

/**
 * Reverts the commits of an undo and updates the documents, in one commit. The working tree must have no uncommitted
 * changes to tracked files. On a conflict, nothing is changed.
 *
 * If documents are not committed, they are changed before the commit: after a kill in between, both this command and
 * a run correct them.
 */
export async function undoTasks(plan: UndoPlan, context: UndoContext): Promise<UndoOutcome> {
  const { repository, snapshot, project, config } = context;
  const { git } = repository;
  const { commit: head } = await git.headAndTree();
  const time = new Date(git.host.now());
  const documents = undoneDocuments(plan, { project, config, repository: snapshot, time });
  const { commit_docs: commitDocs } = config.planning;
  const committed = [...documents].filter(([path]) => commitDocs && snapshot.committed.has(path));
  const reverted = await revertedTree(git, {
    head,
    commits: plan.commits.map(({ commit }) => commit),
    keeps: (path) => isSealed(projectPath(repository, path) ?? "", plan.declared),
    files: new Map(committed.map(([path, text]) => [repositoryPath(repository, path), text])),
  });
  if (reverted.kind === "conflict") return reverted;
  const restore = commitDocs ? () => Promise.resolve() : await changeDocuments(documents, context);
  await PENDING_UNDO.write(git, { head, tree: reverted.tree });
  try {
    // Git compares the times of files, which change when a repository is copied.
    await git.run(["update-index", "-q", "--refresh"]);
    await git.output(["read-tree", "-m", "-u", head, reverted.tree]);
    const result = await commitIndex(git, plan.message, head);
    if (result.kind === "committed") return { kind: "undone", commit: result.commit };
    await restore();
    return { kind: "refused", output: result.output };
  } catch (error) {
    await restore();
    throw error;
  } finally {
    // The next run takes back what a killed git has left.
    if (git.writes.killed !== true) await PENDING_UNDO.remove(git);
  }
}

/** Commits the index; if a hook refuses, restores it and the files. */
async function commitIndex(git: Git, message: string, head: string) {
  const status = await git.status();
  const paths = status.filter(({ staged }) => staged).map(({ path }) => path);
  try {
    const result = await commitReformatted(git, { message, paths, status, head });
    if (result.kind === "refused") await backOut(git, paths);
    return result;
  } catch (error) {
    if (await git.commitOf("HEAD") === head) await backOut(git, paths);
    throw error;
  }
}

async function backOut(git: Git, paths: readonly string[]): Promise<void> {
  try {
    await undoMerge(git);
  } catch (error) {
    // A hook has changed files too.
    if (!(error instanceof GitError)) throw error;
    await stashWork(git, paths, "wf: left by undo, changed by a hook");
  }
}

/**
 * Changes documents that are not committed, and saves the removed ones outside of the project.
 *
 * @returns A function that restores them.
 */
async function changeDocuments(
  documents: ReadonlyMap<string, string | undefined>,
  { repository, root, notice }: UndoContext,
): Promise<() => Promise<void>> {
  const files = new ConfinedFiles(repository.git.host, root);
  const before = new Map<string, string>();
  for (const path of documents.keys()) {
    await files.requireWritable(path);
    before.set(path, await files.read(path) ?? "");
  }
  const removed = new Map([...before].filter(([path]) => documents.get(path) === undefined));
  if (removed.size > 0) {
    notice(
      `Git does not contain ${[...removed.keys()].join(", ")}: kept in ${await saveCopies(
        repository,
        removed,
      )}`,
    );
  }
  for (const [path, text] of documents) {
    if (text === undefined) await files.remove(path);
    else if (text !== before.get(path)) await files.write(path, text);
  }
  return async () => {
    for (const [path, text] of before) await files.write(path, text);
  };
}
