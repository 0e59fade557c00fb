import type { PlanningRole } from "../../../schemas/plan_phase.ts";
import { isRecord } from "../../collections/is_record.ts";
import type { HostedTurns } from "../agent/hosted.ts";
import { CommonRecord } from "../files/common_record.ts";
import type { PlanningProgress } from "../planning/planning_work.ts";
import type { GuardedState } from "../planning/role_guard.ts";

/** Planning between two calls of a host. */
export interface HostedPlanning {
  /** True when the existing plans are kept. */
  readonly keeps: boolean;
  readonly roles: readonly PlanningRole[];
  readonly progress: PlanningProgress;
}

/** A hosted command that writes documents, between two calls of its host. */
export interface HostedCall extends HostedTurns {
  readonly command: string;
  /** The options of the call that began it. */
  readonly options: Readonly<Record<string, unknown>>;
  /** The values of `--answer` that still apply. */
  readonly given: readonly string[];
  readonly planning?: HostedPlanning;
  /** The state before the turn that is in progress. */
  readonly guarded?: GuardedState;
}

/** The hosted command in progress. The record is removed when it ends or another command takes over. */
export const hostedCall: CommonRecord<HostedCall> = new CommonRecord("wf/hosted-call.json", isCall);

function isCall(value: unknown): value is HostedCall {
  return isRecord(value) &&
    ["command", "options", "given", "turns", "answers", "reports"].every((key) => key in value);
}
