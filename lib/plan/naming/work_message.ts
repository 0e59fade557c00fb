import {
  AGAIN_TRAILER,
  commitMessage,
  docsMessage,
  oneLine,
  projectTrailers,
  SKIPPED_TRAILER,
  wholeMessage,
} from "./commit_message.ts";

/** A task, by the ID of its plan and its number. */
export interface TaskName {
  readonly plan: string;
  /** Its number, from 1. */
  readonly task: number;
}

/** Returns the trailers with which a commit asks for tasks again. */
function againTrailers(tasks: readonly TaskName[], prefix: string): readonly string[] {
  return [...tasks.map(({ plan, task }) => `${AGAIN_TRAILER}: ${plan}/${task}`), ...projectTrailers(prefix)];
}

export interface WorkMessageInput {
  /** The phase number or plan ID. */
  readonly scope: string;
  /** The name of the work. */
  readonly name: string;
  readonly tasks: readonly TaskName[];
  /** The path of the project within its repository; empty if they are the same. */
  readonly prefix: string;
}

/**
 * Returns the whole message of a commit that reverts the commits of tasks and asks for the tasks again.
 *
 * @param commits The hashes of the reverted commits.
 */
export function undoMessage(
  { scope, name, tasks, prefix }: WorkMessageInput,
  commits: readonly string[],
): string {
  const reverts = commits.map((commit) => `This reverts commit ${commit}.\n`).join("");
  const trailers = againTrailers(tasks, prefix).join("\n");
  const body = reverts === "" ? trailers : `${reverts}\n${trailers}`;
  return wholeMessage(`revert(${scope}): undo ${oneLine(name)}`, body);
}

/** Returns the whole message of a commit that asks for tasks again, whose changes are kept. */
export function redoMessage({ scope, name, tasks, prefix }: WorkMessageInput): string {
  return wholeMessage(commitMessage(scope, "chore", `redo ${name}`), againTrailers(tasks, prefix).join("\n"));
}

/** Returns the trailers of a commit that skips tasks, or merges their commits. */
export function skippedTrailers(tasks: readonly (TaskName & { readonly why: string })[]): readonly string[] {
  return tasks.map(({ plan, task, why }) => `${SKIPPED_TRAILER}: ${oneLine(`${plan}/${task} ${why}`)}`);
}

/** Returns the whole message of a commit that skips tasks for a reason. */
export function skipMessage({ scope, name, tasks, prefix }: WorkMessageInput, why: string): string {
  const skipped = skippedTrailers(tasks.map((task) => ({ ...task, why })));
  return wholeMessage(
    docsMessage(`skip ${name}`, scope),
    [...skipped, ...projectTrailers(prefix)].join("\n"),
  );
}
