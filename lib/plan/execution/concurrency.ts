import type { ParallelizationConfig, WorktreeConfig } from "../../../schemas/config.ts";
import type { SequentialReason } from "../../../schemas/results/waves.ts";
import type { RepoSnapshot } from "../history/repo_snapshot.ts";

/** A wave, as far as it matters for whether its plans run at the same time. */
export interface WaveFacts {
  /** How many plans the phase has. */
  readonly phasePlans: number;
  /** IDs of the plans of the wave that have tasks left. */
  readonly open: readonly string[];
  /** Pairs of plans of the wave that share files, each pair once. */
  readonly serialized: readonly (readonly string[])[];
}

/** What else it depends on. */
export interface ConcurrencyFacts {
  /** The configuration. */
  readonly parallelization: ParallelizationConfig;
  /** What makes worktrees ready. */
  readonly worktree: Pick<WorktreeConfig, "setup">;
  /** The repository. */
  readonly repository: Pick<RepoSnapshot, "unborn" | "submodules">;
}

/**
 * Why the plans of a wave run one after the other, or undefined where they run at the same time.
 *
 * Of several reasons the first is given: what the configuration says, then how many plans there are,
 * then their files, then the repository, which has to have a commit that worktrees can start from, and
 * no submodules, which those would be without unless `worktree.setup` brings them.
 * See docs/decisions/isolation.md and docs/configuration.md.
 */
export function sequentialReason(
  { phasePlans, open, serialized }: WaveFacts,
  { parallelization, worktree, repository }: ConcurrencyFacts,
): SequentialReason | undefined {
  if (!parallelization.enabled) return "enabled";
  if (!parallelization.plan_level) return "plan_level";
  if (parallelization.max_concurrent_agents < 2) return "max_concurrent_agents";
  if (phasePlans < 2) return "single-plan-phase";
  if (open.length < 2) return "single-plan-wave";
  if (open.length < parallelization.min_plans_for_parallel) return "min_plans_for_parallel";
  const apart = serialized.filter((pair) => pair.every((id) => open.includes(id))).length;
  if (apart >= open.length * (open.length - 1) / 2) return "shared-files";
  if (repository.unborn) return "no-commit";
  return repository.submodules && worktree.setup.length === 0 ? "submodules" : undefined;
}
