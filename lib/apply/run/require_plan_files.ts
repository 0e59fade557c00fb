import { baseName, joinPath } from "../../path/paths.ts";
import { planKey } from "../../parse/ids/plan_id.ts";
import { isPlanFileName, stemOf } from "../../parse/ids/plan_names.ts";
import type { Phase, Project } from "../../parse/project/model.ts";
import { quoteShell } from "../../text/quote_shell.ts";
import { projectPath, type Repository, repositoryPath } from "../git/repository.ts";
import { GitError } from "../git/process.ts";

/**
 * Refuses a phase when the last commit contains a plan that is missing from the working tree: the phase would
 * end without it. A renamed plan is not missing.
 */
export async function requirePlanFiles(
  repository: Repository,
  { project, phase }: { readonly project: Project; readonly phase: Phase },
): Promise<void> {
  const { git } = repository;
  if (await git.commitOf("HEAD") === undefined) return;
  const folder = `${repositoryPath(repository, phase.directory)}/`;
  const args = ["--literal-pathspecs", "ls-tree", "--full-tree", "--name-only", "-z", "HEAD", "--", folder];
  const committed = (await git.output(args)).split("\0").flatMap((path) =>
    projectPath(repository, path) ?? []
  )
    .filter((path) => isPlanFileName(baseName(path)));
  const plans = [...project.plans.byId.values()];
  const fresh = plans.filter(({ source }) => !committed.includes(source.path)).map(({ id }) => planKey(id));
  const missing: string[] = [];
  for (const path of committed) {
    const stem = planKey(stemOf(path));
    const isRenamed = fresh.some((id) => stem === id || stem.startsWith(`${id}-`));
    const file = joinPath(git.root, repositoryPath(repository, path));
    if (!isRenamed && await git.host.stat(file) === undefined) missing.push(path);
  }
  if (missing.length === 0) return;
  const words = missing.map((path) => quoteShell(`:/${repositoryPath(repository, path)}`)).join(" ");
  const them = missing.length === 1 ? "it" : "them";
  throw new GitError(
    `The last commit holds ${missing.join(", ")}, and the working tree does not`,
    `Bring ${them} back: git restore --staged --worktree -- ${words}. Or commit without ${them}: git commit -m "docs: remove a plan" -- ${words}`,
  );
}

/** Returns the error for a plan file that was removed or broken during the run. */
export function planGone(plan: string): GitError {
  const hint = "Commit it to the branch that the work starts from; wf validate shows its errors";
  return new GitError(`Cannot read plan ${plan}: its file is missing or has errors`, hint);
}
