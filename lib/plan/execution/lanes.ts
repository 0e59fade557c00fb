import type { ExecutionPlan, Lane, Step } from "../../../schemas/execution_plan.ts";

/** A step without its lane. */
export type StepDraft = Step extends infer Each ? Each extends Step ? Omit<Each, "lane"> : never : never;

export interface LaneDraft extends Omit<Lane, "after" | "behind"> {
  readonly after?: readonly string[];
  /** The lanes that go first while they can still finish. */
  readonly behind?: readonly string[];
  /** The steps, one or more. */
  readonly steps: readonly StepDraft[];
}

/** A list of lanes in the order in which they were added. */
export class LaneList {
  readonly #lanes: Lane[] = [];
  readonly #steps: Step[] = [];

  get lanes(): readonly Lane[] {
    return this.#lanes;
  }

  /** The steps, lane by lane. */
  get steps(): readonly Step[] {
    return this.#steps;
  }

  /**
   * Adds a lane. A lane without steps is left out.
   *
   * @returns The lanes that a later lane has to wait for.
   */
  add({ steps, after = [], behind = [], ...lane }: LaneDraft): readonly string[] {
    if (steps.length === 0) return after;
    this.#lanes.push({ ...lane, after, behind });
    for (const step of steps) this.#steps.push({ ...step, lane: lane.id } as Step);
    return [lane.id];
  }
}

export function stepsByLane(plan: ExecutionPlan): ReadonlyMap<string, readonly Step[]> {
  const steps = new Map<string, Step[]>(plan.lanes.map(({ id }) => [id, []]));
  for (const step of plan.steps) steps.get(step.lane)?.push(step);
  return steps;
}
