import type { RunCommit, RunEvent } from "../../../schemas/event.ts";
import type { PlannedPlan } from "../../../schemas/execution_plan.ts";
import { defined } from "../../collections/defined.ts";
import type { PlanView, RunView, TaskView } from "./run_view.ts";
import { planOfQuestion, waitedUntil, withWaits } from "./waiting_time.ts";

/** The view before the first event. */
export const EMPTY_VIEW: RunView = { agents: [], waves: [], commits: [], used: [], idle: [], elapsed: 0 };

export function viewOf(events: Iterable<RunEvent>): RunView {
  let view = EMPTY_VIEW;
  for (const event of events) view = advanceView(view, event);
  return view;
}

export function advanceView(view: RunView, event: RunEvent): RunView {
  return withWaits(advance(view, event));
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
        (plan) => {
          if (task !== undefined) {
            return {
              ...plan,
              done: [...new Set([...plan.done, ...tests, task])].sort((a, b) => a - b),
              tasks: without(plan.tasks, ...tests, task),
            };
          }
          // The documents of a plan that was corrected at a deferred checkpoint.
          const isAgain = plan.isFinished === true && plan.endedAt === undefined;
          return isAgain ? { ...ended(plan, elapsed), state: "complete" } : plan;
        },
      );
    }
    case "replayed":
      return { ...now, commits: view.commits.map((made) => replayed(made, event)) };
    case "question-asked":
      return withPlan({ ...now, question: event.question }, planOfQuestion(event.question.id), (plan) => ({
        ...plan,
        startedAt: plan.startedAt ?? elapsed,
        state: "asking",
        ...plan.state === "asking" ? {} : { before: plan.state },
      }));
    case "question-answered":
      return withPlan(withoutQuestion(now), planOfQuestion(event.question), (plan) => {
        if (plan.state !== "asking") return plan;
        // A plan with a deferred checkpoint is complete before it asks.
        const { before = "working", ...others } = plan;
        return { ...others, state: before === "waiting" ? "working" : before };
      });
    case "plan-finished":
      return withPlan(
        now,
        event.plan,
        (plan) => ({ ...ended(plan, elapsed), state: "complete", isFinished: true }),
      );
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

/** Begins the work of a plan; again, if what the user said at a deferred checkpoint is to be corrected. */
function begun(plan: PlanView, elapsed: number): PlanView {
  const { endedAt = elapsed, before: _, waitingSince: __, ...others } = plan;
  const waited = waitedUntil(elapsed, plan) + elapsed - endedAt;
  return { ...others, state: "working", startedAt: plan.startedAt ?? elapsed, waited };
}

function ended(plan: PlanView, elapsed: number): PlanView {
  const { startedAt = elapsed } = plan;
  return { ...plan, tasks: [], output: "", startedAt, endedAt: elapsed };
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

/** Returns a commit with its hash after the replay. */
function replayed(made: RunCommit, event: Extract<RunEvent, { readonly kind: "replayed" }>): RunCommit {
  if (made.plan !== event.plan || made.task === undefined) return made;
  const found = event.commits.find(({ task }) => task === made.task);
  return found === undefined ? made : { ...made, commit: found.commit };
}

function lastLine(text: string): string | undefined {
  return text.split("\n").findLast((line) => line.trim() !== "")?.trim();
}
