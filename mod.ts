/**
 * The library: files become a project, and a project becomes findings or a plan. Every function here is pure;
 * those that change files and repositories are in `./apply`.
 *
 * @example Check a plan file
 * ```ts
 * import { parsePlanFile, SourceText } from "@wf/wf";
 * import assert from "node:assert/strict";
 *
 * const text = "---\nphase: 01-start\nplan: 01\n---\n<tasks>\n<task type=\"auto\">\n</task>\n</tasks>\n";
 * const plan = parsePlanFile(new SourceText(".planning/phases/01-start/01-01-PLAN.md", text));
 * assert.equal(plan.id, "01-01");
 * assert.equal(plan.tasks.length, 1);
 * ```
 *
 * @module
 */
export * from "./schemas/config.ts";
export * from "./schemas/diagnostic.ts";
export * from "./schemas/event.ts";
export * from "./schemas/execution_plan.ts";
export * from "./schemas/question.ts";
export * from "./schemas/phase.ts";
export * from "./schemas/plan_file.ts";
export * from "./schemas/metadata.ts";
export * from "./schemas/verification.ts";
export type { AgentRole } from "./schemas/agent_answers.ts";
export type { CommitType } from "./schemas/commands.ts";
export type { TextPosition } from "./schemas/output.ts";
export type { RoleModel } from "./schemas/role_model.ts";
export {
  commitTypes,
  configDefaults,
  configKeys,
  planKeys,
  planTypes,
  taskTypes,
} from "./generated/metadata.ts";
export { version } from "./generated/version.ts";
export type { SchemaError } from "./schemas/validator.ts";
export { type Layering, layers } from "./lib/collections/layers.ts";
export { SourceText } from "./lib/text/source_text.ts";
export { branchProblem } from "./lib/parse/config/branch_problem.ts";
export {
  type Attribute,
  type Body,
  type BodyElement,
  scanBody,
  type StructureProblem,
} from "./lib/parse/plan_file/scan_body.ts";
export { type ConfigDocument, parseConfig } from "./lib/parse/config/config.ts";
export { type Frontmatter, parseFrontmatter } from "./lib/parse/plan_file/frontmatter.ts";
export type { Milestone } from "./lib/parse/roadmap/milestone.ts";
export {
  comparePhaseNumbers,
  parsePhaseNumber,
  type PhaseNumber,
  printPhaseNumber,
} from "./lib/parse/ids/phase_number.ts";
export type { Overlap } from "./lib/parse/project/overlaps.ts";
export { parsePlanFile, type PlanDocument } from "./lib/parse/plan_file/plan_file.ts";
export type { ShapeNote } from "./lib/parse/yaml/shape_reader.ts";
export { findPhase, parseProject, type PlanIndex } from "./lib/parse/project/project.ts";
export { cachedParsers, type ProjectParsers } from "./lib/parse/project/parsers.ts";
export {
  type Phase,
  type Project,
  type ProjectSources,
  type UnreadReason,
} from "./lib/parse/project/model.ts";
export type { RequirementReference } from "./lib/parse/requirements/requirement_id.ts";
export type { NamedRequirement } from "./lib/parse/requirements/requirement_range.ts";
export {
  parseRequirements,
  type Requirement,
  type RequirementBox,
  type RequirementRow,
  type Requirements,
} from "./lib/parse/requirements/requirements.ts";
export {
  parseRoadmap,
  type Roadmap,
  type RoadmapPhase,
  type RoadmapRequirements,
} from "./lib/parse/roadmap/roadmap.ts";
export type { TaskNode } from "./lib/parse/plan_file/tasks.ts";
export {
  parseYaml,
  type YamlEntry,
  type YamlList,
  type YamlMap,
  type YamlNode,
  type YamlProblem,
  type YamlResult,
  type YamlScalar,
} from "./lib/parse/yaml/yaml.ts";
export { checkProject, type Finding, type Rule, type RuleDoc } from "./lib/check/rule.ts";
export { rules } from "./lib/check/rules/all_rules.ts";
export { type FixOptions, fixProject, type FixResult } from "./lib/check/fix/fix.ts";
export {
  agentModel,
  type AgentPreset,
  agentPresets,
  type AgentProtocol,
  findPreset,
  type ModelSetting,
  type ModelTier,
  type StrictSetting,
  type UserOnlySetting,
} from "./lib/plan/agents/presets.ts";
export {
  type AgentFailure,
  decideRetry,
  type FailureReason,
  type RetryDecision,
  type RetryInput,
} from "./lib/plan/agents/retry.ts";
export {
  type BranchNameResult,
  type MilestoneBranchInput,
  milestoneBranchName,
  type PhaseBranchInput,
  phaseBranchName,
} from "./lib/plan/naming/branch_name.ts";
export {
  commitMessage,
  docsMessage,
  type TaskCommitInput,
  taskCommitMessage,
  taskCommitType,
} from "./lib/plan/naming/commit_message.ts";
export {
  type ConfigOrigin,
  type ConfigOverride,
  type ConfigSources,
  type OverrideResult,
  parseOverride,
  resolveConfig,
  type ResolvedConfig,
} from "./lib/plan/config/resolve.ts";
export type { Role } from "./lib/plan/agents/tiers.ts";
export {
  type ExecutionInput,
  type ExecutionResult,
  planExecution,
} from "./lib/plan/execution/execution_plan.ts";
export type { LaneState } from "./lib/plan/run/lane_state.ts";
export {
  advance,
  begin,
  interrupt,
  type Next,
  nextStep,
  nextSteps,
  outcomeOf,
  type Performance,
  type RunState,
  startRun,
} from "./lib/plan/run/state_machine.ts";
export {
  type Feedback,
  type Inserted,
  type MergeMode,
  type OwnershipViolation,
  type StepOutcome,
  type VerifiedOutcome,
} from "./lib/plan/execution/step_outcome.ts";
export { judgeRequest, mentionedPaths, type PermissionPolicy } from "./lib/permissions/judge_request.ts";
export type { CommandPolicy } from "./lib/permissions/judge_shell.ts";
export type { PathPolicy } from "./lib/permissions/effects/paths.ts";
export type { Writable } from "./lib/permissions/effects/writable.ts";
export { describeRequest, normaliseToolCall, type RawToolCall } from "./lib/permissions/normalise.ts";
export type {
  FileDiff,
  PathIntent,
  PermissionCategory,
  PermissionRequest,
  PermissionVerdict,
  RequestedPath,
} from "./schemas/permission.ts";
export {
  compareFiles,
  type Comparison,
  type DeclaredAgainstActual,
  declaredAgainstActual,
  declares,
  filesOf,
  overlapsByWave,
  overlapsOf,
  type OwnershipViolations,
  type PlanFiles,
  trespasses,
  type WaveOverlaps,
} from "./lib/plan/execution/ownership.ts";
export { type CriticalPath, criticalPath, type ScheduledPlan } from "./lib/plan/execution/critical_path.ts";
export { slugify } from "./lib/text/slug.ts";
export {
  type AgainCommit,
  type Journal,
  type JournalCommit,
  type JournalEntry,
  type MilestoneCommit,
  type NamedProject,
  type PlanCommit,
  type ReadJournal,
  readJournal,
  type RevertCommit,
} from "./lib/plan/history/journal.ts";
export {
  assumedSnapshot,
  type History,
  type LeftWorktree,
  type RepoSnapshot,
} from "./lib/plan/history/repo_snapshot.ts";
export type { TruthVerdict } from "./lib/plan/verification/verify.ts";
export { renderVerification } from "./lib/plan/verification/document.ts";
export { planWaves, type WaveInput, type WaveResult } from "./lib/plan/execution/waves.ts";
