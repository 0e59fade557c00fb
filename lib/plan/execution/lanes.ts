import type { ExecutionPlan, Lane, Step } from "../../../schemas/execution_plan.ts";

/** A step before it is known which lane it belongs to. */
export type StepDraft = Step extends infer Each ? Each extends Step ? Omit<Each, "lane"> : never : never;

/** A lane and its steps, before they are put into an execution plan. */
export interface LaneDraft extends Omit<Lane, "after" | "behind"> {
  /** Lanes that must have reached their end. */
  readonly after?: readonly string[];
  /** Lanes that come first as long as they can still reach their end. */
  readonly behind?: readonly string[];
  /** Its steps, one or more. */
  readonly steps: readonly StepDraft[];
}

/** Lanes in the order in which they were added. */
export class LaneList {
  readonly #lanes: Lane[] = [];
  readonly #steps: Step[] = [];

  /** The lanes. */
  get lanes(): readonly Lane[] {
    return this.#lanes;
  }

  /** The steps, lane by lane. */
  get steps(): readonly Step[] {
    return this.#steps;
  }

  /**
   * Adds a lane; one without steps is left out.
   *
   * @returns What a lane that is to come after it waits for.
   */
  add({ steps, after = [], behind = [], ...lane }: LaneDraft): readonly string[] {
    if (steps.length === 0) return after;
    this.#lanes.push({ ...lane, after, behind });
    for (const step of steps) this.#steps.push({ ...step, lane: lane.id } as Step);
    return [lane.id];
  }
}

/** Returns the steps of each lane, by its ID. */
export function stepsByLane(plan: ExecutionPlan): ReadonlyMap<string, readonly Step[]> {
  const steps = new Map<string, Step[]>(plan.lanes.map(({ id }) => [id, []]));
  for (const step of plan.steps) steps.get(step.lane)?.push(step);
  return steps;
}
