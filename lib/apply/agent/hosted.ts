import type { OpenTurn, Token } from "../../plan/run/instruction.ts";
import type { Agent, AgentProbe, OpenResult, SessionOptions, Turn, TurnResult } from "./core/port.ts";

export interface HostedReport extends Token {
  /** The reason for the failure; undefined without one. */
  readonly failure: string | undefined;
  /** The last words of the host about the task, see `readTurnOutcome`. */
  readonly text: string;
}

/**
 * The agent that hosts this program: it gets instructions and reports later, in another call.
 *
 * Each call starts from the state in git, so that turns before the reported one count as taken. An unreported
 * turn is added to `turns`, and its plan is suspended.
 */
export class HostedAgent implements Agent {
  readonly name = "host";
  readonly #turns: OpenTurn[] = [];
  #used = false;

  /** @param report The report of the host, if it has one. */
  constructor(readonly report: HostedReport | undefined) {}

  /** The turns whose reports are expected. */
  get turns(): readonly OpenTurn[] {
    return this.#turns;
  }

  /** True when the report was expected. */
  get used(): boolean {
    return this.#used;
  }

  probe(): Promise<AgentProbe> {
    return Promise.resolve({ kind: "ready", version: "", permissions: "asks" });
  }

  open({ directory }: SessionOptions): Promise<OpenResult> {
    const session = {
      turn: (turn: Turn) => Promise.resolve(this.#turn(turn, directory)),
      close: () => Promise.resolve(),
    };
    return Promise.resolve({ kind: "opened", session });
  }

  #turn({ plan, task, attempt, prompt }: Turn, directory: string): TurnResult {
    const number = task?.number ?? 0;
    const { report } = this;
    const reported = report !== undefined && report.plan === plan && report.task === number;
    if (reported && attempt <= report.attempt) {
      // The work of an earlier turn may pass the checks by now, so that the reported turn is never requested.
      this.#used = true;
      const { failure, text } = report;
      return failure === undefined
        ? { kind: "finished", text, refused: [] }
        : failed(`Task ${plan}/${number}: ${failure}`);
    }
    this.#turns.push({ plan, task: number, name: task?.name ?? "", attempt, prompt, directory });
    return { kind: "suspended" };
  }
}

function failed(message: string): TurnResult {
  return { kind: "failed", reason: "task", message, hint: "", output: "" };
}
