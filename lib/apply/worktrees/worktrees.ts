import type {
  AddWorktreeStep,
  ReplayStep,
  SetUpWorktreeStep,
  Step,
} from "../../../schemas/execution_plan.ts";
import { baseName, joinPath, parentPath, pathWithin } from "../../path/paths.ts";
import { PLANNING } from "../../parse/project/project.ts";
import type { StepOutcome } from "../../plan/execution/step_outcome.ts";
import { changedSince, recallBaseline, rememberBaseline } from "../git/baseline.ts";
import { carryOver } from "./carry_over.ts";
import type { Git } from "../git/git.ts";
import { rememberUntracked } from "../git/commit/index_file.ts";
import { GitError } from "../git/process.ts";
import { fillWorktree, runSetUp } from "./prepare_worktree.ts";
import { removeWorktree } from "./remove_worktree.ts";
import { replay } from "./replay.ts";
import { stashWork } from "../git/stash.ts";
import { ignoresDocuments, projectPath, repositoryPath } from "../git/repository.ts";
import type { RunContext } from "../run/context.ts";
import { rememberWorkBranch, workBranches } from "../git/work_branches.ts";
import { type IdleWorktree, takeOver, type TakeOverOptions, type WorktreePlace } from "./take_over.ts";
import {
  hostedFolder,
  makeHostedFolder,
  tidyHostedFolder,
  tidyWorkFolder,
  workFolder,
} from "./work_folder.ts";
import { repositoryAt, rootIn, type Workspace } from "./workspace.ts";
import { listWorktrees, makeWorktree } from "./worktree_entries.ts";

export interface WorktreeContext extends Pick<RunContext, "host" | "home" | "config" | "signal" | "report"> {
  readonly agent: Pick<RunContext["agent"], "name">;
}

/** The worktrees of a run, by name. */
export class Worktrees {
  readonly #open = new Map<string, Workspace>();
  /** The names of the worktrees that an earlier run set up. */
  readonly #ready = new Set<string>();
  /** The paths that branches change since they were created, by their last commit. */
  readonly changes: Map<string, Promise<readonly string[]>> = new Map();

  /** The worktrees that the run has not created yet, with the branches that they are replayed onto. */
  readonly #wanted: Map<string, string>;
  /** The worktrees of finished plans, for the plans that follow. */
  readonly #idle: IdleWorktree[] = [];

  /** @param steps The steps of the run. */
  constructor(readonly context: WorktreeContext, steps: readonly Step[] = []) {
    this.#wanted = new Map(steps.flatMap((step) => {
      return step.kind === "add-worktree" && !step.exists ? [[step.worktree, step.onto] as const] : [];
    }));
  }

  /** Returns the working tree of a lane: a worktree, or the project's own if there is no name. */
  workspace(name: string | undefined): Workspace {
    if (name === undefined) return this.context.home;
    const workspace = this.#open.get(name);
    if (workspace === undefined) throw new Error(`Worktree "${name}" has not been created yet`);
    return workspace;
  }

  /** The existing worktrees, by name. */
  get open(): ReadonlyMap<string, Workspace> {
    return this.#open;
  }

  /**
   * Creates a worktree with its branch, or takes over one that an earlier run or a finished plan left.
   *
   * @param files The paths that the plan declares, relative to the project root.
   */
  async add(
    { plan, worktree, branch, onto, exists }: AddWorktreeStep,
    files: readonly string[] = [],
  ): Promise<StepOutcome> {
    const { report } = this.context;
    const { git } = this.context.home.repository;
    this.#wanted.delete(worktree);
    const left = exists
      ? (await workBranches(this.context.home.repository)).find((candidate) => candidate.branch === branch)
      : undefined;
    const place = { worktree, branch, onto, exists };
    const home = this.context.home.repository;
    const ignores = left?.directory === undefined &&
      await ignoresDocuments(git, repositoryPath(home, PLANNING));
    const directory = left?.directory === undefined
      ? await this.#takeOver(place, { home, files, ignores }) ?? await this.#make(place)
      : await this.#reachable(left.directory);
    const own = git.at(await git.host.realPath(directory));
    const repository = repositoryAt(this.context.home.repository, own);
    if (left?.directory === undefined) {
      const notice = (message: string) => report({ kind: "notice", message });
      await fillWorktree(own, { ...this.context, ignores, notice });
    }
    const known = await recallBaseline(own);
    if (known !== undefined) this.#ready.add(worktree);
    const isReady = this.context.config.worktree.setup.length === 0;
    const baseline = known ?? (isReady ? await rememberBaseline(own) : {});
    if (!exists) this.changes.set(await git.commitOf(`refs/heads/${branch}`) ?? "", Promise.resolve([]));
    this.#open.set(worktree, { repository, root: rootIn(repository), branch, baseline, isOwn: true });
    report({ kind: "worktree-added", plan, directory, exists });
    return { kind: "done" };
  }

  async #make({ worktree, branch, onto, exists }: WorktreePlace): Promise<string> {
    const { git } = this.context.home.repository;
    if (!exists && await git.hasBranch(branch)) {
      throw new GitError(
        `Cannot create a worktree for "${worktree}": the branch "${branch}" exists and was not created by wf`,
        `Rename it: git branch -m ${branch} <name>`,
      );
    }
    const folder = await this.#folder();
    const directory = await freePath(git, joinPath(folder, worktree));
    // The record first: an interrupted run must not leave a branch that seems to be the user's.
    await rememberWorkBranch(git, branch, { onto, folder: baseName(directory) });
    await makeWorktree(git, directory, {
      ...exists
        ? { commit: branch }
        : { options: ["--no-track", "-b", branch], commit: `refs/heads/${onto}` },
    });
    await rememberUntracked(git.at(directory), `${directory}.times`);
    return directory;
  }

  /** Returns the folder for new worktrees, which exists. */
  async #folder(): Promise<string> {
    const { host, agent, home } = this.context;
    if (agent.name === "host") {
      await makeHostedFolder(host, home.root);
      return hostedFolder(home.root);
    }
    const folder = workFolder(home.repository.git);
    await host.makeDirectory(folder);
    return folder;
  }

  /** Moves a worktree that another run made to where a hosting agent may write, if git can. Returns its folder. */
  async #reachable(directory: string): Promise<string> {
    const { host, agent, home } = this.context;
    if (agent.name !== "host" || pathWithin(hostedFolder(home.root), directory) !== undefined) {
      return directory;
    }
    const target = joinPath(await this.#folder(), baseName(directory));
    if (await host.stat(target) !== undefined) return directory;
    const { code } = await home.repository.git.run(["worktree", "move", directory, target]);
    await tidyWorkFolder(host, parentPath(directory));
    return code === 0 ? target : directory;
  }

  /** Takes over the worktree of a finished plan. Returns its folder; undefined if there is none. */
  async #takeOver(place: WorktreePlace, options: TakeOverOptions): Promise<string | undefined> {
    const at = place.exists ? -1 : this.#idle.findIndex(({ onto }) => onto === place.onto);
    if (at === -1) return undefined;
    const [idle] = this.#idle.splice(at, 1) as [IdleWorktree];
    const isFree = !await options.home.git.hasBranch(place.branch);
    if (isFree && await takeOver(idle, place, options)) return idle.workspace.repository.git.root;
    await this.#remove(idle);
    return await this.#takeOver(place, options);
  }

  async #remove({ workspace: { branch, repository }, onto }: IdleWorktree): Promise<void> {
    await removeWorktree({ branch, onto, directory: repository.git.root }, {
      git: this.context.home.repository.git,
      notice: (message) => this.context.report({ kind: "notice", message }),
    });
  }

  /** Removes the worktrees that no plan has taken over. */
  async close(): Promise<void> {
    for (const idle of this.#idle.splice(0)) await this.#remove(idle);
    await tidyHostedFolder(this.context.host, this.context.home.root);
  }

  /**
   * Runs the setup commands of a worktree. Files that they leave and git does not ignore become part of the
   * baseline, and are in no task's commit.
   */
  async setUp({ plan, worktree }: SetUpWorktreeStep): Promise<StepOutcome> {
    if (this.#ready.has(worktree)) return { kind: "done" };
    const { signal, report } = this.context;
    const workspace = this.workspace(worktree);
    const onOutput = (text: string) => report({ kind: "agent-output", plan, task: 0, text });
    const failed = await runSetUp({ ...this.context, cwd: workspace.root, onOutput });
    if (signal.aborted) return { kind: "interrupted" };
    if (failed !== undefined) return { kind: "check-failed", ...failed };
    const baseline = await rememberBaseline(workspace.repository.git);
    this.#open.set(worktree, { ...workspace, baseline });
    return { kind: "done" };
  }

  /**
   * Replays the commits of a worktree onto the branch of a lane's working tree. Then the worktree waits for the next
   * plan, or is removed if enough of them do.
   */
  async replay(
    step: ReplayStep,
    target: Workspace,
    /** The paths that the plan declares, relative to the project root. */
    files: readonly string[],
  ): Promise<StepOutcome> {
    const { report } = this.context;
    const source = this.workspace(step.worktree);
    await this.#stashWork(step, source);
    await this.#carryOver(step, files, source, target);
    const result = await replay(source, target);
    if (result.kind === "conflict") return { ...result, begun: false };
    report({ kind: "replayed", plan: step.plan, onto: step.onto, commits: result.commits });
    this.#open.delete(step.worktree);
    const idle = { workspace: source, onto: step.onto };
    const following = [...this.#wanted.values()].filter((onto) => onto === step.onto).length;
    const waiting = this.#idle.filter(({ onto }) => onto === step.onto).length;
    if (waiting < following) this.#idle.push(idle);
    else await this.#remove(idle);
    return { kind: "done" };
  }

  /** Copies ignored files before the replay. A run that is interrupted after it would remove the worktree. */
  async #carryOver(
    { plan }: ReplayStep,
    files: readonly string[],
    source: Workspace,
    target: Workspace,
  ): Promise<void> {
    const { copied, kept, folder } = await carryOver(files, source, target);
    const notice = (message: string) => this.context.report({ kind: "notice", message });
    if (copied.length > 0) {
      notice(`Copied from the worktree of plan ${plan}, because git ignores it: ${copied.join(", ")}`);
    }
    if (folder !== undefined) {
      notice(
        `Plan ${plan} has changed ${
          kept.join(", ")
        }, which git ignores: your version is kept, and the plan's version is in ${folder}`,
      );
    }
  }

  /** Stashes uncommitted changes, so that they are not lost with the worktree. */
  async #stashWork({ plan }: ReplayStep, { repository, baseline }: Workspace): Promise<void> {
    const left = await changedSince(repository.git, baseline);
    if (left.length === 0) return;
    const name = `wf: not committed by plan ${plan}`;
    const stashed = await stashWork(repository.git, left, name);
    if (stashed.length === 0) return;
    const paths = stashed.map((path) => projectPath(repository, path) ?? path).join(", ");
    this.context.report({
      kind: "notice",
      message:
        `Plan ${plan} left changes that belong to no task (${paths}); they are in the stash as "${name}"`,
    });
  }
}

/** Returns an unused path that is also not the path of a known worktree. A partly created worktree keeps its path. */
async function freePath(git: Git, path: string): Promise<string> {
  const known = (await listWorktrees(git)).map(({ directory }) => directory);
  for (let number = 1;; number++) {
    const candidate = number === 1 ? path : `${path}-${number}`;
    if (!known.includes(candidate) && await git.host.stat(candidate) === undefined) return candidate;
  }
}
