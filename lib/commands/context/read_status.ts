import type { RunStatus, StatusResult } from "../../../schemas/results/status.ts";
import type { Repository } from "../../apply/git/repository.ts";
import { readEvents, readRuns } from "../../apply/log/read_log.ts";
import { readHosted } from "../../apply/session/read_hosted.ts";
import { removalCommands } from "../../apply/milestone/facts.ts";
import { defined } from "../../collections/defined.ts";
import { runStatus } from "../../plan/log/run_status.ts";
import type { ConfigOverride } from "../../plan/config/resolve.ts";
import { targetBranch } from "../../plan/naming/target_branch.ts";
import { shippedName } from "../../plan/naming/work_branch_names.ts";
import type { StatusInput } from "../../plan/status/status_input.ts";
import { projectStatus } from "../../plan/status/status.ts";
import type { CommandContext } from "./command_context.ts";
import { hostedConfig } from "./configuration.ts";
import type { OpenProject } from "./open_project.ts";
import { verificationsOf, viewRepository } from "./view_repository.ts";

export interface ReadStatus {
  readonly status: StatusResult;
  readonly input: StatusInput;
  readonly repository?: Repository;
  /** The reason why no repository could be opened, if so. */
  readonly problem?: string;
}

/** Reads the status of a project from its files, the repository and the log of runs. */
export async function readStatus(
  opened: OpenProject,
  overrides: readonly ConfigOverride[],
  { host, byAgent }: CommandContext,
): Promise<ReadStatus> {
  const { input: view, opened: repository, problem } = await viewRepository(host, opened, { overrides });
  const input = byAgent() ? { ...view, config: hostedConfig(view.config) } : view;
  const verifications = await verificationsOf(host, opened, input);
  const run = repository && await lastRun(repository);
  const hosted = repository && await readHosted(repository);
  const status = projectStatus({ ...input, verifications, ...defined({ run, hosted }) });
  const cleanup = repository && await removalCommands(repository, mergedTargets(input));
  return {
    status: cleanup?.length ? { ...status, cleanup } : status,
    input: { ...input, verifications },
    ...defined({ repository, problem }),
  };
}

/** Returns the merged branches of phases, and those with their work without documents, merged or not. */
function mergedTargets({ project, config, repository: { own } }: StatusInput): readonly string[] {
  return project.phases.flatMap((phase) => {
    const target = targetBranch(project, phase, config);
    const snapshot = own.get(phase.directory);
    if (target?.kind !== "name" || snapshot === undefined) return [];
    return [...snapshot.targetMerged ? [target.branch] : [], shippedName(target.branch)];
  });
}

/** Returns the last run, unless it is done. */
async function lastRun(repository: Repository): Promise<RunStatus | undefined> {
  const [run] = await readRuns(repository, 1);
  return run && runStatus(run, await readEvents(repository.git, run.id));
}
