import type { Question } from "../../../schemas/question.ts";
import type { RunLog } from "../../apply/log/run_log.ts";
import { CommandReader } from "../../apply/steer/command_file.ts";
import { HostError } from "../../host/host.ts";
import { isAnswerable, readAnswer } from "../../plan/run/questions.ts";
import { parseAnswers } from "../../plan/steer/steering_command.ts";

/** The time between two looks at the commands, in milliseconds. */
const INTERVAL = 250;

/** Waits for an answer to a question that the user gives elsewhere, to the run that asks it. */
export class AnswerElsewhere {
  /** The answer; undefined while there is none. */
  value: string | undefined;
  readonly #given = new AbortController();
  readonly #reader: CommandReader | undefined;
  readonly #timer: ReturnType<typeof setInterval> | undefined;

  /**
   * @param log The log of the run; undefined if the command has none.
   * @param since The time when the question was asked, in milliseconds since 1970. Earlier answers do not count.
   */
  constructor(readonly question: Question, readonly since: number, log: RunLog | undefined) {
    if (log === undefined || !isAnswerable(question)) return;
    this.#reader = new CommandReader(log.git, log.id);
    this.#timer = setInterval(() => void this.#read(), INTERVAL);
  }

  /** Fires when the answer is there. */
  get signal(): AbortSignal {
    return this.#given.signal;
  }

  close(): void {
    clearInterval(this.#timer);
  }

  async #read(): Promise<void> {
    try {
      for (const { at, question, value } of parseAnswers(await this.#reader!.read())) {
        const answer = readAnswer(this.question, value);
        const isMeant = question === this.question.id && Date.parse(at) >= this.since;
        if (!isMeant || answer === undefined || this.value !== undefined) continue;
        this.value = answer;
        this.#given.abort();
      }
    } catch (error) {
      if (!(error instanceof HostError)) throw error;
    }
  }
}
