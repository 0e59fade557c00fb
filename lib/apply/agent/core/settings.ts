import type { AgentPreset } from "../../../plan/agents/presets.ts";

/** How long things may take, in milliseconds. */
export interface AgentTimes {
  /** From the start of an agent to an open session. */
  readonly start: number;
  /** Silence during a turn. */
  readonly stall: number;
  /** From a cancellation to the end of the turn. */
  readonly cancel: number;
  /** Each step of ending the process. */
  readonly gracePeriod: number;
}

/** What an agent outside of this program is made of. */
export interface AgentSettings {
  /** The preset. */
  readonly preset: AgentPreset;
  /** The command that starts it. */
  readonly command: readonly [string, ...string[]];
  /** How long things may take. */
  readonly times: AgentTimes;
}
