import type { Agent, AgentProbe, OpenResult, SessionOptions, Turn, TurnResult } from "./core/port.ts";

/** A turn that the hosting agent is to carry out. */
export interface HostedTurn {
  /** The ID of the plan. */
  readonly plan: string;
  /** The number of the task, from 1. */
  readonly task: number;
  /** Name of the task. */
  readonly name: string;
  /** 1 for the task's first turn. */
  readonly attempt: number;
  /** What to do. */
  readonly prompt: string;
  /** Folder to work in, absolute. */
  readonly directory: string;
}

/** What the hosting agent reports of a turn. */
export interface HostedReport {
  /** The ID of the plan. */
  readonly plan: string;
  /** The number of the task, from 1. */
  readonly task: number;
  /** The turn it is about. */
  readonly attempt: number;
  /** What kept it from being done; undefined when it was. */
  readonly failure: string | undefined;
}

/**
 * The agent that hosts this program: it is told what to do and reports later, in another call.
 *
 * Each call begins anew from what git knows, so that turns before the reported one count as taken;
 * a turn that was not reported is noted in `turns`, and its plan is suspended.
 */
export class HostedAgent implements Agent {
  readonly name = "host";
  readonly #turns: HostedTurn[] = [];
  #used = false;

  /** @param report What the host has to say, if it has. */
  constructor(readonly report: HostedReport | undefined) {}

  /** The turns that are waited for. */
  get turns(): readonly HostedTurn[] {
    return this.#turns;
  }

  /** Whether what was reported was waited for. */
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
      // What an earlier turn left may pass by now, and then nobody asks for the reported one.
      this.#used = true;
      if (attempt < report.attempt) return FINISHED;
      return report.failure === undefined ? FINISHED : failed(`Task ${plan}/${number}: ${report.failure}`);
    }
    this.#turns.push({ plan, task: number, name: task?.name ?? "", attempt, prompt, directory });
    return { kind: "suspended" };
  }
}

const FINISHED: TurnResult = { kind: "finished", text: "", refused: [] };

function failed(message: string): TurnResult {
  return { kind: "failed", reason: "task", message, hint: "", output: "" };
}
