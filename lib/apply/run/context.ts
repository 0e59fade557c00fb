import type { Config } from "../../../schemas/config.ts";
import type { Host } from "../../host/host.ts";
import type { Agent } from "../agent/core/port.ts";
import type { Permit } from "../agent/core/permissions.ts";
import type { TruthJudge } from "../verify/verify.ts";
import type { ProjectReader } from "../files/project_reader.ts";
import type { Workspace } from "../worktrees/workspace.ts";
import type { StepSteering } from "../steer/steering.ts";
import type { CheckLog } from "./run_check.ts";
import type { Asker, EventDraft } from "../interaction/interaction.ts";

/** The context of a run. */
export interface RunContext {
  /** The machine. */
  readonly host: Host;
  /** The project's own working tree. */
  readonly home: Workspace;
  /** Reads the project in it. */
  readonly reader: ProjectReader;
  /** The configuration of this invocation. */
  readonly config: Config;
  /** The agent that carries out tasks. */
  readonly agent: Agent;
  /** Fires to stop the run. */
  readonly signal: AbortSignal;
  /** Asks the user. */
  readonly ask: Asker;
  /** Decides on an agent's request for permission. */
  readonly permit: Permit;
  /** The commits of branches before the finished turns, by branch. Other branches count as they are now. */
  readonly heads?: Readonly<Record<string, string>> | undefined;
  /** Judges the truths at the end; without it, the user judges them. */
  readonly judge?: TruthJudge | undefined;
  /** Keeps the long outputs of checks. */
  readonly log?: CheckLog | undefined;
  /** Carries out what the user wants of plans during the run; absent if a host carries them out. */
  readonly steering?: StepSteering | undefined;
  /** Reports events. */
  readonly report: (event: EventDraft) => void;
}
