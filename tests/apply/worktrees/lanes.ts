/**
 * Worktrees of a run in a repository of its own, with the user's home in git's folder.
 * @module
 */
import type { Config } from "../../../schemas/config.ts";
import type { AddWorktreeStep, ReplayStep } from "../../../schemas/execution_plan.ts";
import { openRepository } from "../../../lib/apply/git/repository.ts";
import type { EventDraft } from "../../../lib/apply/interaction/interaction.ts";
import type { Workspace } from "../../../lib/apply/worktrees/workspace.ts";
import { Worktrees } from "../../../lib/apply/worktrees/worktrees.ts";
import { DenoHost } from "../../../lib/host/deno.ts";
import type { Command, CommandResult } from "../../../lib/host/host.ts";
import { resolveConfig } from "../../../lib/plan/config/resolve.ts";
import type { Folder } from "../../support/repository.ts";

/** The machine of a user with the given home folder. */
export class HomeHost extends DenoHost {
  /**
   * @param folder The home folder, absolute.
   * @param inherited Variables that programs inherit. Those of this process would be those of all tests.
   */
  constructor(
    readonly folder: string | undefined,
    readonly inherited: Readonly<Record<string, string>> = {},
  ) {
    super();
  }

  override run(command: Command): Promise<CommandResult> {
    return super.run({ ...command, env: { ...this.inherited, ...command.env } });
  }

  override home(): string | undefined {
    return this.folder;
  }
}

/** The worktrees of a run, what it works with, and what it reported. */
export interface Lanes {
  readonly worktrees: Worktrees;
  readonly home: Workspace;
  readonly events: EventDraft[];
  /** The text of the notices so far. */
  notices(): readonly string[];
}

/** Options for {@link lanesOf}. */
export interface LanesOptions {
  readonly worktree?: Partial<Config["worktree"]>;
  /** Path of the project within the repository. */
  readonly prefix?: string;
  readonly signal?: AbortSignal;
  /** The plans of the run; when omitted, none follows another in its worktree. */
  readonly plans?: readonly string[];
  /** True for a run that an agent hosts. */
  readonly hosted?: boolean;
  /** Variables that programs inherit. */
  readonly inherited?: Readonly<Record<string, string>>;
}

/** Begins the worktrees of a run on the branch `main`. */
export async function lanesOf(folder: Folder, options: LanesOptions = {}): Promise<Lanes> {
  const { worktree = {}, prefix = "", signal = new AbortController().signal, plans = [], inherited } =
    options;
  const agent = { name: options.hosted ? "host" : "claude" };
  const host = new HomeHost(`${folder.path}/.git/home`, inherited);
  const root = prefix === "" ? folder.path : `${folder.path}/${prefix}`;
  const home = { repository: await openRepository(host, root), root, branch: "main", baseline: {} };
  const { config } = resolveConfig({ file: { worktree } });
  const events: EventDraft[] = [];
  const report = (event: EventDraft) => void events.push(event);
  const notices = () => events.flatMap((event) => event.kind === "notice" ? [event.message] : []);
  const steps = plans.map((plan) => addStep(plan, false));
  return {
    worktrees: new Worktrees({ host, home, config, agent, signal, report }, steps),
    home,
    events,
    notices,
  };
}

/** The branch of a plan's worktree. */
export function workBranch(plan: string): string {
  return `wf/work/${plan}`;
}

/** Creates the worktree of a plan, and returns it. */
export async function addLane(
  { worktrees }: Lanes,
  plan: string,
  exists = false,
  files: readonly string[] = [],
): Promise<Workspace> {
  await worktrees.add(addStep(plan, exists), files);
  return worktrees.workspace(plan);
}

function addStep(plan: string, exists: boolean): AddWorktreeStep {
  const branch = workBranch(plan);
  return {
    id: `${plan}:add`,
    kind: "add-worktree",
    lane: plan,
    plan,
    worktree: plan,
    branch,
    onto: "main",
    exists,
  };
}

/** The step that replays a plan's worktree onto `main`. */
export function replayStep(plan: string): ReplayStep {
  const branch = workBranch(plan);
  return { id: `${plan}:replay`, kind: "replay", lane: plan, plan, worktree: plan, branch, onto: "main" };
}

/** Writes files in a folder and commits all changes there. */
export async function commitAll(
  folder: Folder,
  files: Readonly<Record<string, string>>,
  message = `write ${Object.keys(files).join(", ")}`,
): Promise<void> {
  await folder.write(files);
  await folder.git("add", "--all");
  await folder.git("commit", "--quiet", `--message=${message}`);
}
