import type { DoneOf } from "../../../schemas/results/status.ts";
import type { Milestone } from "../../parse/roadmap/milestone.ts";
import { milestoneTitle } from "../progress/milestone_phases.ts";
import { isoDate } from "../progress/progress.ts";
import { progressBar, setStateValues } from "./state_edit.ts";

export interface ShippedState {
  readonly milestone: Milestone;
  readonly phases: DoneOf;
  readonly plans: DoneOf;
  readonly time: Date;
}

/**
 * Updates the state document after a milestone: no phase is current, and the counts are those of the
 * remaining work. Changes only lines that it can parse. See docs/decisions/field-data.md.
 */
export function shipState(text: string, { milestone, phases, plans, time }: ShippedState): string {
  const title = milestoneTitle(milestone);
  const activity = `Completed milestone ${title}`;
  const percent = plans.total === 0 ? 0 : Math.round(100 * plans.done / plans.total);
  return setStateValues(text, {
    frontmatter: new Map([
      ["status", "completed"],
      ["last_updated", `"${time.toISOString()}"`],
      ["last_activity", JSON.stringify(`${isoDate(time)} — ${activity}`)],
      ["stopped_at", JSON.stringify(activity)],
      ["progress.total_phases", String(phases.total)],
      ["progress.completed_phases", String(phases.done)],
      ["progress.total_plans", String(plans.total)],
      ["progress.completed_plans", String(plans.done)],
      ["progress.percent", String(percent)],
    ]),
    sections: new Map([
      [
        "current position",
        new Map([
          ["phase", `none (milestone ${title} is complete)`],
          ["plan", "none"],
          ["status", `Milestone ${title} complete`],
          ["last activity", `${isoDate(time)} — ${activity}`],
          ["progress", progressBar(percent)],
        ]),
      ],
      ["session continuity", new Map([["last session", isoDate(time)], ["stopped at", activity]])],
    ]),
  });
}
