/**
 * The effects: reading projects, git, agents and the run itself. Everything that decides is in the
 * library's main door. They reach the machine through a {@link Host}, of which `./deno` has one for Deno
 * and `./node` one for Node and Bun.
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
export * from "../errors/program_error.ts";
export * from "../host/host.ts";
export { findProjectRoot, loadProject } from "./files/load_project.ts";
export { ProjectReader } from "./files/project_reader.ts";
export { readSources } from "./files/read_sources.ts";
export { Git } from "./git/git.ts";
export { type MilestoneCommitFound } from "./history/project_history.ts";
export { commitPaths, type CommitRequest, type CommitResult } from "./git/commit.ts";
export { mergeTried, tryMerge } from "./git/merge.ts";
export { CLEAN_GIT_ENVIRONMENT, GitError } from "./git/process.ts";
export type { BranchPair, CommitFiles, MergeTree, StatusEntry, WorkingTree } from "./git/output.ts";
export { openRepository, type Repository } from "./git/repository.ts";
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
export type {
  Agent,
  AgentProbe,
  AgentSession,
  OpenResult,
  PermissionChannel,
  PermissionDecision,
  Refusal,
  RehearsedWork,
  SessionOptions,
  Turn,
  TurnResult,
} from "./agent/core/port.ts";
export { AgentError } from "./agent/core/port.ts";
export { findAgent, type FoundAgent } from "./agent/find.ts";
export { AcpAgent } from "./agent/acp/agent.ts";
export { type AgentSettings, type AgentTimes } from "./agent/core/settings.ts";
export { ClaudeCliAgent } from "./agent/claude_cli/agent.ts";
export { ShellAgent } from "./agent/shell/agent.ts";
export {
  type Answer,
  type AnswerPreparation,
  type Asker,
  type EventDraft,
} from "./interaction/interaction.ts";
export { run } from "./run/run.ts";
export { type RunContext } from "./run/context.ts";
export type { HostedSession } from "./session/hosted_session.ts";
export type { Workspace } from "./worktrees/workspace.ts";
export type { Permit, PermitContext } from "./agent/core/permissions.ts";
export {
  type OpenTruth,
  type TruthJudge,
  type VerifyInput,
  type VerifyOutcome,
  verifyPhase,
} from "./verify/verify.ts";
