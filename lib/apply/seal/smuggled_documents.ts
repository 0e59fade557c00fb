import { isSealed, isSealedSettings } from "../../plan/execution/sealed_documents.ts";
import { literalPathspecs, PATHSPECS_FROM_INPUT } from "../git/commit/pathspecs.ts";
import type { CommitRequest, CommitResult } from "../git/commit/commit.ts";
import { projectPath, type Repository, upFrom } from "../git/repository.ts";
import { committedFiles, hasSameContent } from "./committed_seal.ts";
import { hooksFolder } from "./hooks_folder.ts";
import type { PlanningSeal } from "./planning_seal.ts";

/** What a commit may contain besides its paths. */
interface Accepted {
  readonly repository: Repository;
  /** The paths that the plan of a task declares. */
  readonly declared: readonly string[];
  /** The marks of the documents and settings before: a hook may commit what the user has not committed yet. */
  readonly files: PlanningSeal["files"] | undefined;
}

/**
 * Undoes a commit to which a hook added documents or settings, as code of a task that it runs may do. The files
 * stay as they are, and what the hook staged is unstaged.
 *
 * @returns `refused` if the commit is undone.
 */
export async function withoutSmuggled(
  result: CommitResult,
  { paths }: Pick<CommitRequest, "paths">,
  { repository, declared, files = {} }: Accepted,
): Promise<CommitResult> {
  if (result.kind === "refused" || result.parent === "") return result;
  const requested = new Set(paths);
  // Settings at the root of the repository count also for a project below it.
  const own = (path: string) => projectPath(repository, path) ?? upFrom(repository) + path;
  const hooks = await hooksFolder({ repository });
  const added = result.files.filter((path) => {
    return !requested.has(path) &&
      (isSealed(own(path), declared) || isSealedSettings(own(path), declared, hooks));
  });
  if (added.length === 0) return result;
  const { git } = repository;
  const committed = new Map(
    (await committedFiles(repository, result.commit, added)).map(({ path, mark }) => [path, mark]),
  );
  const foreign: string[] = [];
  for (const path of added) {
    const marks = { committed: committed.get(path), mark: files[own(path)] };
    if (!await hasSameContent(path, marks, repository)) foreign.push(path);
  }
  if (foreign.length === 0) return result;
  await git.output(["reset", "--quiet", "--soft", result.parent]);
  await git.output(["reset", "--quiet", ...PATHSPECS_FROM_INPUT], literalPathspecs(added));
  return {
    kind: "refused",
    output: `A hook added ${
      foreign.join(", ")
    } to the commit, which only you and wf may change; wf undid the commit`,
  };
}
