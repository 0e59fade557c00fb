import type { Question } from "../../../schemas/question.ts";
import { defined } from "../../collections/defined.ts";
import { PLANNING } from "../../parse/project/project.ts";
import { isMovedByOthers } from "../agent/core/agent_mark.ts";
import { isSealed } from "../../plan/execution/sealed_documents.ts";
import { projectPath } from "../git/repository.ts";
import type { RunContext } from "../run/context.ts";
import { isNewData } from "./known_changes.ts";
import { type PlanningSeal, resealed, type SealedChange, takeSeal } from "./planning_seal.ts";
import { forgetSealed, isAsked, readSealed, writeSealed } from "./sealed_record.ts";
import { setApartSince } from "./forged_commits.ts";
import { settleDocuments } from "./settle_documents.ts";

/**
 * Protects the documents of the project's own working tree while tasks run in worktrees: a task can reach
 * them, and later plans are read from them. The user may change them too, so changes are reverted, kept in a
 * copy, and the user is asked about them.
 */
export class DocumentGuard {
  #seal: PlanningSeal | undefined;
  #head: string | undefined;
  /** The task during which documents changed, if known. */
  #task = "";
  #question: Question | undefined;
  #restorations = 0;
  /** The documents that wf has written and not recorded yet. */
  #written: string[] = [];
  #last: Promise<unknown> = Promise.resolve();
  /** The inspection that has not begun yet. */
  #next: Promise<void> | undefined;

  constructor(readonly context: RunContext) {}

  /** True from {@link begin} to {@link end}. */
  get isActive(): boolean {
    return this.#seal !== undefined;
  }

  /** The marks of the documents and settings as recorded. */
  get files(): PlanningSeal["files"] {
    return this.#seal?.files ?? {};
  }

  /** The open question, if any. */
  get question(): Question | undefined {
    return this.#question;
  }

  /**
   * Records the documents if they are not recorded yet, and settles changes since then.
   *
   * @param among The documents to inspect; by default all.
   */
  async begin(task: string, among?: readonly string[]): Promise<void> {
    if (this.#seal !== undefined) return void await this.settle(task, among);
    await this.#alone(async () => {
      if (this.#seal !== undefined) return await this.#settle(task, among);
      const { home, heads } = this.context;
      const known = heads === undefined ? undefined : await readSealed(home);
      this.#task = task;
      this.#head = await home.repository.git.commitOf("HEAD");
      this.#seal = known?.kind === "open" && known.lanes ? known.seal : await takeSeal(home);
      await this.#settle(task);
      await this.#remember();
    });
  }

  /**
   * Settles changes during a task, or before the documents are used. Calls before the next inspection begins
   * share it, as it takes long in a phase of many plans.
   *
   * @param among The documents to inspect; by default all. Settings are inspected in any case.
   * @returns How many times git's settings or hooks have been restored so far.
   */
  async settle(task?: string, among?: readonly string[]): Promise<number> {
    if (among === undefined || this.#next !== undefined) {
      this.#next ??= this.#alone(() => {
        this.#next = undefined;
        return this.#settle(task);
      });
      await this.#next;
    } else await this.#alone(() => this.#settle(task, among));
    return this.#restorations;
  }

  /**
   * Runs an action of this program that writes documents.
   *
   * @param paths The paths that it writes, relative to the project root. Documents below them may be in its
   * commits; others are a hook's, or those of code that the hook runs.
   */
  async write<T>(action: () => Promise<T>, paths: readonly string[] = []): Promise<T> {
    return await this.#alone(async () => {
      if (this.#seal === undefined) return await action();
      // The commits of the action are wf's, should the run be killed now.
      await this.#remember({ commits: true });
      try {
        return await action();
      } finally {
        await this.#accept(paths);
      }
    });
  }

  /** Records what an action has written, also one that failed after its first commits: they are wf's as well. */
  async #accept(paths: readonly string[]): Promise<void> {
    const { home } = this.context;
    const { git } = home.repository;
    const [head, before] = [await git.commitOf("HEAD"), this.#head];
    const committed = head === undefined || before === undefined || head === before
      ? []
      : (await git.changedPaths(before, head)).flatMap((path) => projectPath(home.repository, path) ?? [])
        .filter((path) => path.startsWith(`${PLANNING}/`) && !isSealed(path, paths));
    this.#head = head;
    this.#written.push(...paths, ...committed);
    await this.#reseal();
    await this.#remember();
  }

  /** Records the documents that wf has written. If git fails, the next call records them. */
  async #reseal(): Promise<void> {
    if (this.#seal === undefined || this.#written.length === 0) return;
    this.#seal = await resealed(this.#seal, this.context.home, this.#written);
    this.#written = [];
  }

  /** Ends the protection: all documents are as recorded, and other code protects them from now on. */
  async end(): Promise<void> {
    await this.#alone(async () => {
      if (this.#seal === undefined) return;
      await this.#settle();
      this.#seal = undefined;
      const record = await readSealed(this.context.home);
      if (record?.kind === "open" && record.lanes) await forgetSealed(this.context.home);
    });
  }

  async #settle(task = this.#task, among?: readonly string[]): Promise<void> {
    const { context } = this;
    // Changes in one question have the name of one task.
    if (this.#question === undefined) this.#task = task;
    await this.#reseal();
    const seal = this.#seal;
    if (seal === undefined) return;
    const { git } = context.home.repository;
    const settled = await settleDocuments(context.home, {
      seal,
      task: this.#task,
      declared: [],
      shared: true,
      among,
      isMovedByOthers: async () => {
        // Programs of a hosting agent carry no mark, so every commit counts as the agent's.
        const hosted = context.agent.name === "host";
        return !hosted && this.#head !== undefined && await git.commitOf("HEAD") !== this.#head &&
          await isMovedByOthers(git, this.#head);
      },
    }, {
      ...context,
      // After an interruption the user is not asked.
      ask: (question) => context.signal.aborted ? Promise.resolve(undefined) : context.ask(question),
    });
    const [head, before] = [await git.commitOf("HEAD"), this.#head];
    const isMoved = before !== undefined && head !== undefined && head !== before;
    if (isMoved && among === undefined) this.#head = await setApartSince(before, context) ?? head;
    else if (!isMoved && settled.kind === "unchanged") return;
    this.#seal = settled.seal;
    if (settled.kind === "settled" && settled.restored.some((change) => isHook(change, seal.hooks))) {
      this.#restorations++;
    }
    if (settled.kind === "waiting") this.#question = settled.question;
    else await this.#remember();
    // Which tasks a commit claims to complete is read from the documents, which the task may have changed too.
    if (isMoved && among !== undefined) await this.#settle(task);
  }

  /**
   * Stores the record for the case that the run is killed or a host reports later. An open question takes
   * precedence.
   */
  async #remember({ commits = false } = {}): Promise<void> {
    const { home } = this.context;
    if (this.#seal === undefined || this.#question !== undefined) return;
    if (await isAsked(home)) return;
    const record = { kind: "open", task: this.#task, declared: [], seal: this.#seal, lanes: true } as const;
    await writeSealed(home, { ...record, ...defined({ head: commits ? undefined : this.#head }) });
  }

  /** Serializes actions: lanes end their turns while others write. */
  async #alone<T>(action: () => Promise<T>): Promise<T> {
    const result = this.#last.then(action, action);
    this.#last = result.catch(() => undefined);
    return await result;
  }
}

/** Reports whether git may have used a setting when it made a commit meanwhile. */
function isHook(change: SealedChange, hooks: string | undefined): boolean {
  const { path } = change;
  if (isNewData(change)) return false;
  return path.startsWith(".git/") || (hooks !== undefined && path.startsWith(`${hooks}/`));
}
