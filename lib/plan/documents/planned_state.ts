import type { Progress } from "../progress/progress.ts";
import { setStateValues, updateState } from "./state_edit.ts";

/** What was done last, once a phase is planned: `Planned phase 03: 2 plans`. */
export function planningActivity(phase: string, plans: number, gaps: boolean): string {
  const what = gaps ? "Planned gap closure of phase" : "Planned phase";
  return `${what} ${phase}: ${plans} plan${plans === 1 ? "" : "s"}`;
}

/** The state document once a phase is planned: its position, its counts, and that it can be executed. */
export function updatePlannedState(text: string, progress: Progress): string {
  return setStateValues(updateState(text, progress), {
    frontmatter: new Map([["status", "planned"]]),
    sections: new Map([["current position", new Map([["status", "Ready to execute"]])]]),
  });
}
