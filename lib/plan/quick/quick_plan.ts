import { QUICK } from "../../parse/ids/locations.ts";
import { comparePlanIds, phasePart, planKey, planPart } from "../../parse/ids/plan_id.ts";
import type { PlanDocument } from "../../parse/plan_file/plan_file.ts";
import type { Project } from "../../parse/project/model.ts";
import { hasSummary } from "../../parse/project/project.ts";
import { oneTaskPlan } from "../documents/one_task_plan.ts";
import { writePlan } from "../documents/write_plan.ts";
import { oneLine } from "../naming/commit_message.ts";

/** A small task without a phase. */
export interface QuickTask {
  /** The ID of its plan: the day and a number, `261123-01`, or the time, `261123-143813`. */
  readonly id: string;
  /** The path of its plan, relative to the project root. */
  readonly path: string;
  /** The task, in one line. */
  readonly name: string;
}

/** A quick task that the project has. */
export interface KnownTask extends QuickTask {
  readonly document: PlanDocument;
  readonly complete: boolean;
}

/** Matches the folder of a day, which only quick tasks of ours have. */
const DAY = /^\.planning\/quick\/\d{6}$/;

/** Matches the ID of a quick task, or of a task in it. */
const ID = /^\d{6}-\d{2,}(?:\/\d+)?$/;

/** Reports whether the printed number of a phase is the day of quick tasks, such as `261123`. */
export function isQuickDay(phase: string): boolean {
  return /^\d{6}$/.test(phase);
}

/** Reports whether an argument names a quick task. */
export function isQuickId(text: string): boolean {
  return ID.test(text);
}

/** Returns the folder of the quick tasks if an argument names one of them, such as `261123-01`. */
export function baseOfWork(text: string): string | undefined {
  return isQuickId(text) ? QUICK : undefined;
}

/** Returns the quick tasks of a project that was read from their folder, in the order of their IDs. */
export function quickTasks({ phases }: Project): readonly KnownTask[] {
  return phases.filter(({ directory }) => DAY.test(directory)).flatMap((phase) => {
    return phase.plans.filter(({ frontmatter }) => frontmatter.kind !== "missing").map((document) => ({
      id: document.id,
      path: document.source.path,
      name: nameOf(document.file?.body.objective ?? ""),
      document,
      complete: hasSummary(phase, document),
    }));
  });
}

/** Finds the quick task that an argument names by its ID, or that was asked for in the same words and is not done. */
export function findQuickTask(text: string, tasks: readonly KnownTask[]): KnownTask | undefined {
  if (isQuickId(text)) return tasks.find(({ id }) => planKey(id) === planKey(text));
  const wanted = text.trim();
  return tasks.findLast(({ complete, document }) =>
    !complete && document.file?.body.objective.trim() === wanted
  );
}

/** What the name of a new quick task depends on. */
export interface NewQuickInput {
  readonly tasks: readonly KnownTask[];
  readonly time: Date;
  /** True if others may name tasks at the same time that are not known here. */
  readonly shared: boolean;
}

/** Names a new quick task: the next number of the day, or its time if others name tasks too. */
export function newQuickTask(text: string, { tasks, time, shared }: NewQuickInput): QuickTask {
  const [day, clock] = time.toISOString().slice(2, 19).replaceAll(/[-:]/g, "").split("T") as [string, string];
  const last = tasks.filter(({ id }) => id.startsWith(`${day}-`)).sort((a, b) => comparePlanIds(a.id, b.id))
    .at(-1);
  const next = last === undefined ? 1 : Number.parseInt(planPart(last.id), 10) + 1;
  // As plan numbers are printed: the time without a zero at its beginning.
  const number = String(shared ? Math.max(next, Number(clock)) : next).padStart(2, "0");
  const id = `${day}-${number}`;
  return { id, path: `${QUICK}/${day}/${id}-PLAN.md`, name: nameOf(text) };
}

function nameOf(text: string): string {
  return oneLine(text.trim().split("\n", 1)[0]!);
}

/**
 * Returns the text of a quick task's plan.
 *
 * @param checks The commands that have to succeed before the task is committed.
 * @throws {RangeError} When the text contains an element of plans, which could not be read again.
 */
export function quickPlan({ id, path, name }: QuickTask, text: string, checks: readonly string[]): string {
  return writePlan(oneTaskPlan({
    id,
    path,
    name,
    phase: phasePart(id),
    plan: planPart(id),
    type: "execute",
    wave: 1,
    depends_on: [],
    objective: text.trim(),
    action: text.trim(),
    verify: checks.length === 0
      ? "Check that it does what was asked."
      : checks.map((check) => `<automated>${check}</automated>`).join("\n"),
    checks,
    done: name,
    verification: "",
  }));
}
