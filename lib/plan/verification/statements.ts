import type { PlanFile } from "../../../schemas/plan_file.ts";

/** The name of the success criteria of a phase, where statements of plans have the ID of their plan. */
export const ROADMAP = "ROADMAP";

/** Returns the truths of plans, then the success criteria that are not among them. */
export function statements(
  plans: readonly PlanFile[],
  criteria: readonly string[] = [],
): readonly { readonly plan: string; readonly truth: string }[] {
  const truths = plans.flatMap(({ id, frontmatter }) =>
    frontmatter.must_haves.truths.map((truth) => ({ plan: id, truth }))
  );
  const words = (text: string) => text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, " ").trim();
  const known = new Set(truths.map(({ truth }) => words(truth)));
  return [
    ...truths,
    ...criteria.filter((text) => !known.has(words(text))).map((truth) => ({ plan: ROADMAP, truth })),
  ];
}
