import type { TranscriptContent } from "../../../schemas/run_log.ts";
import { defined } from "../../collections/defined.ts";
import { loggedDiff } from "../../plan/log/logged_diff.ts";
import { transcriptPath } from "../../plan/log/run_files.ts";
import type {
  Agent,
  AgentSession,
  OpenResult,
  SessionOptions,
  Turn,
  TurnResult,
} from "../agent/core/port.ts";
import { steerable } from "../agent/core/steerable.ts";
import { SecretMask } from "../../text/mask_secrets.ts";
import type { RunLog } from "./run_log.ts";

/** Returns an agent whose turns are logged, and which is the given one otherwise. */
export function loggedAgent(agent: Agent, log: RunLog): Agent {
  return {
    name: agent.name,
    probe: () => agent.probe(),
    open: (options) => LoggedSession.open(agent, log, options),
  };
}

/** A session whose turns are logged, those of each task in a file of its own. */
class LoggedSession {
  readonly #known = new Set<string>();
  #path: string | undefined;
  #session: AgentSession | undefined;
  #model: string | undefined;
  /** The output, in which a secret may arrive in pieces. */
  readonly #said: SecretMask;

  private constructor(readonly agent: Agent, readonly log: RunLog, readonly options: SessionOptions) {
    this.#said = new SecretMask(log.mask, (text) => this.#write({ kind: "output", text }));
  }

  static async open(agent: Agent, log: RunLog, options: SessionOptions): Promise<OpenResult> {
    const logged = new LoggedSession(agent, log, options);
    const opened = await agent.open({
      ...options,
      onOutput: (text) => {
        logged.#said.write(text);
        options.onOutput(text);
      },
      onTool: (use) => {
        logged.#said.end();
        logged.#write({
          kind: "tool",
          ...use,
          diffs: use.diffs.map((diff) => loggedDiff(diff, options.directory)),
        });
        options.onTool?.(use);
      },
      onPermission: async (request, signal) => {
        logged.#said.end();
        const decision = await options.onPermission(request, signal);
        const reason = decision.kind === "refuse" ? decision.reason : "";
        logged.#write({ kind: "request", request, decision: decision.kind, reason });
        return decision;
      },
    });
    if (opened.kind === "failed") return opened;
    logged.#session = opened.session;
    logged.#model = opened.model ?? options.model;
    const { session } = opened;
    return {
      ...opened,
      session: {
        ...steerable(session),
        turn: (turn) => logged.turn(turn),
        close: () => session.close(),
      },
    };
  }

  async turn(turn: Turn): Promise<TurnResult> {
    await this.#begin(turn);
    const prompt = { kind: "prompt", attempt: turn.attempt, text: turn.prompt } as const;
    const isHosted = this.agent.name === "host";
    if (!isHosted) this.#write(prompt);
    const result = await this.#session!.turn(turn);
    this.#said.end();
    // A hosting agent gets the prompt now, and takes the same turn again to report.
    if (isHosted && result.kind === "suspended") this.#write(prompt);
    this.#write({ kind: "turn-ended", result: result.kind, text: lastWords(result) });
    return result;
  }

  /** Begins the transcript of a task. */
  async #begin({ plan, task }: Turn): Promise<void> {
    const { role, directory } = this.options;
    const path = transcriptPath({ plan, role, ...defined({ task: task?.number }) });
    this.#path = path;
    if (this.#known.has(path)) return;
    this.#known.add(path);
    await this.log.prepare(path);
    const by = { agent: this.agent.name, role, ...defined({ model: this.#model }) };
    this.#write({ kind: "session-opened", ...by, directory });
  }

  #write(content: TranscriptContent): void {
    if (this.#path !== undefined) this.log.entry(this.#path, content);
  }
}

function lastWords(result: TurnResult): string {
  switch (result.kind) {
    case "finished":
      return result.text;
    case "refused":
      return result.refused.map(({ what, reason }) => `${what}: ${reason}`).join("\n");
    case "failed":
      return [result.message, result.output].filter((text) => text !== "").join("\n");
    default:
      return "";
  }
}
