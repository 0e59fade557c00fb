import type { AgentRole } from "../../../../schemas/agent_answers.ts";
import type { Config } from "../../../../schemas/config.ts";
import type { Validator } from "../../../../schemas/validator.ts";
import type { Host } from "../../../host/host.ts";
import { readJsonAnswer } from "../../../parse/json/json_answer.ts";
import { againPrompt } from "../../../prompts/again.ts";
import { schemaProblem } from "../../../parse/plan_file/schema_problem.ts";
import { maskFor, maskStrings } from "../../interaction/secrets.ts";
import type { Git } from "../../git/git.ts";
import type { Permit } from "./permissions.ts";
import { configuredConversation } from "./configured_conversation.ts";
import type { Conversation } from "./conversation.ts";
import type { Agent, AgentFailure } from "./port.ts";

export interface ConsultOptions {
  readonly host: Host;
  readonly agent: Agent;
  readonly config: Config;
  /** Folder that the agent reads, absolute, links resolved. */
  readonly directory: string;
  readonly role: AgentRole;
  /** Commands that it may run as checks. */
  readonly checks?: readonly string[];
  /** Decides on the agent's requests for permission. */
  readonly permit: Permit;
  /** The repository, which must not change during the conversation; undefined outside of any. */
  readonly git?: Git | undefined;
  /** Ends the conversation when it fires. */
  readonly signal: AbortSignal;
  readonly notice: (message: string) => void;
}

export interface DataQuestion<T> {
  readonly prompt: string;
  /** Validates the data; returns the problems, a sentence each, if it cannot be used. */
  readonly read: (value: unknown) => ReadAnswer<T> | Promise<ReadAnswer<T>>;
  /** The answer of a mock agent. */
  readonly rehearsal?: T;
}

export type ReadAnswer<T> =
  | { readonly kind: "answer"; readonly value: T }
  | { readonly kind: "problems"; readonly problems: readonly string[] };

export type Consulted<T> =
  | { readonly kind: "answer"; readonly value: T }
  /** The answers could not be used, or the agent failed. */
  | ({ readonly kind: "failed" } & Pick<AgentFailure, "message" | "hint" | "output" | "question">)
  | { readonly kind: "interrupted" };

/** Returns true for an agent that answers prompts; the shell agent does not. */
export function canAnswer({ name }: Pick<Agent, "name">): boolean {
  return name !== "shell";
}

/**
 * Validates data against a schema.
 *
 * @param problems Returns further problems of data that matches the schema, a sentence each.
 */
export function readAs<T>(
  fits: Validator<T>,
  problems: (value: T) => readonly string[] | Promise<readonly string[]> = () => [],
): DataQuestion<T>["read"] {
  return async (value) => {
    if (!fits(value)) return { kind: "problems", problems: (fits.errors ?? []).map(schemaProblem) };
    const wrong = await problems(value);
    return wrong.length > 0 ? { kind: "problems", problems: wrong } : { kind: "answer", value };
  };
}

/** Maximum number of requests for an answer. */
const MAX_ROUNDS = 3;

/**
 * A conversation with an agent that only reads and answers with data: requests to change anything are
 * refused. An invalid answer is sent back with its problems.
 */
export class Consultation {
  readonly #talk: Conversation;
  #before: ReadonlySet<string> | undefined;

  constructor(readonly options: ConsultOptions) {
    const { directory, role, checks = [], permit, notice } = options;
    this.#talk = configuredConversation(options, {
      directory,
      role,
      onOutput: () => {},
      onNotice: notice,
      onPermission: (request, signal) =>
        permit(request, { directory, plan: "", checks, readOnly: true }, signal),
    });
  }

  /** Asks until the answer is valid, at most three times. */
  async ask<T>({ prompt, read, rehearsal }: DataQuestion<T>): Promise<Consulted<T>> {
    this.#before ??= await this.#changes();
    let problems: readonly string[] = [];
    for (let round = 1; round <= MAX_ROUNDS; round++) {
      const again = problems.length === 0 ? "" : againPrompt(problems);
      const text = (begins: boolean) =>
        [begins || again === "" ? prompt : "", again].filter(Boolean).join("\n");
      const rehearsed = rehearsal === undefined ? {} : { rehearsal: { documents: {}, answer: rehearsal } };
      const work = { prompt: text, plan: "", attempt: round, ...rehearsed };
      const result = await this.#talk.turn(work, this.options.signal);
      switch (result.kind) {
        case "interrupted":
        case "suspended":
          return { kind: "interrupted" };
        case "timed-out":
          return failed("The agent took longer than agent.turn_timeout_minutes and was ended");
        case "failed":
          return result;
      }
      const data = readJsonAnswer(result.text);
      const answer = data.kind === "data" ? await read(data.value) : undefined;
      if (answer?.kind === "answer") return maskStrings(answer, maskFor(this.options.host));
      problems = data.kind === "none" ? [data.problem] : answer?.problems ?? [];
      if (round < MAX_ROUNDS) {
        const first = problems[0] ?? "";
        const more = problems.length > 1 ? `, and ${problems.length - 1} more` : "";
        this.options.notice(`The answer cannot be used (${first}${more}); the agent is asked again`);
      }
    }
    return failed(
      `The agent's answer cannot be used: ${problems.join("; ")}`,
      "Run the same command, or use another agent or model",
    );
  }

  /** Ends the session, and reports files that were changed nevertheless. */
  async close(): Promise<void> {
    await this.#talk.close();
    const before = this.#before;
    if (before === undefined) return;
    const changed = [...await this.#changes()].filter((path) => !before.has(path));
    if (changed.length === 0) return;
    this.options.notice(
      `The agent was only allowed to read, but changed ${changed.join(", ")}; wf does not undo this`,
    );
  }

  async #changes(): Promise<ReadonlySet<string>> {
    return new Set((await this.options.git?.status() ?? []).map(({ path }) => path));
  }
}

function failed(message: string, hint = ""): Consulted<never> {
  return { kind: "failed", message, hint, output: "" };
}
