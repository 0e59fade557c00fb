import type { Span } from "../../../schemas/diagnostic.ts";
import type { PlanFacts } from "../../parse/plan_file/plan_file.ts";
import { spanAt } from "../../parse/plan_file/plan_frontmatter.ts";

/** The `wave` that a plan states. */
export interface WaveField {
  readonly value: number;
  readonly span: Span;
}

/** Returns the `wave` that a plan states; undefined if it is missing or not a number. */
export function waveField(plan: PlanFacts): WaveField | undefined {
  const value = plan.fields["wave"];
  const { frontmatter } = plan;
  if (frontmatter.kind !== "parsed" || typeof value !== "number") return undefined;
  return new StatedWave(value, () => spanAt(frontmatter.root, "/wave"));
}

class StatedWave implements WaveField {
  constructor(readonly value: number, readonly place: () => Span) {}

  get span(): Span {
    return this.place();
  }
}
