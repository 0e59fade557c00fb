import { HostedAgent, type HostedReport } from "../../apply/agent/hosted.ts";
import type { GuardedState } from "../../apply/planning/role_guard.ts";
import type { HostedCall, HostedPlanning } from "../../apply/session/hosted_call.ts";

/** The part of a hosted command in progress that its next call needs. */
export class Hosting {
  readonly agent: HostedAgent;
  readonly guarded: { state: GuardedState | undefined };
  #planning: HostedPlanning | undefined;

  /**
   * @param before The record of earlier calls.
   * @param report The report of the host, if it has one and it was expected.
   */
  constructor(readonly before: HostedCall | undefined, report: HostedReport | undefined) {
    this.agent = new HostedAgent(report, before);
    this.guarded = { state: before?.guarded };
    this.#planning = before?.planning;
  }

  /** Planning in progress. */
  get planning(): HostedPlanning | undefined {
    return this.#planning;
  }

  /** Records the progress of planning, which covers all reports so far. */
  plan(planning: HostedPlanning): void {
    this.#planning = planning;
    this.agent.forget();
  }
}
