import type { Host } from "../../../host/host.ts";
import type { AgentPreset } from "../../../plan/agents/presets.ts";
import type { SessionOptions } from "./port.ts";

/** Timeouts, in milliseconds. */
export interface AgentTimes {
  /** Time from the start of an agent to an open session. */
  readonly start: number;
  /** Time without output during a turn. */
  readonly stall: number;
  /** Time from a cancellation to the end of the turn. */
  readonly cancel: number;
  /** Time of each step of ending the process. */
  readonly gracePeriod: number;
}

/** The parties of a session with an external agent. */
export interface SessionContext {
  readonly host: Host;
  readonly options: SessionOptions;
  readonly preset: AgentPreset;
  /** True if it reads the settings of the project. */
  readonly withProject: boolean;
  readonly times: AgentTimes;
}

/** The settings of an external agent. */
export interface AgentSettings {
  /** The preset. */
  readonly preset: AgentPreset;
  /** The command that starts it. */
  readonly command: readonly [string, ...string[]];
  /** The timeouts. */
  readonly times: AgentTimes;
  /** True to let it read the settings of the project, where it can be started without them. */
  readonly withProject?: boolean;
  /** Names of variables that it gets although they look like secrets. */
  readonly keep?: readonly string[];
}
