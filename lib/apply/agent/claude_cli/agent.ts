import { CLAUDE_ASKS } from "../../../plan/agents/presets.ts";
import { startSetting } from "../../../plan/agents/preset.ts";
import type { Host } from "../../../host/host.ts";
import { ClaudeCliSession } from "./session.ts";
import type { AgentSettings } from "../core/settings.ts";
import { startAgent } from "../acp/agent.ts";
import type { Agent, AgentProbe, OpenResult, SessionOptions } from "../core/port.ts";
import { programVersion } from "../core/version.ts";

const ASK = JSON.stringify({ permissions: { ask: CLAUDE_ASKS } });

/** Claude Code over its own JSON stream, for users without an ACP package. */
export class ClaudeCliAgent implements Agent {
  readonly name: string;

  /** Creates the agent, which starts with its first session. */
  constructor(readonly host: Host, readonly settings: AgentSettings) {
    this.name = settings.preset.name;
  }

  async probe(): Promise<AgentProbe> {
    const { preset, command, keep = [] } = this.settings;
    return await programVersion(this.host, { program: command[0], preset, keep });
  }

  async open(options: SessionOptions): Promise<OpenResult> {
    const opened = await this.#open(options);
    const { resume, onNotice } = options;
    if (resume === undefined || opened.kind === "opened" || opened.reason !== "crash") return opened;
    onNotice(`${this.settings.preset.title} cannot continue its session: a new one begins`);
    const { resume: _, ...fresh } = options;
    return await this.#open(fresh);
  }

  async #open(options: SessionOptions): Promise<OpenResult> {
    const { settings: { command, preset, times, withProject = false }, host, settings } = this;
    const argv = [
      ...command,
      "-p",
      "--input-format",
      "stream-json",
      "--output-format",
      "stream-json",
      "--verbose",
      "--permission-prompt-tool",
      "stdio",
      ...startSetting(preset, withProject).args ?? [],
      ...(options.strict ? ["--permission-mode", "manual", "--settings", ASK] : []),
      ...(options.model === undefined ? [] : ["--model", options.model]),
      ...(options.effort === undefined ? [] : ["--effort", options.effort]),
      ...(options.resume === undefined ? [] : [`--resume=${options.resume}`]),
    ] as const;
    const started = await startAgent(host, [argv[0], ...argv.slice(1)], { settings, options });
    if (started.kind === "failed") return started;
    const session = new ClaudeCliSession(started.child, { host, options, preset, withProject, times });
    const failure = await session.begin();
    if (failure === undefined) return { kind: "opened", session, resumed: options.resume !== undefined };
    await session.close();
    return { kind: "failed", ...failure };
  }
}
