import type { RunCommit, RunEvent, RunOutcome } from "../../../schemas/event.ts";
import type { PhaseReference } from "../../../schemas/phase.ts";
import type { PlannedPlan } from "../../../schemas/execution_plan.ts";
import type { Question } from "../../../schemas/question.ts";
import { defined } from "../../collections/defined.ts";

/** A task that is being worked on. */
export interface TaskView {
  /** Number within its plan. */
  readonly number: number;
  /** Name. */
  readonly name: string;
  /** 1 for its first turn. */
  readonly attempt: number;
}

/**
 * How far a plan is: `waiting` for its turn, `working`, `asking` a person, `complete`, or `stopped`
 * before its end.
 */
export type PlanProgress = "waiting" | "working" | "asking" | "complete" | "stopped";

/** A plan, as far as a run has come. */
export interface PlanView {
  /** What is planned. */
  readonly planned: PlannedPlan;
  /** How far it is. */
  readonly state: PlanProgress;
  /** Numbers of the tasks that are committed, by this run or an earlier one. */
  readonly done: readonly number[];
  /** The tasks under way, in their order. */
  readonly tasks: readonly TaskView[];
  /** The last line that the agent said. */
  readonly said: string;
  /** When its first turn or question began, in milliseconds since the run began. */
  readonly startedAt?: number;
  /** When it was complete or stopped. */
  readonly endedAt?: number;
}

/** A wave, as far as a run has come. */
export interface WaveView {
  /** Number, from 1. */
  readonly wave: number;
  /** Whether its plans run at the same time. */
  readonly parallel: boolean;
  /** Its plans, in their order. */
  readonly plans: readonly PlanView[];
}

/** A run, as far as it has come: all that a person looks at, made from events alone. */
export interface RunView {
  /** The phase; undefined before the run begins. */
  readonly phase?: PhaseReference;
  /** The waves. */
  readonly waves: readonly WaveView[];
  /** The commits of this run, in the order they were made. */
  readonly commits: readonly RunCommit[];
  /** The question that is open. */
  readonly question?: Question;
  /** How it ended. */
  readonly outcome?: RunOutcome;
  /** Milliseconds since the run began, at the last event. */
  readonly elapsed: number;
}

/** The view before anything has happened. */
export const NO_VIEW: RunView = { waves: [], commits: [], elapsed: 0 };

/** The view of a run, from its events in their order. */
export function viewOf(events: Iterable<RunEvent>): RunView {
  let view = NO_VIEW;
  for (const event of events) view = advanceView(view, event);
  return view;
}

/** The view after one more event. */
export function advanceView(view: RunView, event: RunEvent): RunView {
  const { elapsed } = event;
  const now = { ...view, elapsed };
  switch (event.kind) {
    case "run-started": {
      const waves = event.plan.waves.map(({ wave, parallel, plans }) => ({
        wave,
        parallel,
        plans: plans.map(planView),
      }));
      return { ...now, phase: event.plan.phase, waves };
    }
    case "turn-started": {
      const task = { number: event.task, name: event.name, attempt: event.attempt };
      return withPlan(now, event.plan, (plan) => ({
        ...begun(plan, elapsed),
        tasks: [...without(plan.tasks, event.task), task].sort((a, b) => a.number - b.number),
        said: "",
      }));
    }
    case "agent-output":
      return withPlan(now, event.plan, (plan) => ({ ...plan, said: lastLine(event.text) ?? plan.said }));
    case "committed": {
      const { plan: id, task, commit, subject } = event;
      const made = {
        commit,
        subject,
        ...defined({ plan: id, task }),
      };
      return withPlan(
        { ...now, commits: [...view.commits, made] },
        id,
        (plan) =>
          task === undefined ? plan : {
            ...plan,
            done: [...new Set([...plan.done, task])].sort((a, b) => a - b),
            tasks: without(plan.tasks, task),
          },
      );
    }
    case "replayed":
      return { ...now, commits: view.commits.map((made) => replayed(made, event)) };
    case "question-asked":
      return withPlan({ ...now, question: event.question }, planOfQuestion(event.question.id), (plan) => ({
        ...begun(plan, elapsed),
        state: "asking",
      }));
    case "question-answered":
      return withPlan(withoutQuestion(now), planOfQuestion(event.question), (plan) => ({
        ...plan,
        state: plan.state === "asking" ? "working" : plan.state,
      }));
    case "plan-finished":
      return withPlan(now, event.plan, (plan) => ({ ...ended(plan, elapsed), state: "complete" }));
    case "plan-stopped":
      return withPlan(now, event.plan, (plan) => ({ ...ended(plan, elapsed), state: "stopped" }));
    case "run-finished":
      return { ...now, outcome: event.outcome };
    default:
      return now;
  }
}

function planView(planned: PlannedPlan): PlanView {
  return {
    planned,
    state: planned.complete ? "complete" : "waiting",
    done: planned.done,
    tasks: [],
    said: "",
  };
}

function begun(plan: PlanView, elapsed: number): PlanView {
  return { ...plan, state: "working", startedAt: plan.startedAt ?? elapsed };
}

function ended(plan: PlanView, elapsed: number): PlanView {
  return { ...plan, tasks: [], said: "", startedAt: plan.startedAt ?? elapsed, endedAt: elapsed };
}

function without(tasks: readonly TaskView[], task: number): readonly TaskView[] {
  return tasks.filter(({ number }) => number !== task);
}

function withoutQuestion({ question: _, ...view }: RunView): RunView {
  return view;
}

function withPlan(view: RunView, id: string | undefined, change: (plan: PlanView) => PlanView): RunView {
  if (id === undefined) return view;
  const waves = view.waves.map((wave) =>
    wave.plans.some(({ planned }) => planned.id === id)
      ? { ...wave, plans: wave.plans.map((plan) => plan.planned.id === id ? change(plan) : plan) }
      : wave
  );
  return { ...view, waves };
}

/** The plan that a question is about: `01-02/3` or `01-02/safety`. */
function planOfQuestion(id: string): string | undefined {
  return id.includes("/") ? id.split("/", 1)[0] : undefined;
}

/** A commit with the hash it has after it was replayed. */
function replayed(made: RunCommit, event: Extract<RunEvent, { readonly kind: "replayed" }>): RunCommit {
  if (made.plan !== event.plan || made.task === undefined) return made;
  const found = event.commits.find(({ task }) => task === made.task);
  return found === undefined ? made : { ...made, commit: found.commit };
}

function lastLine(text: string): string | undefined {
  return text.split("\n").findLast((line) => line.trim() !== "")?.trim();
}
