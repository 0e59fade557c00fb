/**
 * Carries out what `@wf/wf` plans: reads projects, runs git and agents, performs the steps of a run and verifies
 * what a phase must have.
 *
 * | to | call |
 * | --- | --- |
 * | read a project | {@linkcode findProjectRoot}, {@linkcode loadProject}, {@linkcode loadProjects}, {@linkcode readSources} |
 * | read a repository | {@linkcode openRepository}, {@linkcode takeSnapshot}, {@linkcode readHeads} |
 * | find an agent | {@linkcode findAgent} |
 * | execute a phase | {@linkcode prepareRun}, {@linkcode run}, {@linkcode verifyPhase} |
 * | commit and merge | {@linkcode commitPaths}, {@linkcode tryMerge}, {@linkcode mergeTried} |
 *
 * Functions reach the machine through a {@linkcode Host}: `DenoHost` of `@wf/wf/deno`, or `NodeHost` of
 * `@wf/wf/node` on Node and Bun. What they throw on purpose extends {@linkcode ProgramError}.
 *
 * **Not stable.** Unlike the main entry point, this one may change in every release.
 *
 * @example Find a project and read it
 * ```ts
 * import { findProjectRoot, loadProject } from "@wf/wf/apply";
 * import { DenoHost } from "@wf/wf/deno";
 *
 * const host = new DenoHost();
 * const root = await findProjectRoot(host, host.cwd());
 * if (root !== undefined) console.log((await loadProject(host, root)).plans.all.length);
 * ```
 *
 * @module
 */
export type { HostedTurns } from "./agent/hosted.ts";
export type { OpenTurn } from "../plan/run/instruction.ts";
export * from "../errors/program_error.ts";
export * from "../host/host.ts";
export { findProjectRoot, type LoadedProject, loadProject, loadProjects } from "./files/load_project.ts";
export { ProjectReader } from "./files/project_reader.ts";
export { type ReadOptions, readSources } from "./files/read_sources.ts";
export { Git } from "./git/git.ts";
export type { MilestoneCommitFound } from "./history/project_history.ts";
export { commitPaths, type CommitRequest, type CommitResult } from "./git/commit/commit.ts";
export { mergeTried, tryMerge } from "./git/merge/merge.ts";
export { CLEAN_GIT_ENVIRONMENT, GitError } from "./git/process.ts";
export type {
  BranchPair,
  CommitFiles,
  LineCounts,
  MergeTree,
  StatusEntry,
  WorkingTree,
} from "./git/output.ts";
export { openRepository, type Repository } from "./git/repository.ts";
export type { KnownBranches } from "./history/branch_bases.ts";
export { type Heads, readHeads, type SnapshotOptions, takeSnapshot } from "./history/take_snapshot.ts";
export { type Baseline, takeBaseline } from "./git/baseline.ts";
export {
  dirtyPaths,
  type Preparation,
  type PrepareOptions,
  type PrepareResult,
  prepareRun,
} from "./session/prepare.ts";
export { acquireLock, type LockInfo, type LockResult } from "./session/lock.ts";
export type { ProcessIdentity } from "./session/process_identity.ts";
export {
  type Agent,
  type AgentMember,
  type AgentProbe,
  type AgentSession,
  type OpenResult,
  type PermissionChannel,
  type PermissionDecision,
  type Refusal,
  type RehearsedWork,
  type SessionOptions,
  type ToolUse,
  type Turn,
  type TurnEnd,
  type TurnResult,
} from "./agent/core/port.ts";
export { findAgent, type FoundAgent } from "./agent/find.ts";
export { AcpAgent } from "./agent/acp/agent.ts";
export type { AgentSettings, AgentTimes } from "./agent/core/settings.ts";
export { ClaudeCliAgent } from "./agent/claude_cli/agent.ts";
export { ShellAgent } from "./agent/shell/agent.ts";
export type { Answer, AnswerPreparation, Asker, EventDraft } from "./interaction/interaction.ts";
export { run } from "./run/run.ts";
export type { RunContext } from "./run/context.ts";
export type { CheckLog, CheckOutput } from "./run/run_check.ts";
export type { HostedSession } from "./session/hosted_session.ts";
export type { Workspace } from "./worktrees/workspace.ts";
export type { Permit, PermitContext } from "./agent/core/permissions.ts";
export {
  type OpenTruth,
  type TruthAnswer,
  type TruthJudge,
  type VerifyInput,
  type VerifyOutcome,
  verifyPhase,
} from "./verify/verify.ts";
export type { Recorded, RecordInput } from "./verify/record.ts";
export type { AgentFailure, FailureReason } from "../plan/agents/retry.ts";
export type { RoleAgent } from "../plan/agents/role_agents.ts";
export type {
  AgentPreset,
  AgentProtocol,
  ModelSetting,
  ProjectSettings,
  StartSetting,
  StrictSetting,
} from "../plan/agents/presets.ts";
export type { AgentRole } from "../../schemas/agent_answers.ts";
export type { Feedback } from "../plan/execution/step_outcome.ts";
export type {
  AgainCommit,
  JournalCommit,
  MilestoneCommit,
  NamedProject,
  PlanCommit,
  RenameCommit,
  RevertCommit,
  TitledCommit,
} from "../plan/history/journal.ts";
export type { Renaming } from "../plan/history/earlier_names.ts";
export type { ChosenAgent, SteeringAction } from "../../schemas/steering.ts";
export type { SteeredStep, StepControl, StepSteering } from "./steer/steering.ts";
export type { ToolStatus } from "../../schemas/run_log.ts";
export type { FileDiff, PathIntent, PermissionRequest, RequestedPath } from "../../schemas/permission.ts";
export * from "../../schemas/event.ts";
export * from "../../schemas/usage.ts";
export * from "../../schemas/verification.ts";
export type { TruthVerdict } from "../plan/verification/verify.ts";
export type { Writable } from "../permissions/effects/writable.ts";
export type { ModelTier } from "../plan/agents/presets.ts";
