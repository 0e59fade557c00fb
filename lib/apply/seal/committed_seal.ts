import { projectPath, type Repository, repositoryPath } from "../git/repository.ts";
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
  const { hooks } = now;
  const names = hooks === undefined || hooks.startsWith("..") ? SEALED_FOLDERS : [...SEALED_FOLDERS, hooks];
  const folders = names.map((name) => repositoryPath(repository, name));
  const files = { ...now.files };
  const index = { ...now.index };
  for (const { path, mark, entry } of await committedFiles(repository, commit, folders)) {
    const inside = projectPath(repository, path);
    if (inside === undefined) continue;
    // Git may have checked it out with other ends of lines.
    if (!await hasSameContent(path, { committed: mark, mark: now.files[inside] }, repository)) {
      files[inside] = mark;
    }
    index[inside] = entry;
  }
  return { ...now, files, index };
}

/** A file in a commit. */
interface CommittedFile {
  /** Path relative to the root of the repository. */
  readonly path: string;
  /** As in {@link PlanningSeal.files}. */
  readonly mark: string;
  /** As in {@link PlanningSeal.index}. */
  readonly entry: string;
}

/**
 * Returns the files of a commit, without links.
 *
 * @param paths Their paths, or those of their folders, relative to the root of the repository.
 */
export async function committedFiles(
  { git }: Repository,
  commit: string,
  paths: readonly string[],
): Promise<readonly CommittedFile[]> {
  const args = ["--literal-pathspecs", "ls-tree", "-r", "-z", "--full-tree", commit, "--", ...paths];
  return (await git.run(args)).stdout.split("\0").flatMap((line) => {
    const [, mode = "", hash, path = ""] = /^(\d+) blob ([0-9a-f]+)\t([^]*)$/.exec(line) ?? [];
    const kind = KINDS[mode];
    return kind === undefined ? [] : [{ path, mark: `${kind}:${hash}`, entry: `${mode} ${hash}` }];
  });
}

/**
 * Reports whether a file has the content of a commit, possibly with other ends of lines.
 *
 * @param path Relative to the root of the repository.
 */
export async function hasSameContent(
  path: string,
  { committed, mark }: { readonly committed: string | undefined; readonly mark: string | undefined },
  { git }: Repository,
): Promise<boolean> {
  if (committed === mark) return true;
  const [hash, blob] = [committed, mark].map((each) => /^(?:blob|exec):(.+)$/.exec(each ?? "")?.[1]);
  if (hash === undefined || blob === undefined) return false;
  const { code, stdout } = await git.run(["cat-file", "blob", blob]);
  return code === 0 &&
    (await git.output(["hash-object", `--path=${path}`, "--stdin"], stdout)).trim() === hash;
}
