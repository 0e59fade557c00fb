import { isSealed, isSealedSettings } from "../../plan/execution/sealed_documents.ts";
import { literalPathspecs, PATHSPECS_FROM_INPUT } from "../git/commit/pathspecs.ts";
import type { CommitRequest, CommitResult } from "../git/commit/commit.ts";
import { projectPath, type Repository } from "../git/repository.ts";

/**
 * Undoes a commit to which a hook added documents or settings, as code of a task that it runs may do. The files
 * stay as they are, and what the hook staged is unstaged.
 *
 * @param declared The paths that the plan of a task declares.
 * @returns `refused` if the commit is undone.
 */
export async function withoutSmuggled(
  result: CommitResult,
  { paths }: Pick<CommitRequest, "paths">,
  { repository, declared }: { readonly repository: Repository; readonly declared: readonly string[] },
): Promise<CommitResult> {
  if (result.kind === "refused" || result.parent === "") return result;
  const requested = new Set(paths);
  const added = result.files.filter((path) => {
    const own = projectPath(repository, path) ?? "";
    return !requested.has(path) && (isSealed(own, declared) || isSealedSettings(own, declared));
  });
  if (added.length === 0) return result;
  const { git } = repository;
  await git.output(["reset", "--quiet", "--soft", result.parent]);
  await git.output(["reset", "--quiet", ...PATHSPECS_FROM_INPUT], literalPathspecs(added));
  return {
    kind: "refused",
    output: `A hook added ${
      added.join(", ")
    } to the commit, which only you and wf may change; wf undid the commit`,
  };
}
