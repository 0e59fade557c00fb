import type { PlanDocument } from "../plan_file/plan_file.ts";
import type { Project } from "./model.ts";

/**
 * Returns a project with a newer text of one of its plans, without walking over the others. Undefined if the plan is a
 * new one, or its ID has changed: then parse the project.
 */
export function withPlan(project: Project, plan: PlanDocument): Project | undefined {
  const { all, byId, ...index } = project.plans;
  const old = all.find(({ source }) => source.path === plan.source.path);
  if (old?.id !== plan.id) return undefined;
  const newest = (other: PlanDocument) => other === old ? plan : other;
  const phases = project.phases.map((phase) =>
    phase.plans.includes(old) ? { ...phase, plans: phase.plans.map(newest) } : phase
  );
  // The other parts of the index contain only IDs.
  const plans = {
    ...index,
    all: all.map(newest),
    byId: new Map(byId).set(plan.id, newest(byId.get(plan.id)!)),
  };
  return { ...project, phases, plans };
}
