import type { Config } from "../../../schemas/config.ts";
import { commitReformatted } from "../git/commit/commit_reformatted.ts";
import { type Repository, repositoryPath } from "../git/repository.ts";

export type PlanningCommit =
  | { readonly kind: "committed"; readonly commit: string }
  /** There is nothing to commit, or documents are not committed in this project. */
  | { readonly kind: "none" }
  /** A hook refused the commit. The documents are written. */
  | { readonly kind: "refused"; readonly output: string };

export interface PlanningCommitRequest {
  /** The paths of documents, relative to the project root. Unchanged documents are skipped. */
  readonly paths: readonly string[];
  /** The message in one line. */
  readonly message: string;
}

/** Commits documents below `.planning/` where the configuration wants them tracked. See docs/decisions/configuration.md. */
export async function commitPlanning(
  repository: Repository | undefined,
  { planning }: Pick<Config, "planning">,
  { paths, message }: PlanningCommitRequest,
): Promise<PlanningCommit> {
  if (repository === undefined || !planning.commit_docs) return { kind: "none" };
  const wanted = new Set(paths.map((path) => repositoryPath(repository, path)));
  const status = await repository.git.status();
  const changed = status.map(({ path }) => path).filter((path) => wanted.has(path));
  if (changed.length === 0) return { kind: "none" };
  const made = await commitReformatted(repository.git, { message: `${message}\n`, paths: changed, status });
  return made.kind === "refused"
    ? { kind: "refused", output: made.output }
    : { kind: "committed", commit: made.commit };
}
