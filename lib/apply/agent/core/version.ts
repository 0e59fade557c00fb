import { type Host, HostError } from "../../../host/host.ts";
import type { AgentPreset } from "../../../plan/agents/presets.ts";
import { agentEnvironment } from "./environment.ts";
import type { AgentProbe } from "./port.ts";

/** Timeout for printing the version, in milliseconds. */
const TIMEOUT = 15_000;

export interface VersionRequest {
  readonly program: string;
  readonly preset: AgentPreset;
  /** Names of variables that it gets although they look like secrets. */
  readonly keep: readonly string[];
}

/**
 * Checks that an agent's program is installed, by asking for its version. A program that prints none, or
 * takes too long, counts as installed.
 */
export async function programVersion(
  host: Host,
  { program, preset, keep }: VersionRequest,
): Promise<AgentProbe> {
  const permissions = preset.strict === undefined ? "none" : "asks";
  const unasked = preset.strict?.unasked === undefined ? {} : { unasked: preset.strict.unasked };
  const limit = new AbortController();
  const timer = setTimeout(() => limit.abort(), TIMEOUT);
  try {
    const { code, stdout } = await host.run({
      argv: [program, "--version"],
      cwd: host.cwd(),
      env: { ...agentEnvironment(host, { preset, keep }), ...preset.env },
      signal: limit.signal,
    });
    const version = code === 0 ? /\d+\.\d+(?:[.+-]\w+)*/.exec(stdout)?.[0] : undefined;
    return { kind: "ready", version: version ?? "", permissions, ...unasked };
  } catch (error) {
    if (!(error instanceof HostError)) throw error;
    const message = error.reason === "not-found"
      ? `Cannot use agent ${preset.name}: ${program} is not installed`
      : `Cannot use agent ${preset.name}: ${error.message}`;
    return { kind: "unusable", message, hint: preset.install };
  } finally {
    clearTimeout(timer);
  }
}
