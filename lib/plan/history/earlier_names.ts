import { phasePart, planKey } from "../../parse/ids/plan_id.ts";

/** The old and the new ID of a plan. */
export type Renaming = readonly [from: string, to: string];

/** The plans that IDs in older commits mean, given the newer commits that were added, newest first. */
export class EarlierNames {
  /** The older name as a name of a newer commit, or undefined for a plan of a completed milestone; newest first. */
  readonly #steps: ((plan: string) => string | undefined)[] = [];
  readonly #known = new Map<string, string | undefined>();

  /** Adds a commit that renames plans, all at once: they may exchange their IDs. */
  rename(pairs: readonly Renaming[]): void {
    const names = new Map(pairs.map(([from, to]) => [planKey(from), planKey(to)]));
    this.#add((plan) => names.get(plan) ?? plan);
  }

  /** Adds a commit that completes a milestone with these phases, by their printed numbers. */
  complete(phases: readonly string[]): void {
    this.#add((plan) => phases.includes(phasePart(plan)) ? undefined : plan);
  }

  /** Returns the key of the plan that an ID means; undefined if it belongs to a completed milestone. */
  planOf(id: string): string | undefined {
    const name = planKey(id);
    if (!this.#known.has(name)) {
      const step = (plan: string | undefined, newer: (plan: string) => string | undefined) =>
        plan === undefined ? undefined : newer(plan);
      this.#known.set(name, this.#steps.reduceRight(step, name));
    }
    return this.#known.get(name);
  }

  #add(step: (plan: string) => string | undefined): void {
    this.#steps.push(step);
    this.#known.clear();
  }
}
