import type { AskStep, CheckStep, CommitTaskStep, TurnStep } from "../../../schemas/execution_plan.ts";
import type { SteeringAction, SteeringCommand } from "../../../schemas/steering.ts";
import { defined } from "../../collections/defined.ts";
import { HostError } from "../../host/host.ts";
import { planKey } from "../../parse/ids/plan_id.ts";
import type { StepOutcome } from "../../plan/execution/step_outcome.ts";
import { noAgent, ownAgent } from "../../plan/steer/find_steered.ts";
import { steeredText } from "../../plan/steer/steered_text.ts";
import { parseSteering } from "../../plan/steer/steering_command.ts";
import {
  type CheckpointFeedback,
  readSkips,
  recordFeedback,
  removeFeedback,
} from "../history/checkpoint_feedback.ts";
import type { Repository } from "../git/repository.ts";
import type { EventDraft } from "../interaction/interaction.ts";
import { CommandReader } from "./command_file.ts";

/** The time between two looks at the commands, in milliseconds. */
const INTERVAL = 250;

/** A step that the user can steer. */
export type SteeredStep = TurnStep | CheckStep | CommitTaskStep;

/** The control over a step in progress. */
export interface StepControl {
  /** Fires to stop the step. */
  readonly signal: AbortSignal;
  /** The user's words that no prompt contains yet. */
  readonly words: readonly string[];
  /** Takes the way to give the agent words during its turn. It returns false if the agent did not take them. */
  readonly listen?: (steer: (words: string) => Promise<boolean>) => void;
  /** Returns the outcome of the step with what the user wants instead. */
  readonly settle: (outcome: StepOutcome) => StepOutcome;
}

type Steer = (words: string) => Promise<boolean>;

/** A step in progress. */
interface Current {
  readonly kind: SteeredStep["kind"] | AskStep["kind"];
  readonly stop: AbortController;
  steer?: Steer;
}

/** Lets the user steer the steps of tasks. */
export interface StepSteering {
  /**
   * Performs a step of a task, and returns what the user wants instead of its outcome.
   *
   * @param options.takeBack Takes the task away from a worker elsewhere. Returns false if it has committed the task.
   */
  during(
    step: SteeredStep,
    options: {
      readonly signal: AbortSignal;
      readonly takeBack?: (step: SteeredStep) => Promise<boolean>;
    },
    perform: (control: StepControl) => Promise<StepOutcome>,
  ): Promise<StepOutcome>;
  /** Asks the user a question, unless they skip or retry the task that it is about. */
  asking(step: AskStep, ask: (signal?: AbortSignal) => Promise<StepOutcome>): Promise<StepOutcome>;
}

/** Options for {@link Steering.open}. */
export interface SteeringOptions {
  readonly repository: Repository;
  /** The ID of the run. */
  readonly run: string;
  /** The names of the agents that a task may be retried with. */
  readonly agents: readonly string[];
  /** Reports whether a plan is carried out on another machine, with the agent that is configured there. */
  readonly isElsewhere: (plan: string) => boolean;
  readonly report: (event: EventDraft) => void;
}

interface Words {
  readonly plan: string;
  readonly task?: number;
  readonly text: string;
}

type Order = Pick<SteeringCommand, "text" | "agent" | "model"> & {
  readonly action: Exclude<SteeringAction, "tell">;
};

/** Carries out what the user wants of plans during a run: see {@link SteeringCommand}. */
export class Steering implements StepSteering {
  /** The words that no prompt contains yet. */
  #words: readonly Words[] = [];
  /** The orders that are not carried out yet, by task. */
  readonly #orders = new Map<string, Order>();
  /** The keys of the tasks that this run has committed. */
  readonly #committed = new Set<string>();
  /** The keys of the tasks whose skip this run was sent. */
  readonly #received = new Set<string>();
  readonly #current = new Map<string, Current>();
  readonly #timer: ReturnType<typeof setInterval>;
  #reading: Promise<void> = Promise.resolve();
  /** True once the skips that earlier runs did not carry out are orders of this one. */
  #isOpen = false;

  private constructor(readonly options: SteeringOptions, readonly reader: CommandReader) {
    this.#timer = setInterval(() => void this.#refresh(), INTERVAL);
  }

  /** Listens for the commands to a run until it is closed. */
  static open(options: SteeringOptions): Steering {
    return new Steering(options, new CommandReader(options.repository.git, options.run));
  }

  async during(
    step: SteeredStep,
    { signal, takeBack }: Parameters<StepSteering["during"]>[1],
    perform: (control: StepControl) => Promise<StepOutcome>,
  ): Promise<StepOutcome> {
    const key = keyOf(step);
    await this.#refresh();
    // On this machine, the turn that it was for has ended. A worker elsewhere may begin one before the run knows of it.
    if (this.#orders.get(key)?.action === "interrupt" && takeBack === undefined) this.#orders.delete(key);
    if (this.#orders.has(key) && await takeBack?.(step) === false) await this.#dropOrder(step);
    const ordered = this.#ordered(step);
    if (ordered !== undefined) return ordered;
    const words = step.kind === "check" ? [] : await this.#take(step);
    if (step.kind === "commit-task" && words.length > 0) return { kind: "told", text: words.join("\n\n") };
    const stop = new AbortController();
    const current: Current = { kind: step.kind, stop };
    this.#current.set(key, current);
    try {
      const outcome = await perform({
        signal: AbortSignal.any([signal, stop.signal]),
        words,
        listen: (steer) => void (current.steer = steer),
        settle: (outcome) => {
          const isStopped = outcome.kind === "interrupted" && !signal.aborted;
          return isStopped ? this.#ordered(step) ?? outcome : outcome;
        },
      });
      if (step.kind === "commit-task" && outcome.kind === "done") {
        this.#committed.add(key);
        await this.#dropOrder(step);
        // Words that came during the commit are for the plan's next prompt.
        this.#words = this.#words.map(({ task, ...words }) => {
          return task === undefined || keyOf({ ...words, task }) === key ? words : { ...words, task };
        });
      }
      return outcome;
    } finally {
      this.#current.delete(key);
    }
  }

  async asking(
    { question, plan, task }: AskStep,
    ask: (signal?: AbortSignal) => Promise<StepOutcome>,
  ): Promise<StepOutcome> {
    if (question.kind !== "agent" || plan === undefined || task === undefined) return await ask();
    const key = keyOf({ plan, task });
    const stop = new AbortController();
    this.#current.set(key, { kind: "ask", stop });
    try {
      const outcome = await ask(stop.signal);
      const action = this.#orders.get(key)?.action;
      if (outcome.kind !== "unanswered" || (action !== "skip" && action !== "retry")) return outcome;
      this.options.report({
        kind: "question-answered",
        question: question.id,
        answer: action,
        by: "elsewhere",
      });
      // The next turn carries out the order.
      return { kind: "answered", value: question.choices[0]?.value ?? "" };
    } finally {
      this.#current.delete(key);
    }
  }

  /** Stops listening, and reports words that reached no agent, and orders that came too late. */
  async close(): Promise<void> {
    clearInterval(this.#timer);
    await this.#refresh();
    for (const { plan, text } of this.#words) {
      const message = `Plan ${plan} ended before its agent got your words: ${text}`;
      this.options.report({ kind: "notice", message });
    }
    for (const { plan, task } of await readSkips(this.options.repository)) {
      if (!this.#received.has(keyOf({ plan, task }))) continue;
      const message =
        `Task ${plan}/${task} is not skipped yet: the run ended before that. The next run skips it`;
      this.options.report({ kind: "notice", message });
    }
  }

  /** Drops the order for a task that is done: no order undoes a commit. The words of a retry are for no other task. */
  async #dropOrder({ plan, task }: SteeredStep): Promise<void> {
    const key = keyOf({ plan, task });
    const order = this.#orders.get(key);
    this.#orders.delete(key);
    if (order === undefined) return;
    const { repository, report } = this.options;
    if (order.action === "retry") {
      this.#words = this.#words.filter((words) => keyOf({ task: 0, ...words }) !== key);
    }
    await removeFeedback(repository, { plan, task }, "skip");
    report({ kind: "notice", message: tooLate({ plan, task, action: order.action }) });
  }

  /** Keeps a skip for a later run, if this one ends before it is recorded; forgets it for another order. */
  async #keepSkip(feedback: CheckpointFeedback, skips: boolean): Promise<void> {
    const { repository } = this.options;
    await removeFeedback(repository, feedback, "skip");
    if (!skips) return;
    this.#received.add(keyOf(feedback));
    await recordFeedback(repository, { ...feedback, skip: true });
  }

  #refresh(): Promise<void> {
    return this.#reading = this.#reading.then(() => this.#read());
  }

  async #read(): Promise<void> {
    try {
      for (const { plan, task, text } of this.#isOpen ? [] : await readSkips(this.options.repository)) {
        this.#orders.set(keyOf({ plan, task }), { action: "skip", text });
      }
      this.#isOpen = true;
      for (const command of parseSteering(await this.reader.read())) await this.#receive(command);
    } catch (error) {
      if (!(error instanceof HostError)) throw error;
    }
  }

  async #receive(command: SteeringCommand): Promise<void> {
    const { plan, task, action, text, agent, model } = command;
    const { agents, isElsewhere, report } = this.options;
    if ((agent ?? model) !== undefined && isElsewhere(plan)) {
      return report({
        kind: "notice",
        message: `${ownAgent(plan)}. To retry it with those: wf tell ${plan} --retry`,
      });
    }
    if (agent !== undefined && !agents.includes(agent)) {
      return report({ kind: "notice", message: noAgent(plan, agent, agents) });
    }
    const key = keyOf({ plan, task: task ?? 0 });
    if (task !== undefined && this.#committed.has(key)) {
      if (action !== "tell") report({ kind: "notice", message: tooLate({ plan, task, action }) });
      if (action === "retry" || action === "skip" || text.trim() === "") return;
      // The plan's next prompt contains them.
      const { task: _, ...words } = command;
      return await this.#receive({ ...words, action: "tell" });
    }
    report({ kind: "steered", plan, ...defined({ task }), action, text: steeredText(command) });
    const current = this.#current.get(key);
    if (action !== "skip" && text.trim() !== "") {
      await this.#tell({ plan, text, ...defined({ task }) }, action === "tell" ? current?.steer : undefined);
    }
    if (action === "tell") return;
    if (task !== undefined) await this.#keepSkip({ plan, task, text }, action === "skip");
    this.#orders.set(key, { ...command, action });
    if (current !== undefined && (action !== "interrupt" || current.kind === "turn")) current.stop.abort();
  }

  /**
   * Gives the agent words during its turn, or keeps them for the next prompt; in any case for a later run, if this one
   * stops before the task is committed.
   */
  async #tell(words: Words, steer: Steer | undefined): Promise<void> {
    const { plan, task, text } = words;
    const { repository, report } = this.options;
    if (task !== undefined) await recordFeedback(repository, { plan, task, text });
    if (steer === undefined || !await steer(text)) this.#words = [...this.#words, words];
    else report({ kind: "notice", message: `Plan ${plan}: the agent got your words during its turn` });
  }

  async #take(step: SteeredStep): Promise<readonly string[]> {
    const isHere = ({ plan, task = step.task }: Words) => keyOf({ plan, task }) === keyOf(step);
    const here = this.#words.filter(isHere);
    this.#words = this.#words.filter((words) => !isHere(words));
    const { repository } = this.options;
    for (const { plan, task, text } of here) {
      if (task === undefined) await recordFeedback(repository, { plan, task: step.task, text });
    }
    return here.map(({ text }) => text);
  }

  /** Returns what the user wants instead of a step, once. */
  #ordered(step: SteeredStep): StepOutcome | undefined {
    const key = keyOf(step);
    const order = this.#orders.get(key);
    this.#orders.delete(key);
    switch (order?.action) {
      case "retry": {
        const { agent, model } = order;
        const chosen = agent === undefined && model === undefined ? undefined : defined({ agent, model });
        return { kind: "retried", ...defined({ chosen }) };
      }
      case "skip":
        return { kind: "skipped", why: order.text };
      case "interrupt": {
        const text = this.#words.filter(({ plan, task = step.task }) => keyOf({ plan, task }) === key)
          .map((words) => words.text).join("\n\n");
        this.#words = this.#words.filter(({ plan, task = step.task }) => keyOf({ plan, task }) !== key);
        return text === ""
          ? { kind: "asks", asks: { why: "interrupted", text: "what should the agent do?" } }
          : { kind: "told", text };
      }
      default:
        return undefined;
    }
  }
}

function keyOf({ plan, task }: { readonly plan: string; readonly task: number }): string {
  return `${planKey(plan)}/${task}`;
}

const DONE = { interrupt: "interrupted", retry: "retried", skip: "skipped" } as const;

/** Says that a task was done before an order for it could be carried out. */
function tooLate(
  { plan, task, action }: Required<Pick<SteeredStep, "plan" | "task">> & Pick<Order, "action">,
): string {
  return `Task ${plan}/${task} was done before it could be ${
    DONE[action]
  }. To take it back: wf undo ${plan}/${task}`;
}
