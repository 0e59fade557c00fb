import type { AgentsResult } from "../../../schemas/results/agents.ts";
import type { HealthCheck } from "../../../schemas/results/doctor.ts";
import type { PhaseStatus } from "../../../schemas/results/status.ts";
import type { RepositoryView } from "./status_input.ts";
import { quoteShell } from "../../text/quote_shell.ts";
import type { HostingAgent } from "../../../schemas/commands.ts";
import {
  executePhaseCommand,
  FOLLOW_LOG,
  REPAIR,
  SET_IDENTITY,
  switchCommand,
} from "../command_lines/commands.ts";
import { addAllCommand } from "../command_lines/git_commands.ts";
import { installedAgents, sandbox, usedAgents } from "./agent_health.ts";

/** The state of a machine and of a project. */
export interface HealthFacts {
  /** False outside of a project: only the facts about the machine count. */
  readonly hasProject: boolean;
  /** The version of wf. */
  readonly version: string;
  /** The paths of the programs named `wf` that a shell finds, without repetitions. */
  readonly programs: readonly string[];
  /** The user's folder of wf, if others may write to it. */
  readonly exposed?: string;
  /** The roles with their agents, and all agents. */
  readonly agents: Pick<AgentsResult, "roles" | "agents">;
  /** The reason why there is no sandbox. */
  readonly unconfined?: string;
  /** The error that makes the configuration unusable. */
  readonly configError?: string;
  /** The number of errors in the project, and of outdated parts of the configuration that can be fixed. */
  readonly findings: { readonly errors: number; readonly outdated: number };
  readonly phases: readonly PhaseStatus[];
  /** The paths of documents that are behind the history. */
  readonly stale: readonly string[];
  /** The paths of documents in which a merge has left conflicts. */
  readonly conflicted: readonly string[];
  /** The reason why the current phase cannot be executed, and what to do. */
  readonly refused?: string;
  /** The hook that checks commits: installed, from an earlier version, or not installed. */
  readonly hook?: "current" | "outdated" | "missing";
  readonly integrations: IntegrationFacts;
  /** Undefined outside of a repository. */
  readonly repository?: RepositoryFacts;
  /** See {@link RepositoryView.unopened}. */
  readonly unopened?: RepositoryView["unopened"];
}

/** The state of what was set up for coding agents. */
export interface IntegrationFacts {
  /** The installed slash commands: their agent, whether for all projects, and whether of this version. */
  readonly slashCommands: readonly {
    readonly agent: HostingAgent;
    readonly global: boolean;
    readonly current: boolean;
  }[];
  /** The files with an MCP server that cannot be started, because a program of its command is missing. */
  readonly unstartable: readonly { readonly file: string; readonly program: string }[];
}

/** A branch of a worktree that a run left. */
interface LeftBranch {
  readonly branch: string;
  /** The phase of its plan, as printed. */
  readonly phase: string;
  /** The number of commits that are not replayed. */
  readonly commits: number;
  /** The stopped task whose work is in the worktree: `01-02/1`. */
  readonly stopped?: string;
}

export interface RepositoryFacts {
  readonly gitVersion: string;
  readonly branch: string | undefined;
  /** A branch that contains the current commit, if HEAD is detached. */
  readonly branchHere?: string;
  readonly hasIdentity: boolean;
  /** A git operation in progress: its name, its conflicts, and the commands that continue and undo it. */
  readonly operation?: {
    readonly what: string;
    readonly conflicts: readonly string[];
    /** The paths whose files still contain markers of conflicts. */
    readonly marked: readonly string[];
    readonly finish: string;
    readonly undo: string;
  };
  /** True if a merge of wf waits for the user. */
  readonly merging: boolean;
  /** The command of a run that holds the lock, and whether it is alive. */
  readonly lock?: { readonly command: string; readonly alive: boolean };
  /** The locks of git that no recent call of git has created, absolute. */
  readonly gitLocks: readonly string[];
  /** The worktrees that runs left. */
  readonly left: readonly LeftBranch[];
  /** The temporary folders that killed runs left, absolute. */
  readonly temporary: readonly string[];
  /** The number of stash entries of wf. */
  readonly stashes: number;
  /** The folder of copies that wf has kept, if there are any. */
  readonly kept?: string;
}

/** The command that carries out the automatic fixes. */
const FIX = "wf doctor --fix";

/** Checks a machine and a project. */
export function healthChecks(facts: HealthFacts): readonly HealthCheck[] {
  const { repository, hasProject } = facts;
  if (!hasProject) {
    const message = "There is no project here: no .planning folder in this folder or above";
    return [
      ...environment(facts),
      ...installedAgents(facts.agents),
      sandbox(facts.unconfined),
      ...integrations(facts),
      { area: "documents", state: "note", message, fix: "wf new-project" },
    ];
  }
  return [
    ...environment(facts),
    ...configuration(facts),
    ...usedAgents(facts.agents),
    sandbox(facts.unconfined),
    ...repository === undefined ? [] : [...locks(repository), ...leftovers(repository)],
    ...documents(facts),
    ...hooks(facts),
    ...integrations(facts),
  ];
}

function environment(
  { version, programs, exposed, repository, unopened, hasProject }: HealthFacts,
): readonly HealthCheck[] {
  const area = "environment";
  const [first, ...others] = programs;
  const checks: HealthCheck[] = [{ area, state: "ok", message: `wf ${version}` }];
  if (others.length > 0) {
    const message = `Several programs are named wf: ${first} is used, and hides ${others.join(", ")}`;
    checks.push({ area, state: "warning", message, fix: "type -a wf" });
  }
  if (exposed !== undefined) {
    const message = `Other users may write to ${exposed}, which contains your permissions`;
    checks.push({ area, state: "warning", message, fix: `chmod -R go-w ${quoteShell(exposed)}` });
  }
  if (repository === undefined) {
    const { message, command: fix } = unopened?.command === "git init" || unopened === undefined
      ? { message: "There is no git repository here", command: "git init" }
      : unopened;
    return [...checks, { area, state: hasProject ? "error" : "note", message, fix }];
  }
  const { gitVersion, hasIdentity, branch, branchHere, operation } = repository;
  checks.push({ area, state: "ok", message: `git ${gitVersion}` });
  if (!hasIdentity) {
    checks.push({
      area,
      state: "error",
      message: "Git does not know who you are, so it cannot commit",
      fix: SET_IDENTITY,
    });
  }
  // A rebase returns to its branch.
  if (branch === undefined && operation === undefined) {
    const fix = switchCommand(branchHere);
    checks.push({
      area,
      state: "error",
      message: "HEAD is detached, so commits would belong to no branch",
      fix,
    });
  }
  return checks;
}

function configuration({ configError, findings }: HealthFacts): readonly HealthCheck[] {
  const area = "configuration";
  if (configError !== undefined) return [{ area, state: "error", message: configError, fix: "wf validate" }];
  const { outdated } = findings;
  if (outdated === 0) return [{ area, state: "ok", message: "The configuration can be read" }];
  const message = `Parts of the configuration are outdated: ${outdated}`;
  return [{ area, state: "warning", message, fix: FIX, automatic: "config" }];
}

function locks({ lock, gitLocks, operation, merging }: RepositoryFacts): readonly HealthCheck[] {
  const area = "locks";
  const checks: HealthCheck[] = [];
  if (lock?.alive === true) {
    checks.push({ area, state: "note", message: `A run is in progress: ${lock.command}`, fix: FOLLOW_LOG });
  } else if (lock !== undefined) {
    const message =
      `A run was interrupted: ${lock.command}. Its unfinished work is recovered by the next run`;
    checks.push({ area, state: "warning", message, fix: FIX, automatic: "recover" });
  }
  // A run that is alive uses them, and one that was killed removes its own.
  for (const path of lock === undefined ? gitLocks : []) {
    const message = `A lock of git was left: ${path}. If no other program uses git here now, remove it`;
    checks.push({ area, state: "error", message, fix: `rm ${quoteShell(path)}` });
  }
  if (merging) {
    checks.push({ area, state: "warning", message: "A merge waits for you", fix: "wf status" });
  } else if (operation !== undefined) {
    const { what, conflicts, marked, finish, undo } = operation;
    const open = [...new Set([...conflicts, ...marked])].join(", ");
    const resolve = open === "" ? "" : `: first resolve the conflicts in ${open}`;
    const resolved = conflicts.length === 0 ? finish : `${addAllCommand("git")} && ${finish}`;
    const fix = marked.length === 0 ? resolved : "wf status";
    const message = `${what} is in progress in this repository${resolve}`;
    checks.push({ area, state: "error", message, fix });
    checks.push({ area, state: "note", message: `${what} in progress can be undone instead`, fix: undo });
  }
  return checks.length > 0 ? checks : [{ area, state: "ok", message: "No locks, no operation in progress" }];
}

function leftovers({ lock, left, temporary, stashes, kept }: RepositoryFacts): readonly HealthCheck[] {
  const area = "leftovers";
  const checks = (lock?.alive === true ? [] : left).map(
    ({ branch, phase, commits, stopped }): HealthCheck => {
      const fix = executePhaseCommand(phase);
      if (commits > 0) {
        const message = `Branch ${branch} has commits that are not replayed: ${commits}`;
        return { area, state: "warning", message, fix };
      }
      if (stopped !== undefined) {
        const message = `Task ${stopped} was stopped, and its work is kept in the worktree of ${branch}`;
        return { area, state: "note", message, fix };
      }
      const message = `The worktree of ${branch} is left`;
      return { area, state: "warning", message, fix: FIX, automatic: "recover" };
    },
  );
  if (temporary.length > 0 && lock === undefined) {
    const message = `Temporary folders of killed runs are left: ${temporary.join(", ")}`;
    checks.push({ area, state: "warning", message, fix: FIX, automatic: "recover" });
  }
  if (stashes > 0) {
    checks.push({
      area,
      state: "note",
      message: `Changes that wf has stashed: ${stashes}`,
      fix: "git stash list",
    });
  }
  if (kept !== undefined) {
    const message = `Copies of files that wf has kept are in ${kept}`;
    checks.push({ area, state: "note", message, fix: `ls ${quoteShell(kept)}` });
  }
  return checks.length > 0 ? checks : [{ area, state: "ok", message: "Nothing is left of earlier runs" }];
}

function documents(
  { findings: { errors }, phases, stale, conflicted, refused, repository }: HealthFacts,
): readonly HealthCheck[] {
  const area = "documents";
  const checks: HealthCheck[] = [];
  if (conflicted.length > 0) {
    const message = `Documents have conflicts of a merge: ${conflicted.join(", ")}`;
    checks.push({ area, state: "error", message, fix: REPAIR });
  }
  if (errors > 0) {
    checks.push({
      area,
      state: "error",
      message: `Errors in plans and documents: ${errors}`,
      fix: "wf validate",
    });
  }
  const isDetached = repository?.branch === undefined;
  if (refused !== undefined && errors === 0 && !isDetached) {
    checks.push({ area, state: "error", message: refused });
  }
  if (stale.length > 0 && errors === 0 && repository?.lock === undefined) {
    const message = `Documents are behind the history of the work: ${stale.join(", ")}`;
    checks.push({ area, state: "warning", message, fix: REPAIR });
  }
  const busy = repository === undefined || repository.lock?.alive === true;
  for (const { number, plans } of busy ? [] : phases) {
    const open = plans.filter(({ state, tasks }) => state === "in-progress" && tasks.done === tasks.total);
    if (open.length === 0) continue;
    const message = `All tasks are done, but the summary is missing: ${open.map(({ id }) => id).join(", ")}`;
    checks.push({ area, state: "warning", message, fix: executePhaseCommand(number) });
  }
  return checks.length > 0 ? checks : [{ area, state: "ok", message: "Plans and documents have no errors" }];
}

function hooks({ hook }: HealthFacts): readonly HealthCheck[] {
  const area = "hooks";
  if (hook === "current") return [{ area, state: "ok", message: "Each commit is checked" }];
  if (hook === "missing") {
    return [{ area, state: "note", message: "Commits are not checked by a hook", fix: "wf hook install" }];
  }
  const message = "The hook that checks commits is of another version or installation of wf";
  return hook === undefined ? [] : [{ area, state: "warning", message, fix: FIX, automatic: "hook" }];
}

function integrations(
  { integrations: { slashCommands, unstartable }, programs }: HealthFacts,
): readonly HealthCheck[] {
  const area = "integrations";
  const checks: HealthCheck[] = [];
  const outdated = slashCommands.filter(({ current }) => !current);
  if (outdated.length > 0) {
    const agents = [...new Set(outdated.map(({ agent }) => agent))].join(", ");
    const message = `The slash commands for ${agents} are of another version of wf`;
    checks.push({ area, state: "warning", message, fix: FIX, automatic: "install" });
  } else if (slashCommands.length > 0) {
    checks.push({ area, state: "ok", message: "The slash commands are up to date" });
  }
  if (slashCommands.length > 0 && programs.length === 0) {
    const message = "The slash commands run wf, but no program of this name is on the PATH";
    checks.push({ area, state: "warning", message, fix: "wf upgrade" });
  }
  for (const { file, program } of unstartable) {
    const message =
      `The MCP server of wf in ${file} cannot start: ${program} is missing. Name wf as its command`;
    checks.push({ area, state: "warning", message });
  }
  return checks;
}
