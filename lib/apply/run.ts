import type { Config } from "../../schemas/config.ts";
import type { RunEvent, RunOutcome } from "../../schemas/event.ts";
import type { ExecutionPlan, Question } from "../../schemas/execution_plan.ts";
import type { Host } from "../host/host.ts";
import { advance, type Next, nextStep, startRun, type StepOutcome } from "../plan/next.ts";
import type { Agent } from "./agent/port.ts";
import type { Baseline } from "./baseline.ts";
import { mergeBranch, switchBranch } from "./branches.ts";
import { commitDocuments, writeSummary } from "./documents.ts";
import type { Repository } from "./repository.ts";
import { TaskWorker } from "./tasks.ts";

/** An answer and who gave it. */
export interface Answer {
  /** A choice's value, or any text for an open question. */
  readonly value: string;
  /** Who answered. */
  readonly by: "person" | "flag" | "configuration";
}

/** Asks a person; gives undefined when nobody is there. */
export type Asker = (question: Question) => Promise<Answer | undefined>;

/** An event before the run adds when it happened. */
export type EventDraft = RunEvent extends infer Event
  ? Event extends RunEvent ? Omit<Event, "formatVersion" | "elapsed"> : never
  : never;

/** What a run works with. */
export interface RunContext {
  /** The machine. */
  readonly host: Host;
  /** The repository. */
  readonly repository: Repository;
  /** Absolute path of the project root. */
  readonly root: string;
  /** The configuration of this invocation. */
  readonly config: Config;
  /** The agent that carries out tasks. */
  readonly agent: Agent;
  /** The branch that is committed to. */
  readonly branch: string;
  /** How the working tree was found. */
  readonly baseline: Baseline;
  /** Fires when the run is to stop. */
  readonly signal: AbortSignal;
  /** Asks a person. */
  readonly ask: Asker;
  /** Reports what happens. */
  readonly report: (event: EventDraft) => void;
}

/**
 * Walks the steps of an execution plan: performs one, reports its outcome to the state machine, and
 * goes on with the step that it names. Has no rules of its own.
 *
 * @returns How the run ended.
 */
export async function run(plan: ExecutionPlan, context: RunContext): Promise<RunOutcome> {
  const worker = new TaskWorker(context);
  let state = startRun(plan);
  try {
    for (let next = nextStep(state); next.kind !== "stop"; next = nextStep(state)) {
      state = advance(state, await perform(next, plan, context, worker));
      if (context.signal.aborted) state = advance(state, { kind: "interrupted" });
    }
  } finally {
    await worker.close();
  }
  return state.outcome ?? { kind: "completed" };
}

async function perform(
  next: Exclude<Next, { kind: "stop" }>,
  plan: ExecutionPlan,
  context: RunContext,
  worker: TaskWorker,
): Promise<StepOutcome> {
  if (next.kind === "merge") return await mergeBranch(next.step, next.mode, context);
  const { step } = next;
  switch (step.kind) {
    case "switch-branch":
      return await switchBranch(step, context);
    case "ask":
      return await ask(step.question, context);
    case "turn":
      return await worker.turn(step, next);
    case "check":
      return await worker.check(step);
    case "commit-task":
      return await worker.commit(step, next.answer);
    case "write-summary":
      return await writeSummary(step, plan.phase.directory, context);
    case "commit-docs":
      return await commitDocuments(step, context);
  }
}

async function ask(question: Question, { ask, report }: RunContext): Promise<StepOutcome> {
  report({ kind: "question-asked", question });
  const answer = await ask(question);
  if (answer === undefined) return { kind: "unanswered" };
  report({ kind: "question-answered", question: question.id, answer: answer.value, by: answer.by });
  return { kind: "answered", value: answer.value };
}
