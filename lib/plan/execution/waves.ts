import { layers } from "../../collections/layers.ts";
import { phaseDependencies } from "../../parse/project/dependencies.ts";
import type { Phase, Project } from "../../parse/project/model.ts";

/** A plan with its dependencies. */
export interface WaveInput {
  /** The ID of the plan. */
  readonly id: string;
  /** The IDs of the plans that must be complete first. */
  readonly dependsOn: readonly string[];
}

/** The result of {@link planWaves}. */
export type WaveResult =
  | { readonly kind: "waves"; readonly waves: readonly (readonly string[])[] }
  | { readonly kind: "cycle"; readonly cycles: readonly (readonly string[])[] };

/**
 * Groups plans into execution waves.
 *
 * Wave 1 is index 0. A plan is one wave after the last of its dependencies. IDs keep their given order.
 * Dependencies outside `plans` count as complete. Takes time linear in plans and dependencies. See
 * docs/decisions/waves.md.
 *
 * @param plans The plans of one phase, each ID once.
 * @returns The waves, or the cycles that make them impossible, each member depending on the next.
 *
 * @example
 * ```ts
 * import { planWaves } from "@wf/wf";
 * import assert from "node:assert/strict";
 *
 * const result = planWaves([
 *   { id: "01-01", dependsOn: [] },
 *   { id: "01-02", dependsOn: [] },
 *   { id: "01-03", dependsOn: ["01-01", "01-02"] },
 * ]);
 * assert.deepEqual(result, { kind: "waves", waves: [["01-01", "01-02"], ["01-03"]] });
 * ```
 */
export function planWaves(plans: readonly WaveInput[]): WaveResult {
  const result = layers(new Map(plans.map(({ id, dependsOn }) => [id, dependsOn])));
  return result.cycles.length > 0
    ? { kind: "cycle", cycles: result.cycles }
    : { kind: "waves", waves: result.layers };
}

/**
 * Groups the plans of a phase into execution waves. Plans whose frontmatter cannot be read are left out.
 *
 * @example
 * ```ts
 * import { parseProject, phaseWaves } from "@wf/wf";
 * import assert from "node:assert/strict";
 *
 * const folder = ".planning/phases/01-start";
 * const texts = new Map([
 *   [`${folder}/01-01-PLAN.md`, "---\nplan: 01\n---\n"],
 *   [`${folder}/01-02-PLAN.md`, "---\nplan: 02\ndepends_on: [01-01]\n---\n"],
 * ]);
 * const project = parseProject({ texts, paths: [...texts.keys()] });
 * const result = phaseWaves(project.phases[0]!, project);
 * assert.deepEqual(result, { kind: "waves", waves: [["01-01"], ["01-02"]] });
 * ```
 */
export function phaseWaves(phase: Phase, project: Project): WaveResult {
  return planWaves([...phaseDependencies(phase, project)].map(([id, dependsOn]) => ({ id, dependsOn })));
}
