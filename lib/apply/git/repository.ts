import { GitError } from "./process.ts";
import type { Host } from "../../host/host.ts";
import { joinPath } from "../../path/paths.ts";
import { Git } from "./git.ts";
import { hasIdentity } from "./commit/commit.ts";
import { PLANNING, workstreamOf } from "../../parse/ids/locations.ts";

/** A repository and the location of the project in it. */
export interface Repository {
  /** The repository. */
  readonly git: Git;
  /** Path of the project root within it; empty when they are the same. */
  readonly prefix: string;
  /**
   * Name of the project in commits, branches and records: the prefix, or for a workstream the path of its folder
   * within the repository.
   */
  readonly project: string;
}

/**
 * Opens the repository of a project.
 *
 * @param root Absolute path of the project root, links resolved.
 * @param base The folder of the project's documents, which may be that of a workstream.
 * @throws {GitError} When there is none, or git cannot be used.
 */
export async function openRepository(host: Host, root: string, base: string = PLANNING): Promise<Repository> {
  const git = await Git.open(host, root);
  const prefix = git.within(root);
  if (prefix === undefined) {
    throw new GitError(`Cannot work in "${root}": it is not in the working tree of its repository`);
  }
  const project = workstreamOf(base) === undefined ? prefix : repositoryPath({ prefix }, base);
  return { git, prefix, project };
}

/** Converts a path relative to the project to one relative to the repository. */
export function repositoryPath({ prefix }: Pick<Repository, "prefix">, path: string): string {
  return prefix === "" ? path : `${prefix}/${path}`;
}

/** Converts a path relative to the repository to one relative to the project; undefined outside the project. */
export function projectPath({ prefix }: Pick<Repository, "prefix">, path: string): string | undefined {
  if (prefix === "") return path;
  return path.startsWith(`${prefix}/`) ? path.slice(prefix.length + 1) : undefined;
}

/** Returns the path from the project root to the root of the repository, with a slash at its end. */
export function upFrom({ prefix }: Pick<Repository, "prefix">): string {
  return prefix.replace(/[^/]+/g, "..") + "/";
}

/**
 * Reports whether git ignores the new documents of a project, or cannot track them as `.planning` is a link, so that
 * they are not committed. It may track earlier documents nevertheless.
 *
 * @param planning Path of `.planning`, relative to the root of the repository; it need not exist.
 */
export async function ignoresDocuments(git: Git, planning: string): Promise<boolean> {
  // Git tracks nothing through a link.
  if (await git.host.kindOf(joinPath(git.root, planning)) === "link") return true;
  // The rules may name the folder, or only files in it.
  const paths = [planning, `${planning}/phases/00-new/00-00-SUMMARY.md`];
  return (await git.ignoredAmong(paths, ["--no-index"])).size > 0;
}

/** Reports whether git tracks documents of a project although it ignores new ones. */
export async function tracksIgnored(repository: Repository): Promise<boolean> {
  const { git } = repository;
  const planning = repositoryPath(repository, PLANNING);
  return await ignoresDocuments(git, planning) && await git.output(["ls-files", "--", planning]) !== "";
}

/**
 * Creates a repository on the branch `main` in a folder that is not in a repository yet. If git has no identity,
 * sets one for this repository only.
 */
export async function initRepository(host: Host, directory: string): Promise<Git> {
  const git = await Git.init(host, directory);
  if (!await hasIdentity(git)) {
    await git.output(["config", "--local", "user.name", "wf demo"]);
    await git.output(["config", "--local", "user.email", "demo@wf.invalid"]);
  }
  return git;
}
