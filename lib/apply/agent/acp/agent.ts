import type { AgentSettings } from "../core/settings.ts";
import { loadAcp } from "../../../deps/acp.ts";
import { type Child, type Host, HostError } from "../../../host/host.ts";
import type { AgentPreset } from "../../../plan/agents/presets.ts";
import { startSetting } from "../../../plan/agents/preset.ts";
import { listText } from "../../../text/list_text.ts";
import { findProjectSettings } from "../../trust/project_settings.ts";
import { isModelName } from "../../../parse/config/model_name.ts";
import { AcpConnection } from "./connection.ts";
import { openSession } from "./opening.ts";
import { agentEnvironment } from "../core/environment.ts";
import { TurnCounter } from "../core/turn_meta.ts";
import type { Agent, AgentProbe, OpenResult, SessionOptions } from "../core/port.ts";
import { programVersion } from "../core/version.ts";

/** A coding agent that speaks the Agent Client Protocol. */
export class AcpAgent implements Agent {
  readonly name: string;
  readonly #turns = new TurnCounter();
  readonly #reported = new Set<string>();

  /** Creates the agent, which starts with its first session. */
  constructor(readonly host: Host, readonly settings: AgentSettings) {
    this.name = settings.preset.name;
  }

  async probe(): Promise<AgentProbe> {
    const { preset, command } = this.settings;
    if (preset.name === "mock") return { kind: "ready", version: "", permissions: "asks" };
    return await programVersion(this.host, { program: command[0], preset, keep: this.settings.keep ?? [] });
  }

  async open(options: SessionOptions): Promise<OpenResult> {
    const { preset, times, withProject = false } = this.settings;
    const started = await startAgent(this.host, this.#command(options), { settings: this.settings, options });
    if (started.kind === "failed") return started;
    const acp = await loadAcp();
    const connection = new AcpConnection(acp, started.child, {
      host: this.host,
      options,
      preset,
      withProject,
      times,
      turns: this.#turns,
      once: (message) => {
        if (this.#reported.has(message)) return;
        this.#reported.add(message);
        options.onNotice(message);
      },
    });
    const opened = await openSession(connection);
    if (opened.kind === "failed") await connection.end();
    return opened;
  }

  /** Returns the command, with the settings that are arguments, and the model if that is one. */
  #command({ model, strict: isStrict }: SessionOptions): readonly [string, ...string[]] {
    const { preset, command, withProject = false } = this.settings;
    const { modelSetting, strict } = preset;
    return [
      ...command,
      ...startSetting(preset, withProject).args ?? [],
      ...(isStrict ? strict?.args ?? [] : []),
      ...(modelSetting.kind === "flag" && model !== undefined ? [modelSetting.flag, model] : []),
    ];
  }
}

export type StartResult =
  | { readonly kind: "started"; readonly child: Child }
  | Extract<OpenResult, { kind: "failed" }>;

/** Starts an agent's program with the environment of all agents. */
export async function startAgent(
  host: Host,
  argv: readonly [string, ...string[]],
  { settings: { preset, times, withProject = false, keep = [] }, options }: {
    readonly settings: AgentSettings;
    readonly options: SessionOptions;
  },
): Promise<StartResult> {
  if (options.model !== undefined && !isModelName(options.model)) {
    const message = `${preset.title} is not started: "${options.model}" is an option, not a model`;
    const hint = "Set agent.models.A, B and C to names of models, or leave them empty";
    return { kind: "failed", reason: "model", message, hint, output: "" };
  }
  const unknown = withProject ? undefined : await settingsIn(host, options.directory, preset);
  if (unknown !== undefined) return unknown;
  const env = {
    ...agentEnvironment(host, { preset, keep }),
    ...options.env,
    ...preset.env,
    // These come last: no other setting may let a project act, or stop it from asking.
    ...startSetting(preset, withProject).env,
    ...(options.strict ? preset.strict?.env : {}),
  };
  try {
    const { gracePeriod } = times;
    const { directory: cwd, documents = false } = options;
    const sandbox = { network: true, documents, profile: preset.name };
    return { kind: "started", child: await host.spawn({ argv, cwd, env, sandbox, gracePeriod }) };
  } catch (error) {
    if (!(error instanceof HostError)) throw error;
    const missing = error.reason === "not-found";
    const message = `Cannot start ${argv[0]}: ${missing ? "it is not installed" : error.message}`;
    return { kind: "failed", reason: "not-installed", message, hint: preset.install, output: "" };
  }
}

/**
 * Returns the failure of an agent that always reads the settings of a project, in a folder with such settings: a
 * branch may contain some that the project did not have when the user was asked.
 */
async function settingsIn(
  host: Host,
  directory: string,
  preset: AgentPreset,
): Promise<Extract<OpenResult, { kind: "failed" }> | undefined> {
  if (preset.project?.without !== undefined) return undefined;
  const found = await findProjectSettings(host, directory, preset);
  if (found === undefined) return undefined;
  return {
    kind: "failed",
    reason: "unsafe",
    message: `${preset.title} is not started: it would read ${
      listText(found.paths)
    }, which you have not trusted`,
    hint:
      `Check these files in ${directory}, check out their branch, and run wf trust --agent ${preset.name}`,
    output: "",
  };
}
