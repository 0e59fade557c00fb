import { joinPath } from "../../path/paths.ts";
import type { Baseline } from "../git/baseline.ts";
import type { Git } from "../git/git.ts";
import type { Repository } from "../git/repository.ts";

/** A working tree that a lane works in. */
export interface Workspace {
  /** The repository, with this tree as its root. */
  readonly repository: Repository;
  /** Absolute path of the project root in it. */
  readonly root: string;
  /** The current branch, which receives the commits. */
  readonly branch: string;
  /** The state of the tree before the run. */
  readonly baseline: Baseline;
}

/** Returns a repository with another working tree as its root. */
export function repositoryAt({ prefix }: Repository, git: Git): Repository {
  return { git, prefix };
}

/** Returns the absolute path of the project root in a working tree. */
export function rootIn({ git, prefix }: Repository): string {
  return prefix === "" ? git.root : joinPath(git.root, prefix);
}
