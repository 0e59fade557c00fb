import type { ShowResult } from "../../../schemas/results/show.ts";
import type { GraphResult, StatusResult } from "../../../schemas/results/status.ts";
import type { Question } from "../../../schemas/question.ts";
import type { LoggedRun, RunState } from "../../../schemas/run_log.ts";
import type { VerifyResult } from "../../../schemas/verification.ts";
import { isAnswerable } from "../../plan/run/questions.ts";
import { quoteShell } from "../../text/quote_shell.ts";
import type { RunLanes } from "./run_lanes.ts";

/** The state of the page, which is sent again whenever it changes. */
export interface PageState {
  /** The name of the project's folder. */
  readonly project: string;
  /** The runs to choose from, newest first. */
  readonly runs: readonly Pick<LoggedRun, "id" | "command" | "state" | "startedAt">[];
  /** The shown run; absent while none is logged. */
  readonly run?: LoggedRun;
  readonly lanes: RunLanes;
  /** The turns of agents that belong to no plan, by role. */
  readonly roles: readonly string[];
  readonly waiting: readonly WaitingQuestion[];
  /** The answer that a run receives at the moment, or the reason why none did. */
  readonly answer?: { readonly state: "running" | "failed"; readonly text: string };
}

/** A question that waits for the user. */
export interface WaitingQuestion {
  readonly question: Question;
  /** The commands that answer it, the first choice first; empty if only the terminal of the run takes an answer. */
  readonly commands: readonly string[];
  /** True if the page can answer it: the run asks it, or has ended and another one continues with the answer. */
  readonly answerable: boolean;
}

/** A finding of `validate` with its line. */
export interface FindingView {
  readonly code: string;
  readonly severity: string;
  readonly message: string;
  readonly hint?: string;
  /** File and line: `plan.md:3`. */
  readonly place: string;
  readonly frame: string;
}

/** The content of the tabs by name; a problem in place of one that cannot be read. */
export interface TabData {
  readonly phases: StatusResult;
  readonly "must-haves": VerifyResult;
  readonly graph: { readonly svg: string; readonly graph: GraphResult };
  readonly requirements: { readonly verification: VerifyResult; readonly work: ShowResult };
  readonly findings: { readonly findings: readonly FindingView[]; readonly plans: number };
}

/** The reason why a part of the page cannot be read. */
export interface PageProblem {
  readonly problem: string;
  readonly hint: string;
}

/** Returns the questions that wait, with the commands that answer them. */
export function waitingQuestions(
  { questions, asked, next }: RunLanes,
  state: RunState | undefined,
): readonly WaitingQuestion[] {
  if (state !== "waiting" && state !== "running") return [];
  return questions.map((question) => {
    const commands = state === "waiting"
      ? next.flatMap((command) => answering(command, question))
      : asked.includes(question) && isAnswerable(question)
      ? question.choices.map(({ value }) => `wf tell --answer ${quoteShell(`${question.id}=${value}`)}`)
      : [];
    return { question, commands: [...new Set(commands)], answerable: commands.length > 0 };
  });
}

/**
 * Returns the commands to suggest after a run: its own suggestions, the same command for one that was killed, and for one
 * that left them to its caller, such as a stage of `wf run`, the command that knows what is next.
 */
export function commandsAfter(
  { next }: Pick<RunLanes, "next">,
  run: LoggedRun | undefined,
): readonly string[] {
  if (next.length > 0 || run === undefined) return next;
  return [run.state === "killed" ? `wf ${run.command}` : "wf status"];
}

/** Returns a command as an answer to a question. The suggested ones answer one of several. */
function answering(command: string, { id, choices }: Question): readonly string[] {
  if (command.includes(` --answer ${id}=`)) return [command];
  const start = command.indexOf(" --answer ");
  if (start === -1 || !/^wf [a-z]/.test(command)) return [];
  return choices.map(({ value }) => `${command.slice(0, start)} --answer ${id}=${value}`);
}
