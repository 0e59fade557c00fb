import { joinPath } from "../../path/paths.ts";
import type { Baseline } from "../git/baseline.ts";
import type { Git } from "../git/git.ts";
import type { Repository } from "../git/repository.ts";

/** A working tree that a lane works in. */
export interface Workspace {
  /** The repository, worked on in this tree. */
  readonly repository: Repository;
  /** Absolute path of the project root in it. */
  readonly root: string;
  /** The branch checked out, which is committed to. */
  readonly branch: string;
  /** How the tree was found. */
  readonly baseline: Baseline;
}

/** The repository of a workspace, worked on in another tree. */
export function repositoryAt({ prefix }: Repository, git: Git): Repository {
  return { git, prefix };
}

/** The project root in a working tree. */
export function rootIn({ git, prefix }: Repository): string {
  return prefix === "" ? git.root : joinPath(git.root, prefix);
}
