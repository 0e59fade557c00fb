import type { RunEvent, RunOutcome } from "../../../schemas/event.ts";
import type { PhaseReference } from "../../../schemas/phase.ts";
import type { Question } from "../../../schemas/question.ts";
import type { UsageTotal } from "../../../schemas/usage.ts";
import { defined } from "../../collections/defined.ts";
import { planOf } from "../../plan/log/log_target.ts";
import { advanceView, EMPTY_VIEW } from "../../plan/run/live_view.ts";
import type { PlanProgress, PlanView } from "../../plan/run/run_view.ts";
import { summarizeRun } from "../../plan/run/summary.ts";
import { totalUsage } from "../../plan/usage/total.ts";

/** The lanes of a run against time, derived from its events only. Times are milliseconds since its start. */
export interface RunLanes {
  /** The phase; absent for a run that executes none. */
  readonly phase?: PhaseReference;
  readonly branch: string;
  readonly agent: string;
  /** The time of the last event. */
  readonly elapsed: number;
  /** Its duration without the time in which it only waited for answers. */
  readonly milliseconds: number;
  readonly waves: readonly LanesOfWave[];
  /** The commits of the run that belong to no plan. */
  readonly marks: readonly LaneMark[];
  /** The plans of the critical path. */
  readonly critical: readonly string[];
  readonly commits: number;
  readonly outcome?: RunOutcome;
  /** The questions without an answer, each once. */
  readonly questions: readonly Question[];
  /** Those that the run waits for: a plan that has stopped asks in the next run. */
  readonly asked: readonly Question[];
  /** The suggested next commands. */
  readonly next: readonly string[];
  /** What its turns used; absent if no agent reported it. */
  readonly usage?: UsageTotal;
}

export interface LanesOfWave {
  /** The number, from 1. */
  readonly wave: number;
  readonly parallel: boolean;
  readonly lanes: readonly Lane[];
}

/** The work of a run on a plan. */
export interface Lane {
  readonly plan: string;
  readonly objective: string;
  readonly state: PlanProgress;
  readonly done: number;
  readonly total: number;
  /** The turns and waits, by their beginning. */
  readonly bars: readonly LaneBar[];
  readonly marks: readonly LaneMark[];
  /** The time spent on it without waiting for answers; absent if the run did not work on it. */
  readonly milliseconds?: number;
  /** What its turns used; absent if no agent reported it. */
  readonly usage?: UsageTotal;
}

/** A turn on a task with the checks after it, or the time that a question was open. */
export interface LaneBar {
  readonly kind: "turn" | "wait";
  /** The number of the task; absent for a question about the whole plan. */
  readonly task?: number;
  /** The name of the task, or the title of the question. */
  readonly name: string;
  /** The number of the turn on the task, from 1. */
  readonly attempt: number;
  readonly from: number;
  /** Absent while it lasts. */
  readonly to?: number;
  /** The row in the lane, from 0: bars of a row do not overlap. */
  readonly row: number;
}

export type MarkKind = "passed" | "failed" | "commit" | "replay" | "refused";

/** Something that happened at a moment. */
export interface LaneMark {
  readonly kind: MarkKind;
  readonly at: number;
  /** The number of the task; absent for documents. */
  readonly task?: number;
  /** The command of a check, the subject of a commit, the branch of a replay. */
  readonly text: string;
}

interface Draft {
  readonly bars: LaneBar[];
  readonly marks: LaneMark[];
}

export function runLanes(events: readonly RunEvent[]): RunLanes {
  const drafts = new Map<string, Draft>();
  const marks: LaneMark[] = [];
  const questions = new Map<string, Question>();
  let view = EMPTY_VIEW;
  let started = { branch: "", agent: "" };
  let next: readonly string[] = [];
  for (const event of events) {
    view = advanceView(view, event);
    if (event.kind === "run-started") started = event.plan;
    else if (event.kind === "run-finished") next = event.next;
    askedIn(event, questions);
    const plan = planOf(event);
    const draft = plan === undefined ? undefined : draftOf(plan, drafts);
    advanceBars(event, draft === undefined ? [...drafts.values()] : [draft]);
    const mark = markOf(event);
    if (mark !== undefined) (draft?.marks ?? marks).push(mark);
  }
  const { waves, milliseconds, criticalPath, commits, usage } = summarizeRun(view);
  const stopped = view.waves.flatMap(({ plans }) => plans).filter(({ state }) => state === "stopped")
    .map(({ planned }) => planned.id);
  const took = new Map(
    waves.flatMap(({ plans }) => plans.map(({ plan, milliseconds }) => [plan, milliseconds])),
  );
  return {
    branch: started.branch,
    agent: started.agent,
    elapsed: view.elapsed,
    milliseconds,
    waves: view.waves.map(({ wave, parallel, plans }) => ({
      wave,
      parallel,
      lanes: plans.map((plan) => {
        const { id } = plan.planned;
        // A plan that stopped with a question waits for its answer.
        const asks = [...questions.values()].some(({ plan }) => plan === id);
        return laneOf(asks ? { ...plan, state: "asking" } : plan, drafts.get(id), took.get(id));
      }),
    })),
    marks,
    critical: criticalPath.plans,
    commits: commits.length,
    questions: [...questions.values()],
    asked: [...questions.values()].filter(({ plan }) => plan === undefined || !stopped.includes(plan)),
    next,
    ...defined({ phase: view.phase, outcome: view.outcome, usage }),
  };
}

function laneOf(
  { planned, state, done, used }: PlanView,
  { bars, marks }: Draft = { bars: [], marks: [] },
  milliseconds: number | undefined,
): Lane {
  const usage = totalUsage(used);
  return {
    plan: planned.id,
    objective: planned.objective,
    state,
    done: done.length,
    total: planned.tasks.length,
    bars,
    marks,
    ...defined({ milliseconds, usage: usage.turns === 0 ? undefined : usage }),
  };
}

function draftOf(plan: string, drafts: Map<string, Draft>): Draft {
  const draft = drafts.get(plan) ?? { bars: [], marks: [] };
  drafts.set(plan, draft);
  return draft;
}

/** Begins and ends bars. An event without a plan gets the lanes of all plans. */
function advanceBars(event: RunEvent, drafts: readonly Draft[]): void {
  const { elapsed } = event;
  const end = (ends: (bar: LaneBar) => boolean) => {
    for (const { bars } of drafts) {
      for (const [index, bar] of bars.entries()) {
        if (bar.to === undefined && ends(bar)) bars[index] = { ...bar, to: Math.max(elapsed, bar.from) };
      }
    }
  };
  const begin = (bar: Omit<LaneBar, "from" | "row">) => {
    for (const { bars } of drafts) bars.push({ ...bar, from: elapsed, row: freeRow(bars) });
  };
  switch (event.kind) {
    case "turn-started":
      end(({ task }) => task === event.task);
      return begin({ kind: "turn", task: event.task, name: event.name, attempt: event.attempt });
    case "question-asked": {
      if (planOf(event) === undefined) return;
      const task = Number(event.question.id.split("/")[1]);
      if (task > 0) end((bar) => bar.task === task);
      return begin({
        kind: "wait",
        name: event.question.title,
        attempt: 1,
        ...task > 0 ? { task } : {},
      });
    }
    case "question-answered":
      return end(({ kind }) => kind === "wait");
    case "committed": {
      const tasks = [event.task, ...event.tests ?? []];
      if (planOf(event) !== undefined) end(({ task }) => task !== undefined && tasks.includes(task));
      return;
    }
    case "plan-finished":
    case "plan-stopped":
    case "run-finished":
      return end(() => true);
  }
}

/** Returns the first row in which no bar is open. */
function freeRow(bars: readonly LaneBar[]): number {
  const taken = new Set(bars.filter(({ to }) => to === undefined).map(({ row }) => row));
  let row = 0;
  while (taken.has(row)) row++;
  return row;
}

function markOf(event: RunEvent): LaneMark | undefined {
  const base = { at: event.elapsed, ...defined({ task: "task" in event ? event.task : undefined }) };
  switch (event.kind) {
    case "check-finished": {
      const passed = event.passed === (event.expected === undefined);
      return { ...base, kind: passed ? "passed" : "failed", text: event.command };
    }
    case "hook-refused":
      return { ...base, kind: "refused", text: "a hook refused the commit" };
    case "committed":
      return { ...base, kind: "commit", text: `${event.commit.slice(0, 7)} ${event.subject}` };
    case "replayed":
      return event.commits.length === 0 ? undefined : { ...base, kind: "replay", text: event.onto };
    default:
      return undefined;
  }
}

/** Collects the questions of which no answer is known. Those of stopped plans may be several. */
function askedIn(event: RunEvent, open: Map<string, Question>): void {
  const keyOf = (id: string, plan: string | undefined) => id.includes("/") ? id : `${plan ?? ""}/${id}`;
  const add = (question: Question) => open.set(keyOf(question.id, question.plan), question);
  switch (event.kind) {
    case "question-asked":
      add(event.question);
      break;
    case "question-answered":
      open.delete(keyOf(event.question, event.plan));
      break;
    case "plan-stopped":
    case "run-finished":
      if (event.outcome.kind === "waiting") add(event.outcome.question);
  }
}
