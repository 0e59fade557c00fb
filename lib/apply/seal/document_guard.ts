import type { Question } from "../../../schemas/question.ts";
import { PLANNING } from "../../parse/project/project.ts";
import { isMovedByOthers } from "../agent/core/agent_mark.ts";
import { projectPath } from "../git/repository.ts";
import type { RunContext } from "../run/context.ts";
import { type PlanningSeal, resealed, takeSeal } from "./planning_seal.ts";
import { forgetSealed, readSealed, writeSealed } from "./sealed_record.ts";
import { settleDocuments } from "./settle_documents.ts";

/**
 * Guards the documents of the project's own working tree while tasks are carried out in worktrees: from
 * there a task reaches them too, and the plans that come after are read from them. A person may change them
 * meanwhile, so that what changed is put back, kept, and asked about.
 */
export class HomeGuard {
  #seal: PlanningSeal | undefined;
  #head: string | undefined;
  /** The task that documents changed during, as far as is known. */
  #task = "";
  #question: Question | undefined;
  #last: Promise<unknown> = Promise.resolve();

  /** @param context What the run works with. */
  constructor(readonly context: RunContext) {}

  /** What waits for an answer, if anything does. */
  get question(): Question | undefined {
    return this.#question;
  }

  /** Notes the documents, if they are not noted yet, and settles what has changed since. */
  async begin(task: string): Promise<void> {
    await this.#alone(async () => {
      if (this.#seal !== undefined) return await this.#settle(task);
      const { home, heads } = this.context;
      const known = heads === undefined ? undefined : await readSealed(home);
      this.#task = task;
      this.#head = await home.repository.git.commitOf("HEAD");
      this.#seal = known?.kind === "open" && known.lanes ? known.seal : await takeSeal(home);
      await this.#settle(task);
      await this.#remember();
    });
  }

  /** Settles what has changed while a task was carried out, or before something is done with the documents. */
  async settle(task?: string): Promise<void> {
    await this.#alone(() => this.#settle(task));
  }

  /**
   * Does something by which the program itself writes documents.
   *
   * @param paths What it writes, relative to the project root; without them, what its commits change.
   */
  async write<T>(action: () => Promise<T>, paths: readonly string[] = []): Promise<T> {
    return await this.#alone(async () => {
      const { home } = this.context;
      const { git } = home.repository;
      if (this.#seal === undefined) return await action();
      const result = await action();
      const [head, before] = [await git.commitOf("HEAD"), this.#head];
      const committed = head === undefined || before === undefined || head === before
        ? []
        : (await git.output(["diff", "--name-only", "-z", "--no-renames", before, head, "--"])).split("\0")
          .flatMap((path) => projectPath(home.repository, path) ?? [])
          .filter((path) => path.startsWith(`${PLANNING}/`));
      this.#seal = resealed(this.#seal, await takeSeal(home), [...paths, ...committed]);
      this.#head = head;
      await this.#remember();
      return result;
    });
  }

  /** Ends it: all is as noted, and what follows is guarded by other means. */
  async end(): Promise<void> {
    await this.#alone(async () => {
      if (this.#seal === undefined) return;
      await this.#settle();
      this.#seal = undefined;
      const record = await readSealed(this.context.home);
      if (record?.kind === "open" && record.lanes) await forgetSealed(this.context.home);
    });
  }

  async #settle(task = this.#task): Promise<void> {
    const { context } = this;
    // What is asked about together has one name.
    if (this.#question === undefined) this.#task = task;
    const seal = this.#seal;
    if (seal === undefined) return;
    const { git } = context.home.repository;
    const settled = await settleDocuments(context.home, {
      seal,
      task: this.#task,
      declared: [],
      shared: true,
      isMovedByOthers: async () => {
        // What a hosting agent starts carries no mark: there every commit is taken for the agent's.
        const hosted = context.agent.name === "host";
        return !hosted && this.#head !== undefined && await git.commitOf("HEAD") !== this.#head &&
          await isMovedByOthers(git, this.#head);
      },
    }, {
      ...context,
      // Who interrupts a run is not asked any more.
      ask: (question) => context.signal.aborted ? Promise.resolve(undefined) : context.ask(question),
    });
    if (settled.kind === "unchanged") return;
    this.#seal = await takeSeal(context.home);
    if (settled.kind === "waiting") this.#question = settled.question;
    else await this.#remember();
  }

  /** Keeps what is noted for a run that is killed, or a host that reports later. A question comes first. */
  async #remember(): Promise<void> {
    const { home } = this.context;
    if (this.#seal === undefined || this.#question !== undefined) return;
    if ((await readSealed(home))?.kind === "asked") return;
    await writeSealed(home, { kind: "open", task: this.#task, declared: [], seal: this.#seal, lanes: true });
  }

  /** One at a time: lanes end their turns while others write. */
  async #alone<T>(action: () => Promise<T>): Promise<T> {
    const result = this.#last.then(action, action);
    this.#last = result.catch(() => undefined);
    return await result;
  }
}
