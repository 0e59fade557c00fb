import type { Question } from "../../../schemas/question.ts";
import type { TurnQuestion } from "./turn_outcome.ts";
import type { Feedback } from "../execution/step_outcome.ts";

/** A session of an agent about a plan, which a later run may continue. */
export interface KnownSession {
  /** The name of the agent. */
  readonly agent: string;
  readonly id: string;
  /** The hash of the plan's file. */
  readonly plan: string;
}

/** The uncommitted work of a task in a working tree. */
export interface StoppedWork {
  /** The ID of the plan. */
  readonly plan: string;
  /** The number of the task, from 1. */
  readonly task: number;
  /** The branch that was checked out. */
  readonly branch: string;
  /** The last commit before the work; undefined in a repository without commits. */
  readonly head?: string;
  /** `turn` while the agent works, or if the run was killed then; `finished` once it has ended its turn as asked. */
  readonly state: "turn" | "interrupted" | "failed" | "finished";
  /** The paths that belonged to the user when the turn began, each with a mark of its content. */
  readonly baseline: Readonly<Record<string, string>>;
  /** The hashes of the files that the task changed, by path relative to the root of the repository. */
  readonly files: Readonly<Record<string, string>>;
  /** The reason of the stop; empty if the run was killed. */
  readonly reason: string;
  /** The output that belongs to the reason, such as that of a failed check. */
  readonly output: string;
  /** The agent's question, with which it ended its turn. */
  readonly asks?: TurnQuestion;
  /** The agent's notes on the task so far, a line each. */
  readonly notes?: readonly string[];
  /** The last sign of life of a run that was killed in a turn, in milliseconds since 1970. */
  readonly killedAt?: number;
  /** True once the commit has begun, whose hooks may change the files; after a stop, if it was killed. */
  readonly committing?: boolean;
  /** True if the user has decided to commit the work as it is. */
  readonly accepted?: boolean;
  /** The agent's session. */
  readonly session?: KnownSession;
}

/**
 * Returns the session of stopped work that a turn may continue: one about the same task, on the same branch and
 * commit. On another commit it knows files that are different now.
 */
export function sessionOn(
  work: StoppedWork | undefined,
  place: {
    readonly plan: string;
    readonly task: number;
    readonly branch: string;
    readonly head: string | undefined;
  },
): KnownSession | undefined {
  const { plan, task, branch, head } = place;
  const isSame = work?.plan === plan && work.task === task && work.branch === branch && work.head === head;
  return isSame ? work.session : undefined;
}

/** Returns the session to continue: one about the plan as it is. Only its own agent can continue it. */
export function continuedSession(known: KnownSession | undefined, plan: string): KnownSession | undefined {
  return known?.plan === plan ? known : undefined;
}

/** Returns the message for an agent that continues the work of an earlier run. */
export function stoppedFeedback({ files, reason, output }: StoppedWork, said = ""): Feedback {
  const paths = Object.keys(files).map((path) => `- ${path}\n`).join("");
  const why = reason === "" ? "The run was killed." : reason;
  const changed = paths === "" ? "It has changed no file." : `It has changed:\n${paths}`;
  const text = [why, output, changed].filter(Boolean).join("\n\n").trim();
  return { kind: "stopped", command: "", text, said };
}

/**
 * Returns the notice that a task which an earlier run stopped is resumed.
 *
 * @param isFinished True if the agent has ended its turn as asked and the files are the same since.
 */
export function resumedNotice(
  { plan, task, files }: Pick<StoppedWork, "plan" | "task" | "files">,
  isFinished: boolean,
): string {
  const id = `${plan}/${task}`;
  // A check may have failed since the turn, so the task itself may not be finished.
  if (isFinished) return `The work on task ${id} is as an earlier run left it; wf checks it`;
  return Object.keys(files).length === 0
    ? `An earlier run stopped in task ${id}, which has changed no files yet`
    : `Task ${id} continues with the work that an earlier run left`;
}

/** Adds what the user has answered to the agent's questions, to the message with which it continues. */
export function withGivenAnswers(feedback: Feedback, answers: readonly string[]): Feedback {
  const lines = answers.map((answer) => `\n- ${answer}`).join("");
  return lines === ""
    ? feedback
    : { ...feedback, text: `${feedback.text}\n\nThe user's answers so far:${lines}` };
}

/** Returns the question about files that a killed task, or the user since, may have changed. */
export function changesQuestion({ plan, task }: StoppedWork, paths: readonly string[]): Question {
  return {
    id: `${plan}/${task}/changes`,
    kind: "decision",
    title:
      `A run was killed in task ${plan}/${task}, which may have changed these files. Whose changes are they?`,
    details: paths.map((path) => `  ${path}`).join("\n"),
    choices: [
      { value: "task", label: "The task's: continue with them" },
      { value: "mine", label: "Mine: leave them where they are, in no commit" },
    ],
    open: false,
    preselected: "mine",
  };
}

/** Returns the question before a script, which cannot continue its own work, runs again on files that it has changed. */
export function scriptQuestion({ plan, task, files, reason, output }: StoppedWork): Question {
  return {
    id: `${plan}/${task}/script`,
    kind: "decision",
    title: `The script of task ${plan}/${task} has changed files and is not committed. What now?`,
    details: [reason, output, Object.keys(files).map((path) => `  ${path}`).join("\n")].filter(Boolean).join(
      "\n\n",
    ),
    choices: [
      { value: "again", label: "Run it again, on the files as they are" },
      { value: "commit", label: "Check and commit the files as they are" },
      { value: "restart", label: "Stash its changes, and begin again" },
    ],
    open: false,
    preselected: "again",
  };
}
