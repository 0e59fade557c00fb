import { joinPath } from "../../path/paths.ts";
import type { Git } from "./git.ts";
import { commitPaths, type CommitRequest, type CommitResult } from "./commit.ts";

/** How often documents are committed again that a hook has changed. See docs/decisions/running-tasks.md. */
const RETRIES = 3;

/**
 * Commits documents that no agent can fix for a hook.
 *
 * When a hook refuses and reformats them, its result is staged and committed, in at most {@link RETRIES} further
 * attempts. What a hook reformats without staging it is committed after them, so that the working tree is
 * clean. Other files that a hook changes stay as it left them.
 *
 * @returns The commit of the documents; `refused` when a hook does not let them through and changes none.
 */
export async function commitReformatted(git: Git, request: CommitRequest): Promise<CommitResult> {
  const { message, paths } = request;
  let before = await textsOf(git, paths);
  let result = await commitPaths(git, request);
  for (let retry = 0; result.kind === "refused" && retry < RETRIES; retry++) {
    const after = await textsOf(git, paths);
    if (after.every((text, index) => text === before[index])) return result;
    before = after;
    result = await commitPaths(git, { message, paths });
  }
  if (result.kind === "committed") await commitRest(git, paths, result.subject);
  return result;
}

/** Commits what a hook has reformatted and not staged. What a hook refuses then stays in the working tree. */
async function commitRest(git: Git, paths: readonly string[], subject: string): Promise<void> {
  const wanted = new Set(paths);
  const status = await git.status();
  const left = status.filter(({ path, kind }) => wanted.has(path) && kind === "changed").map(({ path }) =>
    path
  );
  if (left.length === 0) return;
  const [, scope = "docs"] = /^(docs(?:\([^)]*\))?):/.exec(subject) ?? [];
  await commitPaths(git, { message: `${scope}: keep the format that a hook gave\n`, paths: left, status });
}

/** The texts of paths; of one that is not there or not text the empty one. */
async function textsOf(git: Git, paths: readonly string[]): Promise<readonly string[]> {
  return await Promise.all(paths.map((path) => git.host.readText(joinPath(git.root, path)).catch(() => "")));
}
