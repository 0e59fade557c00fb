import { addCommand, answerCommand } from "../../apply/steer/command_file.ts";
import type { Git } from "../../apply/git/git.ts";
import type { PageState, WaitingQuestion } from "../../report/view/page_state.ts";
import { readAnswer } from "../../plan/run/questions.ts";
import { splitCommandLine } from "../../text/split_command_line.ts";
import { visibleOutput } from "../../text/terminal_text.ts";
import type { CommandContext } from "../context/command_context.ts";

/** The commands whose questions the page may answer. */
const ANSWERED: ReadonlySet<string> = new Set([
  "execute-phase",
  "plan-phase",
  "verify-phase",
  "discuss-phase",
  "complete-milestone",
  "run",
  "quick",
]);

/** The maximum of a program's output that is shown, in UTF-16 units. */
const MAX_SHOWN = 2_000;

/** An answer that the page gives. */
export interface GivenAnswer {
  /** The ID of the question. */
  readonly question: string;
  readonly value: string;
}

/**
 * Answers questions of runs. A run in progress, which asks at its terminal, gets the answer as a command. One that has
 * ended with its question has no process any more, so an answer starts its suggested command again with `--answer`, as
 * the user would at a terminal. The new run has its own log, in which the page shows what happens next.
 */
export class AnswerRun {
  #current: PageState["answer"];
  #ended: Promise<void> = Promise.resolve();
  readonly #end = new AbortController();

  constructor(readonly context: Pick<CommandContext, "host" | "cwd" | "byAgent">, readonly git: Git) {}

  /** The run in progress, or the reason why the last one did not begin. */
  get current(): PageState["answer"] {
    return this.#current;
  }

  /** Gives an answer to the run in progress that asks for it; returns the reason if it is refused. */
  async tell(
    given: GivenAnswer,
    waiting: readonly WaitingQuestion[],
    run: string,
  ): Promise<string | undefined> {
    if (this.context.byAgent()) return "A coding agent opened this page: answer at a terminal of your own";
    const found = answered(given, waiting);
    if (typeof found === "string") return found;
    await addCommand(this.git, run, answerCommand(found.item.question, found.answer, this.context.host));
    return undefined;
  }

  /** Starts a run with an answer; returns the reason if it is refused. */
  start(given: GivenAnswer, waiting: readonly WaitingQuestion[]): string | undefined {
    const found = answered(given, waiting);
    if (typeof found === "string") return found;
    if (this.#current?.state === "running") return "A run is in progress";
    const args = argumentsFor(found.item.commands[0] ?? "", `${given.question}=${found.answer}`);
    if (args === undefined) return "The page cannot give this answer: run its command at a terminal";
    this.#current = { state: "running", text: `wf ${args.join(" ")}` };
    this.#ended = this.#run(args);
    return undefined;
  }

  /** Interrupts the run in progress, which can be resumed. */
  async close(): Promise<void> {
    this.#end.abort();
    await this.#ended;
  }

  async #run(args: readonly string[]): Promise<void> {
    const { host, cwd } = this.context;
    const [program = "", ...first] = host.self();
    try {
      const { code, stderr } = await host.run({
        argv: [program, ...first, ...args],
        cwd: await cwd(),
        signal: this.#end.signal,
      });
      this.#current = code === 2 || code === 70
        ? { state: "failed", text: visibleOutput(stderr.slice(-MAX_SHOWN)) }
        : undefined;
    } catch (error) {
      this.#current = { state: "failed", text: error instanceof Error ? error.message : String(error) };
    }
  }
}

/** Returns the question of an answer, and the answer as its value; or the reason why it is none. */
function answered(
  { question: id, value }: GivenAnswer,
  waiting: readonly WaitingQuestion[],
): { readonly item: WaitingQuestion; readonly answer: string } | string {
  const item = waiting.find(({ question, answerable }) => answerable && question.id === id);
  if (item === undefined) return "This question no longer waits for an answer";
  const answer = readAnswer(item.question, value);
  return answer === undefined ? `"${value}" is not an answer to ${id}` : { item, answer };
}

/** Returns the arguments of a suggested command with another answer; undefined for a command of another kind. */
export function argumentsFor(command: string, answer: string): readonly string[] | undefined {
  const [program, name = "", ...rest] = splitCommandLine(command) ?? [];
  const at = rest.lastIndexOf("--answer");
  if (program !== "wf" || !ANSWERED.has(name) || at === -1) return undefined;
  return [name, ...rest.slice(0, at), ...rest.slice(at + 2), "--answer", answer];
}
