import type { GraphEdge, GraphResult } from "../../../schemas/results/status.ts";
import { phaseDependencies } from "../../parse/project/dependencies.ts";
import type { Phase } from "../../parse/project/model.ts";
import { serializedPairs } from "../execution/execution_plan.ts";
import { phaseStatus } from "./status.ts";
import type { StatusInput } from "./status_input.ts";
import { phaseWaves } from "../execution/waves.ts";

/**
 * Returns the waves of a phase, the dependencies between its plans and the progress of each.
 *
 * @returns The graph; without waves, edges and plans if dependencies form a cycle.
 */
export function phaseGraph(phase: Phase, input: StatusInput): GraphResult {
  const dependencies = phaseDependencies(phase, input.project);
  const planned = phaseWaves(phase, input.project);
  const waves = planned.kind === "waves" ? planned.waves : [];
  const { number, name, plans } = phaseStatus(phase, input);
  const drawn = new Set(waves.flat());
  return {
    formatVersion: 1,
    phase: number,
    name,
    waves,
    edges: planned.kind === "waves" ? edgesOf(dependencies) : [],
    serialized: serializedPairs(phase, waves),
    plans: plans.filter(({ id }) => drawn.has(id)),
  };
}

function edgesOf(dependencies: ReadonlyMap<string, readonly string[]>): readonly GraphEdge[] {
  return [...dependencies].flatMap(([to, dependsOn]) =>
    [...new Set(dependsOn)].filter((from) => dependencies.has(from)).map((from) => ({ from, to }))
  );
}
