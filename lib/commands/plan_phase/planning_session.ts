import type { PlanPhaseOptions } from "../../../schemas/commands.ts";
import type { Config } from "../../../schemas/config.ts";
import type { PhaseReference } from "../../../schemas/phase.ts";
import type { PlanningRole } from "../../../schemas/plan_phase.ts";
import type { EventDraft } from "../../apply/interaction/interaction.ts";
import type { Repository } from "../../apply/git/repository.ts";
import type { ProjectReader } from "../../apply/files/project_reader.ts";
import type { PlanningFacts } from "../../plan/planning/facts.ts";
import { type PlanningChoices, planningRoles } from "../../plan/planning/roles.ts";
import type { Answers } from "../context/answers.ts";
import type { ProjectConfig } from "../context/usable_agent.ts";
import { baseName } from "../../path/paths.ts";

/** The repository and configuration of a planning session. */
export interface PlanningPlace {
  readonly options: PlanPhaseOptions;
  readonly root: string;
  readonly reader: ProjectReader;
  readonly phase: PhaseReference;
  readonly repository: Repository;
  readonly config: Config;
  /** The part of the configuration that comes from the project. */
  readonly origin: ProjectConfig;
  readonly answers: Answers;
}

export interface PlanningInput extends PlanningPlace {
  readonly facts: PlanningFacts;
  /** The gaps that verification found, with `--gaps`. */
  readonly gaps: readonly string[] | undefined;
  /** Reports the turns of the agents. */
  readonly report?: (event: EventDraft) => void;
}

/** A phase to plan, with the decision about its existing plans. */
export interface DecidedPlanning extends PlanningInput {
  /** True when the existing plans are kept. */
  readonly keeps: boolean;
}

export function rolesOf({ config, options, facts, gaps, keeps }: DecidedPlanning): readonly PlanningRole[] {
  const choices: PlanningChoices = {
    skipResearch: options["skip-research"] ?? false,
    forceResearch: options.research ?? false,
    skipVerify: options["skip-verify"] ?? false,
    gaps: gaps !== undefined,
    keeps,
    researched: facts.documents.includes(facts.research) ? baseName(facts.research) : undefined,
  };
  return planningRoles(config, choices);
}
