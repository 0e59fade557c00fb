import type { PhasePlan } from "../../../schemas/plan_phase.ts";
import { phaseDependencies } from "../../parse/project/dependencies.ts";
import type { PlanDocument } from "../../parse/plan_file/plan_file.ts";
import type { Project } from "../../parse/project/model.ts";
import type { PlanningFacts } from "./facts.ts";
import { planWaves } from "../execution/waves.ts";

/** Returns plans as results and questions show them. */
export function phasePlans(plans: readonly PlanDocument[]): readonly PhasePlan[] {
  return plans.map(({ id, source, file, tasks }) => ({
    id,
    path: source.path,
    objective: (file?.body.objective ?? "").split("\n", 1).join("").trim(),
    tasks: tasks.map(({ task }) => task.name.replace(/\s+/g, " ").trim()),
  }));
}

/** Returns the plans that are not started, by wave; empty if dependencies form a cycle. */
export function openWaves(
  { read, open }: Pick<PlanningFacts, "read" | "open">,
  project: Project,
): readonly (readonly string[])[] {
  if (read === undefined) return [];
  const ids = new Set(open.map(({ id }) => id));
  const inputs = [...phaseDependencies(read, project)]
    .filter(([id]) => ids.has(id)).map(([id, dependsOn]) => ({ id, dependsOn }));
  const result = planWaves(inputs);
  return result.kind === "waves" ? result.waves : [];
}
