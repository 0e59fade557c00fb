import type { Config } from "../../../schemas/config.ts";
import type { Host } from "../../host/host.ts";
import type { Agent } from "../agent/core/port.ts";
import type { Permit } from "../agent/core/permissions.ts";
import type { TruthJudge } from "../verify/verify.ts";
import type { Workspace } from "../worktrees/workspace.ts";
import type { Asker, EventDraft } from "../interaction/interaction.ts";

/** What a run works with. */
export interface RunContext {
  /** The machine. */
  readonly host: Host;
  /** The project's own working tree. */
  readonly home: Workspace;
  /** The configuration of this invocation. */
  readonly config: Config;
  /** The agent that carries out tasks. */
  readonly agent: Agent;
  /** Fires when the run is to stop. */
  readonly signal: AbortSignal;
  /** Asks a person. */
  readonly ask: Asker;
  /** Decides on what an agent asks leave for. */
  readonly permit: Permit;
  /** Where branches led to before the turns that are over now, by branch; of others it is what is found. */
  readonly heads?: Readonly<Record<string, string>> | undefined;
  /** Judges the truths at the end; without it they are left to a person. */
  readonly judge?: TruthJudge | undefined;
  /** Reports what happens. */
  readonly report: (event: EventDraft) => void;
}
