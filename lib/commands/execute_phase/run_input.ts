import type { ExecutionPlan } from "../../../schemas/execution_plan.ts";
import type { Agent } from "../../apply/agent/core/port.ts";
import type { Preparation } from "../../apply/session/prepare.ts";
import type { Steering } from "../../apply/steer/steering.ts";
import type { Repository } from "../../apply/git/repository.ts";
import type { EventDraft } from "../../apply/interaction/interaction.ts";
import type { RunLog } from "../../apply/log/run_log.ts";
import type { RemoteLanes } from "../../apply/executor/remote_lanes.ts";
import type { Answers } from "../context/answers.ts";
import type { PhaseInput } from "./open_phase.ts";

/** A phase to run, and what the run needs. */
export interface PhaseRunInput extends PhaseInput {
  readonly repository: Repository;
  readonly agent: Agent;
  readonly answers: Answers;
  readonly preparation: Preparation;
  readonly report: (event: EventDraft) => void;
  /** Removes what is shown in place on the terminal; absent if nothing is. */
  readonly close?: () => void;
  readonly log: RunLog;
  /** Carries out what the user wants of plans during the run; absent if a host carries them out. */
  readonly steering?: Steering;
  /** Connects with other machines that carry out lanes of the plan; undefined if all run on this one. */
  readonly connect?: (plan: ExecutionPlan) => Promise<RemoteLanes | undefined>;
  /** True to stash the uncommitted work of stopped tasks, so that they begin again. */
  readonly restart?: boolean;
  /** True when uncommitted changes belong to work that continues. */
  readonly continues: boolean;
  /** The commits of branches before the reported work on them began, by branch. */
  readonly heads?: Readonly<Record<string, string>>;
}
