import type { Config } from "../../../schemas/config.ts";
import type { Repository } from "../../apply/git/repository.ts";
import { takeSnapshot } from "../../apply/history/take_snapshot.ts";
import { printPhaseNumber } from "../../parse/ids/phase_number.ts";
import type { Phase, Project } from "../../parse/project/model.ts";
import { targetBranch } from "../../plan/naming/target_branch.ts";
import { quoteShell } from "../../text/quote_shell.ts";
import { UsageError } from "./command_context.ts";

/** Throws a UsageError when the work of the phase is on its own branch and that is not checked out. */
export async function requireOwnBranch(
  repository: Repository,
  { project, phase, config }: { readonly project: Project; readonly phase: Phase; readonly config: Config },
): Promise<void> {
  const target = targetBranch(project, phase, config);
  if (target?.kind !== "name") return;
  const snapshot = await takeSnapshot(repository, {
    project,
    target: target.branch,
    commitDocs: config.planning.commit_docs,
  });
  const { branch, bases, targetExists, targetMerged } = snapshot;
  if (!targetExists || targetMerged || branch === target.branch || !bases.has(target.branch)) return;
  throw new UsageError(
    `The work of phase ${
      printPhaseNumber(phase.number)
    } is on branch "${target.branch}", which is not checked out`,
    `Check it out: git switch ${quoteShell(target.branch)}`,
  );
}
