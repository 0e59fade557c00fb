/**
 * Sessions with agents in processes of their own, for tests.
 * @module
 */
import { AcpAgent } from "../../../lib/apply/agent/acp/agent.ts";
import type { AgentTimes } from "../../../lib/apply/agent/core/settings.ts";
import { ClaudeCliAgent } from "../../../lib/apply/agent/claude_cli/agent.ts";
import type {
  AgentSession,
  OpenResult,
  PermissionDecision,
  SessionOptions,
  Turn,
  TurnResult,
} from "../../../lib/apply/agent/core/port.ts";
import { type AgentPreset, findPreset } from "../../../lib/plan/agents/presets.ts";
import type { PermissionRequest } from "../../../schemas/permission.ts";
import type { MockScript, MockStep } from "../../../schemas/mock_script.ts";
import type { Task } from "../../../schemas/plan_file.ts";
import { Folder, host } from "../../support/repository.ts";
import { fromRoot } from "../../support/root.ts";

/** Options for {@link Rehearsal.make}. */
export interface AgentOptions {
  /** The preset; mock when left out. */
  readonly preset?: AgentPreset;
  /** The command; the mock agent with the script when left out. */
  readonly command?: readonly [string, ...string[]];
  /** A script of sh that is started in its place, and starts it as `exec "$@"`. */
  readonly wrapper?: string;
  /** The script of the mock agent. */
  readonly script?: MockScript;
  /** Times that differ from the short ones of the tests. */
  readonly times?: Partial<AgentTimes>;
  /** The options of the session apart from its folder. */
  readonly session?: Partial<SessionOptions>;
  /** Answers requests; all are refused as "no" when left out. */
  readonly decide?: (
    request: PermissionRequest,
    signal: AbortSignal,
  ) => Promise<PermissionDecision> | PermissionDecision;
}

const TIMES: AgentTimes = { start: 20_000, stall: 20_000, cancel: 100, gracePeriod: 100 };

/** An agent in its own folder, and its results. */
export class Rehearsal {
  /** The requests for permission, in order. */
  readonly asked: PermissionRequest[] = [];
  /** The output of the agent. */
  said = "";
  /** The notices about the session. */
  readonly notices: string[] = [];
  #opened: OpenResult | undefined;

  private constructor(
    readonly folder: Folder,
    readonly agent: AcpAgent | ClaudeCliAgent,
    readonly options: AgentOptions,
  ) {}

  /** Makes the agent; nothing is started yet. */
  static async make(options: AgentOptions = {}): Promise<Rehearsal> {
    const folder = await Folder.make({}, "wf-agent-");
    const preset = options.preset ?? findPreset("mock")!;
    const command = options.command ?? await mock(folder, options.script);
    const { wrapper } = options;
    const started = wrapper === undefined ? command : ["sh", "-c", wrapper, "sh", ...command] as const;
    const settings = { preset, command: started, times: { ...TIMES, ...options.times } };
    const agent = preset.protocol === "claude-cli"
      ? new ClaudeCliAgent(host, settings)
      : new AcpAgent(host, settings);
    return new Rehearsal(folder, agent, options);
  }

  /** Opens a session. */
  async open(): Promise<OpenResult> {
    const decide = this.options.decide ?? (() => ({ kind: "refuse", reason: "no" }));
    return this.#opened = await this.agent.open({
      directory: this.folder.path,
      role: "execution",
      strict: true,
      onOutput: (text) => this.said += text,
      onNotice: (message) => this.notices.push(message),
      onPermission: async (request, signal) => {
        this.asked.push(request);
        return await decide(request, signal);
      },
      ...this.options.session,
    });
  }

  /** The open session. */
  async session(): Promise<AgentSession> {
    const opened = this.#opened ?? await this.open();
    if (opened.kind === "failed") throw new Error(opened.message);
    return opened.session;
  }

  /** Takes a turn. */
  async turn(turn: Partial<Turn> = {}): Promise<TurnResult> {
    const session = await this.session();
    return await session.turn({
      prompt: "Do it",
      plan: "01-01",
      attempt: 1,
      signal: new AbortController().signal,
      ...turn,
    });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    if (this.#opened?.kind === "opened") await this.#opened.session.close();
    await this.folder[Symbol.asyncDispose]();
  }
}

/** A rehearsal of a turn with these steps. */
export function rehearse(steps: readonly MockStep[], options: AgentOptions = {}): Promise<Rehearsal> {
  return Rehearsal.make({ script: { rules: [{ steps }] }, ...options });
}

/** A task that declares files. */
export function task(number: number, ...files: readonly string[]): Task {
  return {
    type: "auto",
    number,
    name: "Do it",
    files,
    action: "",
    verify: "",
    checks: [],
    done: "",
    further: [],
  };
}

async function mock(folder: Folder, script?: MockScript): Promise<readonly [string, ...string[]]> {
  const program = [
    Deno.execPath(),
    "run",
    "--quiet",
    "--no-prompt",
    "-A",
    fromRoot("cli.ts"),
    "mock-agent",
  ] as const;
  if (script === undefined) return program;
  await folder.write({ "script.json": JSON.stringify(script) });
  return [...program, `${folder.path}/script.json`];
}
