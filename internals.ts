/**
 * Parts of the library for tools that embed it: the state machine of a run, the journal in git's history, the
 * critical path, ownership of files, retries, and readers of single documents.
 *
 * **Not stable.** Unlike the main entry point, this one may change in every release.
 *
 * @example Rehearse a run
 * ```ts
 * import type { ExecutionPlan } from "@wf/wf";
 * import { advance, begin, nextStep, startRun } from "@wf/wf/internals";
 *
 * // Returns the IDs of the steps that a run performs if each of them succeeds.
 * function rehearse(plan: ExecutionPlan): readonly string[] {
 *   const performed: string[] = [];
 *   let state = startRun(plan);
 *   for (let next = nextStep(state); next.kind === "perform"; next = nextStep(state)) {
 *     performed.push(next.step.id);
 *     state = advance(begin(state, next.lane.id), next.lane.id, { kind: "done" });
 *   }
 *   return performed;
 * }
 * ```
 *
 * @module
 */
export type { CommandMeta, ConfigKey, OptionMeta, PlanKey } from "./schemas/metadata.ts";
export { commitTypes, configKeys, planKeys, planTypes, taskTypes } from "./generated/metadata.ts";
export { type Layering, layers } from "./lib/collections/layers.ts";
export { branchProblem } from "./lib/parse/config/branch_problem.ts";
export { scanBody } from "./lib/parse/plan_file/scan_body.ts";
export { parseFrontmatter } from "./lib/parse/plan_file/frontmatter.ts";
export type { Overlap } from "./lib/parse/project/overlaps.ts";
export { parseRequirements } from "./lib/parse/requirements/requirements.ts";
export { parseRoadmap } from "./lib/parse/roadmap/roadmap.ts";
export { parseYaml, type YamlResult } from "./lib/parse/yaml/yaml.ts";
export { agentPresets, findPreset } from "./lib/plan/agents/presets.ts";
export { agentModel } from "./lib/plan/agents/tiers.ts";
export { decideRetry, type RetryDecision, type RetryInput } from "./lib/plan/agents/retry.ts";
export { type TaskCommitInput, taskCommitMessage, taskCommitType } from "./lib/plan/naming/commit_message.ts";
export { type OverrideResult, parseOverride } from "./lib/plan/config/resolve.ts";
export type { Role } from "./lib/plan/agents/tiers.ts";
export type { LaneState } from "./lib/plan/run/lane_state.ts";
export {
  advance,
  begin,
  interrupt,
  type NextAction,
  nextStep,
  nextSteps,
  outcomeOf,
  type RunState,
  type ScheduledStep,
  startRun,
} from "./lib/plan/run/state_machine.ts";
export type {
  Inserted,
  MergeMode,
  OwnershipViolation,
  StepOutcome,
  VerifiedOutcome,
} from "./lib/plan/execution/step_outcome.ts";
export type { TurnNote, TurnQuestion } from "./lib/plan/run/turn_outcome.ts";
export {
  compareFiles,
  type Comparison,
  declares,
  filesOf,
  overlapsByWave,
  overlapsOf,
  type OwnershipViolations,
  ownershipViolations,
  type PlanFiles,
  type WaveOverlaps,
} from "./lib/plan/execution/ownership.ts";
export { type CriticalPath, criticalPath, type ScheduledPlan } from "./lib/plan/execution/critical_path.ts";
export { slugify } from "./lib/text/slug.ts";
export { type ReadJournal, readJournal } from "./lib/plan/history/journal.ts";
export { renderVerification } from "./lib/plan/verification/document.ts";
export { cachedParsers } from "./lib/parse/project/parsers.ts";
