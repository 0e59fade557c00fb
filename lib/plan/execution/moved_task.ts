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
  /** The number in its commit. */
  readonly was: number;
  /** The number in the plan now. */
  readonly is: number;
  /** The first line of its commit message. */
  readonly subject: string;
}

/**
 * Returns a committed task that has another number now, if that makes a task count as done that never was:
 * tasks were inserted before it or removed. Renamed tasks do not count, and neither do commits of several
 * tasks, such as squashes, which do not show their numbers, nor skipped tasks.
 *
 * @param done The plan's commits, by the numbers of their tasks.
 */
export function movedTask(file: PlanFile, done: ReadonlyMap<number, JournalEntry>): MovedTask | undefined {
  const descriptions = new Map(
    file.body.tasks.map((task) => [task.number, taskDescription(file, task.number)] as const),
  );
  const isCommitOf = ({ subject }: JournalEntry, number: number) =>
    subject.endsWith(`: ${descriptions.get(number)}`);
  const all = [...done].sort(([a], [b]) => a - b);
  const entries = all.filter(([number, { commit, subject, skipped }]) => {
    return skipped === undefined &&
      !all.some(([other, entry]) => other !== number && entry.commit === commit && entry.subject === subject);
  });
  const unambiguous = new Set(entries.map(([number]) => number));
  const numbers = [...descriptions.keys()];
  const found = entries.flatMap(([was, entry]): MovedTask[] => {
    if (isCommitOf(entry, was)) return [];
    const is = numbers.find((number) => isCommitOf(entry, number));
    return is === undefined ? [] : [{ was, is, subject: entry.subject }];
  });
  const isNamed = (number: number) => entries.some(([, entry]) => isCommitOf(entry, number));
  return numbers.every((number) => !unambiguous.has(number) || isNamed(number)) ? undefined : found[0];
}

/** Returns the description of a task in its commit: the first line after type and plan. */
export function taskDescription(file: PlanFile, number: number): string {
  const { frontmatter: { type: planType }, body: { tasks } } = file;
  const task = tasks.find((candidate) => candidate.number === number)!;
  const message = taskCommitMessage({ plan: file.id, planType, task });
  const subject = message.split("\n", 1).join("");
  return subject.slice(subject.indexOf(": ") + 2);
}

/** Returns the command that records a task as done. Its commit replaces an older one. */
export function confirmTaskCommand(plan: string, task: number, prefix: string): string {
  const message = commitMessage(plan, "chore", `confirm task ${task}`);
  const trailers = [`${PLAN_TRAILER}: ${plan}`, `${TASK_TRAILER}: ${task}`, ...projectTrailers(prefix)];
  const words = trailers.map((trailer) => `--trailer ${quoteShell(trailer)}`).join(" ");
  return `git commit --allow-empty --message ${quoteShell(message)} ${words}`;
}
