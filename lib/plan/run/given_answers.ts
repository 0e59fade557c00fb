import type { Task } from "../../../schemas/plan_file.ts";
import { dependenciesOf } from "../../parse/project/dependencies.ts";
import type { PlanDocument } from "../../parse/plan_file/plan_file.ts";
import type { Project } from "../../parse/project/model.ts";
import { describe } from "../naming/commit_message.ts";
import { checkpointQuestion } from "./questions.ts";
import type { JournalEntry } from "../history/journal.ts";

/** The answers at a checkpoint. */
export interface GivenAnswer {
  /** The ID of its plan. */
  readonly plan: string;
  /** The number of its task, from 1. */
  readonly task: number;
  /** The name of its task, as a commit describes it. */
  readonly name: string;
  /** The answers in order; for a decision, each with the name of its option. */
  readonly answers: readonly string[];
}

/**
 * Returns the answers of a plan's checkpoints, by task.
 *
 * @param entries The commits of the plan, by task number.
 */
export function answersOf(
  { id, tasks }: PlanDocument,
  entries: ReadonlyMap<number, Pick<JournalEntry, "answers">>,
): readonly GivenAnswer[] {
  return tasks.flatMap(({ task }) => {
    const { answers = [] } = entries.get(task.number) ?? {};
    return answers.length === 0 ? [] : [{
      plan: id,
      task: task.number,
      name: describe(task.name),
      answers: answers.map((answer) => withName(task, answer)),
    }];
  });
}

/**
 * Returns the answers that are decisions: those of decisions, and those at other checkpoints in which the user
 * said more than the usual approval.
 */
export function decisionsOf(
  { id, tasks }: PlanDocument,
  answers: readonly GivenAnswer[],
): readonly GivenAnswer[] {
  return answers.filter(({ task: number, answers: [first, ...others] }) => {
    const task = tasks.find(({ task }) => task.number === number)?.task;
    const question = task && checkpointQuestion(id, task, "interactive");
    return question?.kind === "decision" || others.length > 0 || first !== question?.choices[0]?.value;
  });
}

/** Returns the plans that a plan depends on, directly or through others, each after its own dependencies. */
export function plansBefore(plan: PlanDocument, project: Project): readonly PlanDocument[] {
  const seen = new Set([plan.id]);
  const found: PlanDocument[] = [];
  const visit = (document: PlanDocument) => {
    for (const { id } of dependenciesOf(document, project)) {
      const needed = id === undefined ? undefined : project.plans.byId.get(id);
      if (needed === undefined || seen.has(needed.id)) continue;
      seen.add(needed.id);
      visit(needed);
      found.push(needed);
    }
  };
  visit(plan);
  return found;
}

/** Formats answers as lines of a summary: `- Task 2, choose a store: postgres (PostgreSQL)`. */
export function answerLines(answers: readonly GivenAnswer[]): readonly string[] {
  return answers.map(({ task, name, answers }) => `- Task ${task}, ${name}: ${answers.join("; then ")}`);
}

/** Reads the lines that {@link answerLines} wrote into the summary of a plan. */
export function answersInSummary({ id, tasks }: PlanDocument, summary: string): readonly GivenAnswer[] {
  const lines = summary.split(/\r?\n/);
  return tasks.flatMap(({ task }) => {
    const name = describe(task.name);
    const start = `- Task ${task.number}, ${name}: `;
    const line = lines.find((each) => each.startsWith(start));
    if (line === undefined) return [];
    return [{ plan: id, task: task.number, name, answers: [line.slice(start.length).trimEnd()] }];
  });
}

/** Formats `postgres (PostgreSQL)` for the option of a decision, and other answers unchanged. */
function withName(task: Task, answer: string): string {
  if (task.type !== "checkpoint:decision") return answer;
  const name = task.options.find(({ id }) => id === answer)?.name ?? answer;
  return name === answer ? answer : `${answer} (${name})`;
}
