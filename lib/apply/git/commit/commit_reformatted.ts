import { ConfinedFiles } from "../../files/confined_files.ts";
import type { Git } from "../git.ts";
import { commitPaths, type CommitRequest, type CommitResult } from "./commit.ts";

/** Maximum attempts of a commit whose documents a hook changes. See docs/decisions/running-tasks.md. */
const MAX_ATTEMPTS = 3;

/** Inspects a commit that was made, and may undo it: the result is then `refused`. */
export type Inspect = (result: CommitResult, request: CommitRequest) => Promise<CommitResult>;

/**
 * Commits documents that no agent can fix when a hook refuses them.
 *
 * When a hook refuses and reformats them, its result is staged and committed, in at most {@link MAX_ATTEMPTS}
 * attempts in all. Documents that a hook reformats without staging them get a further commit, so that the working
 * tree is clean. Other files that a hook changes are left alone.
 *
 * @param inspect Inspects each commit; by default none.
 * @returns The commit of the documents; `refused` if a hook rejects them without changing any, or changes them
 * each time.
 */
export async function commitReformatted(
  git: Git,
  request: CommitRequest,
  inspect: Inspect = (result) => Promise.resolve(result),
): Promise<CommitResult> {
  const { message, paths } = request;
  const commit = async (request: CommitRequest) => await inspect(await commitPaths(git, request), request);
  let before = await readTexts(git, paths);
  let result = await commit(request);
  for (let attempt = 1; result.kind === "refused"; attempt++) {
    const after = await readTexts(git, paths);
    if (after.every((text, index) => text === before[index])) return result;
    if (attempt === MAX_ATTEMPTS) {
      const { output } = result;
      return { kind: "refused", output: `${output}\n\nIt changed them in each of ${attempt} attempts` };
    }
    before = after;
    result = await commit({ message, paths });
  }
  const rest = await restOf(git, paths, result.subject);
  if (rest !== undefined) await commit(rest);
  return result;
}

/**
 * Returns the commit of documents that a hook reformatted but did not stage. If a hook refuses it, they stay in the
 * working tree.
 */
async function restOf(
  git: Git,
  paths: readonly string[],
  subject: string,
): Promise<CommitRequest | undefined> {
  const wanted = new Set(paths);
  const status = paths.length === 0 ? [] : await git.status(paths);
  const changed = status.filter(({ path, kind }) => wanted.has(path) && kind === "changed");
  const left = changed.map(({ path }) => path);
  if (left.length === 0) return undefined;
  const [, scope = "docs"] = /^(docs(?:\([^)]*\))?):/.exec(subject) ?? [];
  return { message: `${scope}: keep the format that a hook gave\n`, paths: left };
}

/** Reads files; the content is empty if a file is missing or not text. */
async function readTexts(git: Git, paths: readonly string[]): Promise<readonly string[]> {
  const files = new ConfinedFiles(git.host, git.root);
  return await Promise.all(paths.map(async (path) => await files.read(path).catch(() => undefined) ?? ""));
}
