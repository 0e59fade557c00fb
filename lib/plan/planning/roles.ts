import type { Config } from "../../../schemas/config.ts";
import type { PlanningRole } from "../../../schemas/plan_phase.ts";
import { type Role, roleModels } from "../agents/tiers.ts";

/** What decides which roles take part in planning a phase. */
export interface PlanningChoices {
  /** `--skip-research`. */
  readonly skipResearch: boolean;
  /** `--research`. */
  readonly forceResearch: boolean;
  /** `--skip-verify`. */
  readonly skipVerify: boolean;
  /** `--gaps`: what verification found is planned, which needs no research. */
  readonly gaps: boolean;
  /** Whether the plans that are there are taken as they are. */
  readonly keeps: boolean;
  /** Name of the research document, where it is there. */
  readonly researched: string | undefined;
}

/**
 * The roles of planning, with their models and whether they take part. Flags win over the
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

/** Whether a role is among those that take part. */
export function runs(roles: readonly PlanningRole[], role: Role): boolean {
  return roles.some((candidate) => candidate.role === role && candidate.runs);
}

type Decision = Pick<PlanningRole, "runs" | "why">;

function research({ workflow }: Config, choices: PlanningChoices): Decision {
  const { skipResearch, forceResearch, gaps, keeps, researched } = choices;
  if (forceResearch) return { runs: true, why: "--research" };
  if (skipResearch) return { runs: false, why: "--skip-research" };
  if (keeps) return { runs: false, why: "the plans stay as they are" };
  if (!workflow.research) return { runs: false, why: "workflow.research is off" };
  if (researched !== undefined) return { runs: false, why: `${researched} is there` };
  if (gaps) return { runs: false, why: "--gaps" };
  return { runs: true, why: "" };
}

function planning({ keeps }: PlanningChoices): Decision {
  return keeps ? { runs: false, why: "the plans stay as they are" } : { runs: true, why: "" };
}

function planCheck({ workflow }: Config, { skipVerify }: PlanningChoices): Decision {
  if (skipVerify) return { runs: false, why: "--skip-verify" };
  return workflow.plan_check ? { runs: true, why: "" } : { runs: false, why: "workflow.plan_check is off" };
}
