import { parsePhaseNumber, printPhaseNumber } from "../../parse/ids/phase_number.ts";
import type { PlanDocument } from "../../parse/plan_file/plan_file.ts";
import type { Phase, Project } from "../../parse/project/model.ts";
import { findPhase } from "../../parse/project/project.ts";
import { readPhaseArgument, refuseArchived } from "../command_lines/phase_argument.ts";
import { bareNumber } from "../command_lines/commands.ts";
import { refuse, type Refused } from "../execution/refused.ts";
import type { JournalCommit } from "../history/journal.ts";

/** The work that a command is about: all of a phase, a plan, or a task. */
export interface WorkTarget {
  readonly kind: "target";
  /** Its name as an argument: `1`, `01-02`, `01-02/1`. */
  readonly text: string;
  readonly phase: Phase;
  /** Undefined for a phase. */
  readonly plan?: PlanDocument;
  /** The number of the task; undefined for a phase or a plan. */
  readonly task?: number;
}

/**
 * Finds the phase, plan or task that an argument names.
 *
 * @param commits The commits of the project.
 */
export function findWork(
  text: string,
  project: Project,
  commits: readonly JournalCommit[],
): WorkTarget | Refused {
  const [, before = text, number] = /^(.+)\/(\d{1,9})$/.exec(text) ?? [];
  const named = readPhaseArgument(before, project);
  const shipped = shippedIn(text, commits);
  if (named.kind === "phase" && number === undefined) {
    const phase = findPhase(project, named.number);
    const printed = printPhaseNumber(named.number);
    if (phase !== undefined) return { kind: "target", text: bareNumber(printed), phase };
    const listed = project.roadmap?.phases.find(({ number }) => printPhaseNumber(number) === printed);
    if (shipped === undefined && listed !== undefined) {
      return refuseArchived(named.number, project) ?? refuse(
        `Phase ${printed} (${listed.name}) has no plans yet`,
        "Run wf status for what comes next",
      );
    }
    return shipped ?? refuse(`Cannot find phase ${bareNumber(printed)}`, FORMS);
  }
  const plan = named.kind === "plan" ? project.plans.byId.get(named.id) : undefined;
  const phase = project.phases.find(({ plans }) => plan !== undefined && plans.includes(plan));
  if (plan === undefined || phase === undefined) return shipped ?? refuse(`Cannot find "${text}"`, FORMS);
  if (number === undefined) return { kind: "target", text: plan.id, phase, plan };
  const task = Number(number);
  const tasks = plan.tasks.map(({ task }) => task.number);
  if (tasks.includes(task)) return { kind: "target", text: `${plan.id}/${task}`, phase, plan, task };
  return refuse(`Plan ${plan.id} has no task ${task}`, `Its tasks are ${tasks.join(", ")}`);
}

const FORMS = "Name a phase (1), a plan (01-02) or a task (01-02/1); wf status lists them";

export function kindOf({ plan, task }: WorkTarget): "phase" | "plan" | "task" {
  return plan === undefined ? "phase" : task === undefined ? "plan" : "task";
}

/** Refuses work of a completed milestone. */
export function shippedIn(text: string, commits: readonly JournalCommit[]): Refused | undefined {
  const number = parsePhaseNumber(text);
  const printed = number === undefined ? "" : printPhaseNumber(number);
  const found = commits.find((commit) => "milestone" in commit && commit.phases.includes(printed));
  if (found === undefined || !("milestone" in found)) return undefined;
  return refuse(
    `Phase ${printed} belongs to milestone ${found.milestone}, which is complete`,
    "Plan the change as a new phase, or revert single commits with git revert",
  );
}
