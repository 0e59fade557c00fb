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
export * from "../host/host.ts";
export { findProjectRoot, loadProject } from "./files.ts";
export { readSources } from "./read_sources.ts";
export { Git } from "./git.ts";
export { type MilestoneCommitFound } from "./project_history.ts";
export { commitPaths, type CommitRequest, type CommitResult } from "./git_commit.ts";
export { mergeTried, tryMerge } from "./git_merge.ts";
export { CLEAN_GIT_ENVIRONMENT, GitError } from "./git_process.ts";
export type { BranchPair, CommitFiles, MergeTree, StatusEntry, WorkingTree } from "./git_output.ts";
export {
  type Heads,
  openRepository,
  readHeads,
  type Repository,
  type SnapshotOptions,
  takeSnapshot,
} from "./repository.ts";
export { type Baseline, takeBaseline } from "./baseline.ts";
export {
  dirtyPaths,
  type Preparation,
  type PrepareOptions,
  type PrepareResult,
  prepareRun,
} from "./prepare.ts";
export { acquireLock, type LockInfo, type LockResult } from "./lock.ts";
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
} from "./agent/port.ts";
export { AgentError } from "./agent/port.ts";
export { findAgent, type FoundAgent } from "./agent/find.ts";
export { AcpAgent, type AgentSettings, type AgentTimes } from "./agent/acp.ts";
export { ClaudeCliAgent } from "./agent/claude_cli.ts";
export { ShellAgent } from "./agent/shell.ts";
export {
  type Answer,
  type AnswerPreparation,
  type Asker,
  type EventDraft,
  run,
  type RunContext,
} from "./run.ts";
export type { HostedSession } from "./hosted_session.ts";
export type { Workspace } from "./workspace.ts";
export type { Permit, PermitContext } from "./permit.ts";
export {
  type OpenTruth,
  type TruthJudge,
  type VerifyInput,
  type VerifyOutcome,
  verifyPhase,
} from "./verify.ts";
