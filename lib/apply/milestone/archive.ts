import type { MovedFolder } from "../../../schemas/milestone.ts";
import type { StepOutcome } from "../../plan/execution/step_outcome.ts";
import { commitReformatted } from "../git/commit/commit_reformatted.ts";
import { makeChanges, standings } from "../files/document_changes.ts";
import { GitError } from "../git/process.ts";
import {
  forgetCompletion,
  pathOf,
  type PendingArchive,
  type PendingCompletion,
  writeCompletion,
} from "./pending.ts";
import { milestoneCommit } from "../history/project_history.ts";
import { type Repository, repositoryPath } from "../git/repository.ts";
import type { RunContext } from "../run/context.ts";

export interface ProjectPlace {
  readonly repository: Repository;
  /** Absolute path of the project root. */
  readonly root: string;
}

/**
 * Drops the record of an archive that changed nothing yet, and skips one that is already committed.
 *
 * @returns The rest of the record.
 */
export async function settleCompletion(
  pending: PendingCompletion | undefined,
  { repository, root }: ProjectPlace,
): Promise<PendingCompletion | undefined> {
  if (pending?.archive === undefined) return pending;
  if (await isCommitted(pending, repository)) return { version: pending.version };
  const found = await standings(repository.git.host, root, pending.archive);
  if (found.some((standing) => standing !== "before")) return pending;
  await forgetCompletion(repository);
  return undefined;
}

/**
 * Creates or resumes an archive: writes the files, moves the folders, and commits. Finished changes are skipped;
 * it is an error if anything else has changed a file meanwhile.
 */
export async function archiveMilestone(
  pending: PendingCompletion,
  place: ProjectPlace,
  report: RunContext["report"],
): Promise<StepOutcome> {
  const { archive } = pending;
  if (archive === undefined) return { kind: "done" };
  const { repository } = place;
  if (!await isCommitted(pending, repository)) {
    await requireBranch(pending.version, archive, repository);
    await change(pending.version, archive, place);
    const paths = archive.docs ? await changedPaths(archive, repository) : [];
    const result = await commitReformatted(repository.git, { message: archive.message, paths });
    if (result.kind === "refused") return { kind: "hook-refused", output: result.output };
    const { commit, subject, files } = result;
    report({ kind: "committed", commit, subject, files });
  }
  await writeCompletion(repository, { version: pending.version });
  return { kind: "done" };
}

async function isCommitted(
  { version, archive }: PendingCompletion,
  repository: Repository,
): Promise<boolean> {
  if (archive === undefined) return true;
  const { git } = repository;
  if (!await git.hasBranch(archive.branch)) return false;
  return await milestoneCommit(repository, version, `${archive.head}..refs/heads/${archive.branch}`) !==
    undefined;
}

async function requireBranch(
  version: string,
  { branch }: PendingArchive,
  { git }: Repository,
): Promise<void> {
  const current = await git.currentBranch();
  if (current === branch) return;
  throw new GitError(
    `Cannot resume completing milestone ${version}: it was started on branch "${branch}"`,
    `Check it out: git switch ${branch}`,
  );
}

async function change(
  version: string,
  archive: PendingArchive,
  { repository, root }: ProjectPlace,
): Promise<void> {
  const other = await makeChanges(repository.git.host, root, archive);
  if (other.length === 0) return;
  throw new GitError(
    `Cannot resume completing milestone ${version}: changed since it was started: ${other.join(", ")}`,
    `Undo these changes; or finish by hand, and remove ${pathOf(repository)}`,
  );
}

/**
 * Returns the paths that the archive changed since the last commit. Files that were untracked before they were
 * moved stay untracked.
 */
async function changedPaths(
  { files, moves }: PendingArchive,
  repository: Repository,
): Promise<readonly string[]> {
  const wanted = new Set(files.map(({ path }) => repositoryPath(repository, path)));
  for (const move of moves) {
    for (const path of await trackedPaths(move, repository)) wanted.add(path);
  }
  return (await repository.git.status()).map(({ path }) => path).filter((path) => wanted.has(path));
}

async function trackedPaths({ from, to }: MovedFolder, repository: Repository): Promise<readonly string[]> {
  const folder = repositoryPath(repository, from);
  const moved = repositoryPath(repository, to);
  return (await repository.git.filesAt("HEAD", folder))
    .flatMap((path) => [path, moved + path.slice(folder.length)]);
}
