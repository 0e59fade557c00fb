import type { Config, ModelProfile } from "../../../schemas/config.ts";
import type { AgentRole } from "../../../schemas/agent_answers.ts";
import type { RoleModel } from "../../../schemas/role_model.ts";
import { defined } from "../../collections/defined.ts";
import { agentModel, type ModelTier } from "./presets.ts";

/** What a model is chosen for. */
export type Role = "research" | "planning" | "plan check" | "execution" | "verification";

/** The roles, in the order of the work. */
export const roles: readonly Role[] = ["research", "planning", "plan check", "execution", "verification"];

/** The tier of each role in each profile. See docs/decisions/model-tiers.md. */
const TIERS: Readonly<Record<ModelProfile, readonly ModelTier[]>> = {
  quality: ["A", "A", "B", "A", "B"],
  balanced: ["B", "A", "B", "B", "B"],
  budget: ["C", "B", "C", "B", "C"],
};

/** The tier of models that a role gets in a profile. */
export function modelTier(profile: ModelProfile, role: Role): ModelTier {
  return TIERS[profile][roles.indexOf(role)]!;
}

/** The role whose model an agent gets. */
export function modelRole(role: AgentRole): Role {
  return role === "discussion" || role === "project" ? "planning" : role;
}

/**
 * The model that a role gets: role and profile give the tier, the tier and the agent the model.
 *
 * @returns Undefined where the choice is left to the agent.
 */
export function roleModel({ agent, model_profile }: Config, role: AgentRole): string | undefined {
  return agentModel(agent, modelTier(model_profile, modelRole(role)));
}

/** Each role with its tier and its model, in the order of the work. */
export function roleModels(config: Config): readonly RoleModel[] {
  return roles.map((role) => {
    const model = roleModel(config, role);
    const tier = modelTier(config.model_profile, role);
    return { role, tier, agent: config.agent.name, ...defined({ model }) };
  });
}

/** The models of those who work in a run of a phase; without those where the choice is left to the agent. */
export function runModels(config: Config): readonly RoleModel[] {
  return roleModels(config).filter(({ role, model }) =>
    model !== undefined && (role === "execution" || (role === "verification" && config.workflow.verifier))
  );
}
