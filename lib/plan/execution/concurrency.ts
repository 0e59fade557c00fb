import type {
  AgentConfig,
  ExecutorConfig,
  ParallelizationConfig,
  WorktreeConfig,
} from "../../../schemas/config.ts";
import type { SequentialReason } from "../../../schemas/results/waves.ts";
import type { RepoSnapshot } from "../history/repo_snapshot.ts";
import { checkoutsPayOff } from "./checkout_costs.ts";

/** The facts of a wave that decide whether its plans run concurrently. */
export interface WaveFacts {
  readonly phasePlans: number;
  /** The IDs of the plans of the wave that have tasks left. */
  readonly open: readonly string[];
  /** The numbers of their tasks that are left. */
  readonly tasks: readonly number[];
  /** The pairs of plans of the wave that share files, each pair once. */
  readonly serialized: readonly (readonly string[])[];
}

export interface ConcurrencyFacts {
  readonly parallelization: ParallelizationConfig;
  readonly worktree: Pick<WorktreeConfig, "setup">;
  readonly agent: Pick<AgentConfig, "name">;
  readonly executor: Pick<ExecutorConfig, "name">;
  readonly repository: Pick<RepoSnapshot, "unborn" | "submodules" | "worktrees" | "costs">;
}

/**
 * Returns the reason why the plans of a wave run one after the other, or undefined if they run concurrently.
 *
 * The first of several reasons counts: the configuration, the number of plans, their files, then the
 * repository. It needs a commit that worktrees can start from, and no submodules, which worktrees do not
 * contain unless `worktree.setup` adds them; and checkouts must take less time than they save, unless an earlier run
 * has left worktrees of the plans. On other machines each plan has a worktree, even alone. See docs/decisions/isolation.md and docs/configuration.md.
 */
export function sequentialReason(
  { phasePlans, open, tasks, serialized }: WaveFacts,
  { parallelization, worktree, agent, executor, repository }: ConcurrencyFacts,
): SequentialReason | undefined {
  if (!parallelization.enabled) return "enabled";
  if (!parallelization.plan_level) return "plan_level";
  const needsWorktrees = executor.name !== "local";
  if (needsWorktrees && repository.unborn) return "no-commit";
  if (needsWorktrees && !(repository.submodules && worktree.setup.length === 0)) return undefined;
  if (parallelization.max_concurrent_agents < 2) return "max_concurrent_agents";
  if (phasePlans < 2) return "single-plan-phase";
  if (open.length < 2) return "single-plan-wave";
  if (open.length < parallelization.min_plans_for_parallel) return "min_plans_for_parallel";
  const apart = serialized.filter((pair) => pair.every((id) => open.includes(id))).length;
  if (apart >= open.length * (open.length - 1) / 2) return "shared-files";
  if (repository.unborn) return "no-commit";
  if (repository.submodules && worktree.setup.length === 0) return "submodules";
  const { costs, worktrees } = repository;
  if (costs === undefined || open.some((id) => worktrees.has(id))) return undefined;
  const work = { tasks, agents: parallelization.max_concurrent_agents, agent: agent.name, costs };
  return checkoutsPayOff(work) ? undefined : "checkouts";
}
