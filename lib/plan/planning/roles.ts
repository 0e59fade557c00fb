import type { Config } from "../../../schemas/config.ts";
import type { PlanningRole } from "../../../schemas/plan_phase.ts";
import { type Role, roleModels } from "../agents/tiers.ts";

export interface PlanningChoices {
  /** `--skip-research`. */
  readonly skipResearch: boolean;
  /** `--research`. */
  readonly forceResearch: boolean;
  /** `--skip-verify`. */
  readonly skipVerify: boolean;
  /** `--gaps`: plans the gaps of a verification, which needs no research. */
  readonly gaps: boolean;
  /** True to keep the existing plans. */
  readonly keeps: boolean;
  /** The name of the research document, if it exists. */
  readonly researched: string | undefined;
}

/**
 * Returns the roles of planning, with their models and whether they run. Flags take precedence over the
 * configuration. See docs/configuration.md.
 */
export function planningRoles(config: Config, choices: PlanningChoices): readonly PlanningRole[] {
  const models = roleModels(config);
  return [["research", research(config, choices)], ["planning", planning(choices)], [
    "plan check",
    planCheck(config, choices),
  ]].map(([role, decision]) => ({
    ...models.find((model) => model.role === role)!,
    ...decision as Decision,
  }));
}

export function runs(roles: readonly PlanningRole[], role: Role): boolean {
  return roles.some((candidate) => candidate.role === role && candidate.runs);
}

type Decision = Pick<PlanningRole, "runs" | "why">;

function research({ workflow }: Config, choices: PlanningChoices): Decision {
  const { skipResearch, forceResearch, gaps, keeps, researched } = choices;
  if (forceResearch) return { runs: true, why: "--research" };
  if (skipResearch) return { runs: false, why: "--skip-research" };
  if (keeps) return { runs: false, why: "the plans are kept" };
  if (!workflow.research) return { runs: false, why: "workflow.research is off" };
  if (researched !== undefined) return { runs: false, why: `${researched} exists` };
  if (gaps) return { runs: false, why: "--gaps" };
  return { runs: true, why: "" };
}

function planning({ keeps }: PlanningChoices): Decision {
  return keeps ? { runs: false, why: "the plans are kept" } : { runs: true, why: "" };
}

function planCheck({ workflow }: Config, { skipVerify }: PlanningChoices): Decision {
  if (skipVerify) return { runs: false, why: "--skip-verify" };
  return workflow.plan_check ? { runs: true, why: "" } : { runs: false, why: "workflow.plan_check is off" };
}
