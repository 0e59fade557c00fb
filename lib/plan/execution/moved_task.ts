import type { PlanFile } from "../../../schemas/plan_file.ts";
import {
  commitMessage,
  PLAN_TRAILER,
  projectTrailers,
  TASK_TRAILER,
  taskCommitMessage,
} from "../naming/commit_message.ts";
import type { JournalEntry } from "../history/journal.ts";
import { quoteShell } from "../../text/quote_shell.ts";

/** A task that was committed under another number than it has now. */
export interface MovedTask {
  /** Number it was committed under. */
  readonly was: number;
  /** Number it has in the plan now. */
  readonly is: number;
  /** First line of its commit's message. */
  readonly subject: string;
}

/**
 * A committed task that another number than its own stands for, where that makes a task count as done
 * that never was: tasks were put before it or taken out since. A task that was only renamed is none, and a
 * commit that stands for several tasks under one first line, as a squash does, says nothing of their places.
 *
 * @param done The plan's commits, by the numbers of their tasks.
 */
export function movedTask(file: PlanFile, done: ReadonlyMap<number, JournalEntry>): MovedTask | undefined {
  const descriptions = new Map(
    file.body.tasks.map((task) => [task.number, descriptionOf(file, task.number)] as const),
  );
  const isCommitOf = ({ subject }: JournalEntry, number: number) =>
    subject.endsWith(`: ${descriptions.get(number)}`);
  const all = [...done].sort(([a], [b]) => a - b);
  const entries = all.filter(([number, { commit, subject }]) => {
    return !all.some(([other, entry]) =>
      other !== number && entry.commit === commit && entry.subject === subject
    );
  });
  const telling = new Set(entries.map(([number]) => number));
  const numbers = [...descriptions.keys()];
  const found = entries.flatMap(([was, entry]): MovedTask[] => {
    if (isCommitOf(entry, was)) return [];
    const is = numbers.find((number) => isCommitOf(entry, number));
    return is === undefined ? [] : [{ was, is, subject: entry.subject }];
  });
  const isNamed = (number: number) => entries.some(([, entry]) => isCommitOf(entry, number));
  return numbers.every((number) => !telling.has(number) || isNamed(number)) ? undefined : found[0];
}

/** What the first line of a task's commit says behind type and plan. */
function descriptionOf(file: PlanFile, number: number): string {
  const { frontmatter: { type: planType }, body: { tasks } } = file;
  const task = tasks.find((candidate) => candidate.number === number)!;
  const message = taskCommitMessage({ plan: file.id, planType, task, tasks: tasks.length });
  const subject = message.split("\n", 1).join("");
  return subject.slice(subject.indexOf(": ") + 2);
}

/** The command that says in history that a task is done: its commit takes the place of an older one. */
export function confirmTaskCommand(plan: string, task: number, prefix: string): string {
  const message = commitMessage(plan, "chore", `confirm task ${task}`);
  const trailers = [`${PLAN_TRAILER}: ${plan}`, `${TASK_TRAILER}: ${task}`, ...projectTrailers(prefix)];
  const words = trailers.map((trailer) => `--trailer ${quoteShell(trailer)}`).join(" ");
  return `git commit --allow-empty --message ${quoteShell(message)} ${words}`;
}
