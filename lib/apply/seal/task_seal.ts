import type { Question } from "../../../schemas/question.ts";
import { defined } from "../../collections/defined.ts";
import type { StepOutcome } from "../../plan/execution/step_outcome.ts";
import { isPlanDocument, nextRunAsks } from "../../plan/execution/sealed_documents.ts";
import { isMovedByOthers } from "../agent/core/agent_mark.ts";
import type { RunContext } from "../run/context.ts";
import type { TaskPlace } from "../run/agent_commits.ts";
import type { Workspace } from "../worktrees/workspace.ts";
import { IndexFlags, reportFlags, settleFlags } from "./index_flags.ts";
import { type GitLinks, readGitLinks, restoreGitLinks } from "./git_links.ts";
import { type PlanningSeal, resealed, takeSeal } from "./planning_seal.ts";
import { closeSealed, forgetSealed, type OpenRecord, readSealed, writeSealed } from "./sealed_record.ts";
import { settleDocuments, settleSettings } from "./settle_documents.ts";
import { reportLost } from "./settle_earlier.ts";

/** The state of a lane when its documents and settings are compared. */
export interface SealedTask extends TaskPlace {
  /** The paths that its plan declares. */
  readonly declared: readonly string[];
  /** The last commit that wf made or accepted. */
  readonly head: string | undefined;
}

/** Protects the documents and settings in the working tree of a lane, from its first task on. */
export class TaskSeal {
  #seal: PlanningSeal | undefined;
  #links: GitLinks | undefined;
  #flags: IndexFlags | undefined;
  /** The task that began last. */
  #last: SealedTask | undefined;
  /** True from the first turn of a task to its commit. */
  #isInTask = false;
  #question: Question | undefined;

  constructor(readonly context: RunContext, readonly workspace: Workspace) {}

  /** The marks of the documents and settings as recorded; undefined while the user may change them. */
  get files(): PlanningSeal["files"] | undefined {
    return this.#seal?.files;
  }

  /** Records the state before a turn. For a hosted task, the record from when the host received it counts. */
  async begin(task: SealedTask): Promise<void> {
    const { workspace } = this;
    this.#links ??= await readGitLinks(workspace);
    // A program of an earlier task may still be running.
    if (!this.#isInTask) await this.settle(task);
    this.#isInTask = true;
    this.#last = task;
    const known = this.#seal === undefined ? await this.#recall(task) : undefined;
    this.#seal ??= known?.seal ?? await takeSeal(workspace);
    this.#flags = known === undefined
      ? await IndexFlags.take(workspace)
      : await IndexFlags.since(workspace, known.flags);
    await this.remember(task);
  }

  /** Returns the state that a host's task began with. Restores the settings of a worktree in which a task was killed. */
  async #recall(task: SealedTask): Promise<OpenRecord | undefined> {
    const { context: { heads, report }, workspace } = this;
    const isHosted = heads !== undefined;
    const known = isHosted || workspace.isOwn ? await readSealed(workspace) : undefined;
    if (known?.kind !== "open") return undefined;
    if (isHosted) {
      reportLost(known, { report });
      return known.task === nameOf(task) ? known : undefined;
    }
    if (!known.isLost) {
      await settleSettings(workspace, known, (message) => report({ kind: "notice", message }));
    }
    reportFlags(known.task, await settleFlags(workspace), report);
    return undefined;
  }

  /**
   * Stores the state for the case that the run is killed. While a question waits, its record is kept.
   *
   * @param commits True if wf is about to make a commit that no record of the task's work announces.
   */
  async remember(task: SealedTask, commits = false): Promise<void> {
    if (this.#question !== undefined || this.#seal === undefined) return;
    // What a host commits is known from its session.
    const head = commits || this.context.agent.name === "host" ? undefined : task.head;
    await writeSealed(this.workspace, {
      kind: "open",
      task: nameOf(task),
      declared: task.declared,
      seal: this.#seal,
      ...defined({ head, flags: this.#flags?.before }),
    });
  }

  /** Restores the files by which git finds the repository. Git must not run in the working tree before. */
  async settleLinks(task: SealedTask): Promise<void> {
    const restored = this.#links === undefined ? [] : await restoreGitLinks(this.#links, this.workspace);
    if (restored.length === 0) return;
    const message = `Changed during task ${nameOf(task)}, which may not change them, and put back: ${
      restored.join(", ")
    }`;
    this.context.report({ kind: "notice", message });
  }

  /** Clears flags of the index that hide changes, and sets those again that the user has set. */
  async #settleFlags(task: SealedTask): Promise<void> {
    const settled = await this.#flags?.settle();
    if (settled === undefined || !reportFlags(nameOf(task), settled, this.context.report)) return;
    this.#flags = await IndexFlags.take(this.workspace);
  }

  /** Restores the settings of git, and changes no documents. */
  async settleSettings(task: SealedTask): Promise<void> {
    if (this.#seal === undefined) return;
    await this.settleLinks(task);
    const notice = (message: string) => this.context.report({ kind: "notice", message });
    await settleSettings(this.workspace, { seal: this.#seal, task: nameOf(task) }, notice);
  }

  /**
   * Restores changed documents and settings.
   *
   * @param among The documents to inspect; by default all.
   * @returns The outcome, if the change makes the turn fail.
   */
  async settle(task: SealedTask, among?: readonly string[]): Promise<StepOutcome | undefined> {
    const { context, workspace } = this;
    const seal = this.#seal;
    if (seal === undefined) return undefined;
    await this.settleLinks(task);
    await this.#settleFlags(task);
    const { head, declared } = task;
    // Programs of a hosting agent carry no mark, so every commit counts as the agent's.
    const hosted = context.heads !== undefined;
    const { git } = workspace.repository;
    const isMoved = async () => head !== undefined && await git.commitOf("HEAD") !== head;
    const settled = await settleDocuments(workspace, {
      seal,
      task: nameOf(task),
      declared,
      shared: workspace === context.home,
      // Which tasks a commit claims to complete is read from the documents, which the task may have changed too.
      among: await isMoved() ? undefined : among,
      isMovedByOthers: async () =>
        !hosted && head !== undefined && await isMoved() && await isMovedByOthers(git, head),
    }, {
      ...context,
      // After an interruption, the user is not asked again.
      ask: (question) => context.signal.aborted ? Promise.resolve(undefined) : context.ask(question),
    });
    if (settled.kind === "waiting") this.#question = settled.question;
    this.#seal = settled.seal;
    const restored = settled.kind === "settled" ? settled.restored.map(({ path }) => path) : [];
    const plans = restored.filter(isPlanDocument);
    if (plans.length === 0) return undefined;
    return {
      kind: "turn-failed",
      message: `Task ${nameOf(task)} changed ${plans.join(", ")}, and no task may change plans`,
      output: "",
    };
  }

  /**
   * Restores what programs have changed since the last task ended, such as those that a hook runs.
   *
   * @param head The last commit that wf made or accepted.
   * @returns The question about the changes, if it waits for an answer.
   */
  async settleLate(head: string | undefined): Promise<Question | undefined> {
    if (this.#last !== undefined) await this.settle({ ...this.#last, head });
    return this.#question;
  }

  /** Records documents that wf itself wrote during a task. */
  async renew(paths: readonly string[]): Promise<void> {
    if (this.#seal !== undefined) this.#seal = await resealed(this.#seal, this.workspace, paths);
  }

  /** Forgets the state between two tasks in the user's own working tree: the user may change it now. */
  open(): void {
    if (!this.#isInTask && !this.workspace.isOwn) this.#seal = undefined;
  }

  /** Ends a task. Returns the question about changed documents, if it waits for an answer. */
  async end(): Promise<Question | undefined> {
    this.#isInTask = false;
    // The commit has changed the index.
    this.#flags = undefined;
    const question = this.#question;
    if (question === undefined) await closeSealed(this.workspace);
    this.#question = undefined;
    return question;
  }

  /** Ends the protection, also within a task; a question that waits is for the next run. */
  async close(): Promise<void> {
    const question = this.#isInTask ? await this.end() : undefined;
    if (question !== undefined) this.context.report({ kind: "notice", message: nextRunAsks(question) });
    // The record of the project's own working tree may be that of the other tasks' guard by now.
    if (this.workspace.isOwn) await forgetSealed(this.workspace);
  }
}

function nameOf({ plan, task }: TaskPlace): string {
  return `${plan}/${task}`;
}
