import type { AgentRole } from "../../../schemas/agent_answers.ts";
import type { RunCommit, RunEvent, RunOutcome } from "../../../schemas/event.ts";
import type { PhaseReference } from "../../../schemas/phase.ts";
import type { PlannedPlan } from "../../../schemas/execution_plan.ts";
import type { Question } from "../../../schemas/question.ts";
import type { Usage } from "../../../schemas/usage.ts";
import { defined } from "../../collections/defined.ts";

export interface TaskView {
  readonly number: number;
  readonly name: string;
  /** The number of the turn, from 1. */
  readonly attempt: number;
}

/**
 * The progress of a plan: `waiting` to start, `working`, `asking` the user, `complete`, or `stopped` before
 * its end.
 */
export type PlanProgress = "waiting" | "working" | "asking" | "complete" | "stopped";

/** The state of a plan during a run. */
export interface PlanView {
  readonly planned: PlannedPlan;
  readonly state: PlanProgress;
  /** The numbers of the committed tasks, of this run or an earlier one. */
  readonly done: readonly number[];
  /** The tasks in progress, in order. */
  readonly tasks: readonly TaskView[];
  /** The last line of the agent's output. */
  readonly output: string;
  /** What its turns used, in order. */
  readonly used: readonly Usage[];
  /** The time of its first turn or question, in milliseconds since the start of the run. */
  readonly startedAt?: number;
  /** The time when it was complete or stopped. */
  readonly endedAt?: number;
  /** The time of the open question. */
  readonly askedAt?: number;
  /** The milliseconds that it has waited for answers. */
  readonly waited?: number;
}

/** The state of a wave during a run. */
export interface WaveView {
  /** The number, from 1. */
  readonly wave: number;
  /** True if its plans run concurrently. */
  readonly parallel: boolean;
  /** The plans, in order. */
  readonly plans: readonly PlanView[];
}

/** A turn in progress that belongs to no plan. */
export interface RoleView {
  readonly role: AgentRole;
  /** Its beginning, in milliseconds since the start of the run. */
  readonly startedAt: number;
  /** The last line of the agent's output. */
  readonly output: string;
}

export interface IdleTime {
  readonly from: number;
  /** Undefined while it lasts. */
  readonly to?: number;
}

/** The state of a run as shown to the user, derived from events only. */
export interface RunView {
  /** The phase; undefined before the start of the run. */
  readonly phase?: PhaseReference;
  /** The names of the agents that may take the turns of a task. */
  readonly agents: readonly string[];
  readonly waves: readonly WaveView[];
  /** The commits of this run, in order. */
  readonly commits: readonly RunCommit[];
  /** What the turns of this run used, in order. */
  readonly used: readonly Usage[];
  /** The turn in progress that belongs to no plan. */
  readonly role?: RoleView;
  readonly question?: Question;
  /** The times in which the run only waited for an answer, in milliseconds since its start. */
  readonly idle: readonly IdleTime[];
  readonly outcome?: RunOutcome;
  /** The milliseconds since the start of the run, at the last event. */
  readonly elapsed: number;
}

/** The view before the first event. */
export const EMPTY_VIEW: RunView = { agents: [], waves: [], commits: [], used: [], idle: [], elapsed: 0 };

export function viewOf(events: Iterable<RunEvent>): RunView {
  let view = EMPTY_VIEW;
  for (const event of events) view = advanceView(view, event);
  return view;
}

export function advanceView(view: RunView, event: RunEvent): RunView {
  const next = advance(view, event);
  const last = next.idle.at(-1);
  const wasIdle = last !== undefined && last.to === undefined;
  if (isIdle(next) === wasIdle) return next;
  return {
    ...next,
    idle: wasIdle
      ? [...next.idle.slice(0, -1), { ...last, to: event.elapsed }]
      : [...next.idle, { from: event.elapsed }],
  };
}

/** Reports whether a run only waits for an answer: no plan and no role has a turn meanwhile. */
function isIdle({ question, role, waves, outcome }: RunView): boolean {
  if (question === undefined || role !== undefined || outcome !== undefined) return false;
  return !waves.some(({ plans }) =>
    plans.some(({ state, tasks }) => state === "working" && tasks.length > 0)
  );
}

/** Returns the milliseconds between two times in which a run did not only wait for answers. */
export function workedBetween(from: number, to: number, { idle }: Pick<RunView, "idle">): number {
  return idle.reduce((worked, each) => {
    return worked - Math.max(0, Math.min(each.to ?? to, to) - Math.max(each.from, from));
  }, to - from);
}

function advance(view: RunView, event: RunEvent): RunView {
  const { elapsed } = event;
  const now = { ...view, elapsed };
  switch (event.kind) {
    case "run-started": {
      const { phase, agent, otherAgents = [] } = event.plan;
      const waves = event.plan.waves.map(({ wave, parallel, plans }) => ({
        wave,
        parallel,
        plans: plans.map(planView),
      }));
      return { ...now, phase, agents: [agent, ...otherAgents], waves };
    }
    case "turn-started": {
      const task = { number: event.task, name: event.name, attempt: event.attempt };
      return withPlan(now, event.plan, (plan) => ({
        ...begun(plan, elapsed),
        tasks: [...without(plan.tasks, event.task), task].sort((a, b) => a.number - b.number),
        output: "",
      }));
    }
    case "agent-output":
      return withPlan(now, event.plan, (plan) => ({ ...plan, output: lastLine(event.text) ?? plan.output }));
    case "role-turn": {
      const { role: _, ...others } = now;
      return event.state === "ended"
        ? others
        : { ...others, role: { role: event.role, startedAt: elapsed, output: "" } };
    }
    case "role-output":
      return view.role === undefined
        ? now
        : { ...now, role: { ...view.role, output: lastLine(event.text) ?? view.role.output } };
    case "steered":
      return event.action !== "skip" || event.task === undefined
        ? now
        : withPlan(now, event.plan, (plan) => ({ ...plan, tasks: without(plan.tasks, event.task!) }));
    case "usage":
      return withPlan(
        { ...now, used: [...view.used, event] },
        event.plan,
        (plan) => ({ ...plan, used: [...plan.used, event] }),
      );
    case "committed": {
      const { plan: id, task, tests = [], commit, subject } = event;
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
            done: [...new Set([...plan.done, ...tests, task])].sort((a, b) => a - b),
            tasks: without(plan.tasks, ...tests, task),
          },
      );
    }
    case "replayed":
      return { ...now, commits: view.commits.map((made) => replayed(made, event)) };
    case "question-asked":
      return withPlan({ ...now, question: event.question }, planOfQuestion(event.question.id), (plan) => ({
        ...begun(plan, elapsed),
        state: "asking",
        askedAt: elapsed,
      }));
    case "question-answered":
      return withPlan(withoutQuestion(now), planOfQuestion(event.question), (plan) => ({
        ...plan,
        ...plan.state === "asking" ? { state: "working", waited: waitedUntil(elapsed, plan) } : {},
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
    output: "",
    used: [],
  };
}

function begun(plan: PlanView, elapsed: number): PlanView {
  return { ...plan, state: "working", startedAt: plan.startedAt ?? elapsed };
}

function ended(plan: PlanView, elapsed: number): PlanView {
  const { startedAt = elapsed } = plan;
  return { ...plan, tasks: [], output: "", startedAt, endedAt: elapsed, waited: waitedUntil(elapsed, plan) };
}

/** Returns the milliseconds that a plan has waited for answers until a time. */
export function waitedUntil(elapsed: number, { state, askedAt = elapsed, waited = 0 }: PlanView): number {
  return state === "asking" ? waited + elapsed - askedAt : waited;
}

function without(tasks: readonly TaskView[], ...numbers: readonly number[]): readonly TaskView[] {
  return tasks.filter(({ number }) => !numbers.includes(number));
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

/** Returns the plan of a question: `01-02/3` or `01-02/safety`. */
function planOfQuestion(id: string): string | undefined {
  return id.includes("/") ? id.split("/", 1)[0] : undefined;
}

/** Returns a commit with its hash after the replay. */
function replayed(made: RunCommit, event: Extract<RunEvent, { readonly kind: "replayed" }>): RunCommit {
  if (made.plan !== event.plan || made.task === undefined) return made;
  const found = event.commits.find(({ task }) => task === made.task);
  return found === undefined ? made : { ...made, commit: found.commit };
}

function lastLine(text: string): string | undefined {
  return text.split("\n").findLast((line) => line.trim() !== "")?.trim();
}
