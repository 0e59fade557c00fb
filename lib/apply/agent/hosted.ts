import type { OpenTurn, Token } from "../../plan/run/instruction.ts";
import { slugify } from "../../text/slug.ts";
import type { Agent, AgentProbe, OpenResult, SessionOptions, Turn, TurnResult } from "./core/port.ts";

export interface HostedReport extends Token {
  /** The reason for the failure; undefined without one. */
  readonly failure: string | undefined;
  /** The last words of the host about the task, see `readTurnOutcome`; the answer, for a turn that asks for one. */
  readonly text: string;
}

/** What earlier calls left. */
export interface HostedTurns {
  /** The turns whose reports are expected. */
  readonly turns: readonly OpenTurn[];
  /** The answers in the conversation of a role that is in progress, the oldest first. */
  readonly answers: readonly string[];
  /** The number of reports of turns in a role. */
  readonly reports: number;
}

const NO_TURNS: HostedTurns = { turns: [], answers: [], reports: 0 };

/**
 * The agent that hosts this program: it gets instructions and reports later, in another call.
 *
 * Each call starts from the recorded state, so that turns before the reported one count as taken. An unreported
 * turn is added to `turns`, and its work is suspended.
 */
export class HostedAgent implements Agent {
  readonly name = "host";
  readonly #turns: OpenTurn[] = [];
  /** The answers that the conversation of a role has not reached yet. */
  #queue: HostedReport[];
  #answers: string[] = [];
  #used = false;

  /**
   * @param report The report of the host, if it has one and it was expected.
   * @param before The state that earlier calls left.
   */
  constructor(readonly report: HostedReport | undefined, readonly before: HostedTurns = NO_TURNS) {
    const earlier = before.answers.map((text) => ({ ...ANSWER, text }));
    this.#queue = [...earlier, ...report?.task === 0 ? [report] : []];
  }

  /** The state to keep for the next call. */
  get left(): HostedTurns {
    const reports = this.before.reports + (this.report?.task === 0 ? 1 : 0);
    return { turns: this.#turns, answers: this.#answers, reports };
  }

  /** True while the conversation of a role repeats answers of earlier calls. */
  get isRepeating(): boolean {
    return this.#queue.length > 0;
  }

  /** True when the report was expected. */
  get used(): boolean {
    return this.#used;
  }

  probe(): Promise<AgentProbe> {
    return Promise.resolve({ kind: "ready", version: "", permissions: "asks" });
  }

  open(options: SessionOptions): Promise<OpenResult> {
    // A host may have lost the earlier prompts of a conversation, or give each to another agent.
    const prompts: string[] = [];
    const session = {
      turn: (turn: Turn) => {
        if (turn.task !== undefined) return Promise.resolve(this.#taskTurn(turn, options.directory));
        prompts.push(turn.prompt);
        return Promise.resolve(this.#roleTurn(prompts.join("\n"), options));
      },
      close: () => {
        if (options.role !== "execution" && this.#turns.length === 0) this.forget();
        return Promise.resolve();
      },
    };
    return Promise.resolve({ kind: "opened", session });
  }

  /** Forgets the answers in the conversation of a role: their outcome is recorded. */
  forget(): void {
    this.#answers = [];
    this.#queue = [];
  }

  #taskTurn({ plan, task, attempt, prompt }: Turn, directory: string): TurnResult {
    const number = task!.number;
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
    const known = this.before.turns.find((turn) => turn.plan === plan && turn.task === number);
    const turn = { plan, task: number, name: task!.name, attempt, prompt, directory };
    // A later turn of a concurrent plan, whose checks must not run while the host works on it.
    this.#turns.push(
      !reported && known !== undefined && known.attempt > attempt ? { ...known, directory } : turn,
    );
    return SUSPENDED;
  }

  #roleTurn(prompt: string, { role, directory, documents }: SessionOptions): TurnResult {
    const next = this.#queue.shift();
    if (next !== undefined) {
      this.#used ||= next === this.report;
      this.#answers.push(next.text);
      return next.failure === undefined ? { ...FINISHED, text: next.text } : failed(next.failure);
    }
    const attempt = this.left.reports + 1;
    const turn = { plan: slugify(role), task: 0, name: PURPOSES[role], attempt, prompt, directory };
    this.#turns.push(documents ? turn : { ...turn, answer: true });
    return SUSPENDED;
  }
}

const PURPOSES: Readonly<Record<SessionOptions["role"], string>> = {
  research: "Research the phase",
  planning: "Plan the phase",
  "plan check": "Check the plans",
  discussion: "Find the open questions of the phase",
  project: "Draft requirements and phases",
  execution: "Execute a task",
  verification: "Verify the phase",
};

const ANSWER: HostedReport = { plan: "", task: 0, attempt: 0, failure: undefined, text: "" };
const SUSPENDED: TurnResult = { kind: "suspended" };
const FINISHED = { kind: "finished", text: "", refused: [] } as const;

function failed(message: string): TurnResult {
  return { kind: "failed", reason: "task", message, hint: "", output: "" };
}
