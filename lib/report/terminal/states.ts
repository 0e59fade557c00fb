import type { PhaseState, PhaseStatus, PlanState } from "../../../schemas/results/status.ts";
import type { Cell } from "./table.ts";
import type { Style } from "./style.ts";

export type State = PlanState | PhaseState;

/** Returns a state as one character. */
export function stateCell(state: State, style: Style): Cell {
  switch (state) {
    case "complete":
      return { text: "✓", mark: style.green };
    case "in-progress":
      return { text: "●", mark: style.yellow };
    case "not-started":
      return { text: "○" };
    case "unplanned":
      return { text: "·", mark: style.dim };
    case "unreadable":
      return { text: "✗", mark: style.red };
  }
}

/**
 * Returns the state of a phase as one character. For an executed phase that is not done, it shows the reason.
 */
export function phaseCell({ state, done, verdict }: PhaseStatus, style: Style): Cell {
  if (done) return stateCell("complete", style);
  if (state !== "complete" || verdict === undefined) return stateCell(state, style);
  switch (verdict.word) {
    case "gaps":
      return { text: "✗", mark: style.red };
    case "needs a person":
      return { text: "?", mark: style.yellow };
    case "executed":
    case "skipped":
    case "verified":
      return { text: "●", mark: style.yellow };
  }
}
