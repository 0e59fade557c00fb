import type { Span } from "../../../schemas/diagnostic.ts";
import type { PlanDocument } from "../../parse/plan_file/plan_file.ts";
import { spanAt } from "../../parse/plan_file/plan_frontmatter.ts";

/** The `wave` a plan states. */
export interface WaveField {
  /** The number. */
  readonly value: number;
  /** Where it stands. */
  readonly span: Span;
}

/** The `wave` a plan states, or undefined where it is missing or no number. */
export function waveField(plan: PlanDocument): WaveField | undefined {
  const value = plan.fields["wave"];
  if (plan.frontmatter.kind !== "parsed" || typeof value !== "number") return undefined;
  return { value, span: spanAt(plan.frontmatter.root, "/wave") };
}
