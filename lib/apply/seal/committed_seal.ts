import { projectPath, repositoryPath } from "../git/repository.ts";
import { SEALED_FOLDERS } from "../../plan/execution/sealed_documents.ts";
import type { Workspace } from "../worktrees/workspace.ts";
import { type PlanningSeal, takeSeal } from "./planning_seal.ts";

/** The kinds of marks by the mode of a file in git. */
const KINDS: Readonly<Record<string, string>> = { "100644": "blob", "100755": "exec" };

/**
 * Returns the seal in place of a lost one: documents and settings that a commit contains are as they are there,
 * and all others as they are now.
 */
export async function committedSeal(workspace: Workspace, commit = "HEAD"): Promise<PlanningSeal> {
  const { repository } = workspace;
  const now = await takeSeal(workspace);
  const [files, index] = [{ ...now.files }, { ...now.index }];
  const folders = SEALED_FOLDERS.map((name) => repositoryPath(repository, name));
  const args = ["--literal-pathspecs", "ls-tree", "-r", "-z", "--full-tree", commit, "--", ...folders];
  for (const line of (await repository.git.run(args)).stdout.split("\0")) {
    const [, mode = "", hash, path = ""] = /^(\d+) blob ([0-9a-f]+)\t([^]*)$/.exec(line) ?? [];
    const [inside, kind] = [projectPath(repository, path), KINDS[mode]];
    if (inside === undefined || kind === undefined) continue;
    files[inside] = `${kind}:${hash}`;
    index[inside] = `${mode} ${hash}`;
  }
  return { files, index };
}
