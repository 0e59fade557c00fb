import type { Config } from "../../../schemas/config.ts";
import type { PlanDocument } from "../../parse/plan_file/plan_file.ts";
import { hasSummary } from "../../parse/project/project.ts";
import type { Phase, Project } from "../../parse/project/model.ts";
import { isExecuted } from "../../plan/execution/planned_plan.ts";
import type { History } from "../../plan/history/repo_snapshot.ts";
import { readHistory } from "./read_history.ts";
import type { Repository } from "../git/repository.ts";

export type CompletePlans = (plan: PlanDocument, phase: Phase) => boolean;

export interface CompletePlansOptions {
  readonly project: Project;
  readonly config: Config;
}

/** Determines the complete plans of the current commit. Without a repository, their summaries decide. */
export async function completePlans(
  repository: Repository | undefined,
  { project, config }: CompletePlansOptions,
): Promise<CompletePlans> {
  if (repository === undefined) return (plan, phase) => hasSummary(phase, plan);
  const from = await repository.git.commitOf("HEAD");
  const commitDocs = config.planning.commit_docs;
  return completeIn(await readHistory(repository, { project, commitDocs, from }), config);
}

/** Determines the plans that a history completes, with answers at all their checkpoints. */
export function completeIn(history: History, config: Config): CompletePlans {
  const repository = { ...history, worktrees: new Map() };
  return (plan, phase) => isExecuted(plan, { phase, config, repository });
}
