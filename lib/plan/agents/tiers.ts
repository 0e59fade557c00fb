import type { Config, ModelProfile } from "../../../schemas/config.ts";
import type { AgentRole } from "../../../schemas/agent_answers.ts";
import type { RoleModel } from "../../../schemas/role_model.ts";
import { defined } from "../../collections/defined.ts";
import type { ModelTier } from "./preset.ts";
import { findPreset } from "./presets.ts";
import { type RoleAgent, roleAgent } from "./role_agents.ts";

/** A role that a model is chosen for. */
export type Role = "research" | "planning" | "plan check" | "execution" | "verification";

/** The roles, in the order of the work. */
export const roles: readonly Role[] = ["research", "planning", "plan check", "execution", "verification"];

/** The tier of each role in each profile. See docs/decisions/model-tiers.md. */
const TIERS: Readonly<Record<ModelProfile, readonly ModelTier[]>> = {
  quality: ["A", "A", "B", "A", "B"],
  balanced: ["B", "A", "B", "B", "B"],
  budget: ["C", "B", "C", "B", "C"],
};

export function modelTier(profile: ModelProfile, role: Role): ModelTier {
  return TIERS[profile][roles.indexOf(role)]!;
}

/** Returns the role whose model an agent uses. */
function modelRole(role: AgentRole): Role {
  return role === "discussion" || role === "project" ? "planning" : role;
}

/**
 * Returns the model of a role: role and profile determine the tier, tier and agent the model.
 *
 * @returns Undefined if the choice is left to the agent.
 */
export function roleModel({ agent, model_profile }: Config, role: AgentRole): string | undefined {
  return roleModelsOf(roleAgent(agent, role), { profile: model_profile, role }).usual.model;
}

/** A tier, and the model that is configured for it; absent if those decide that the agent offers. */
export interface TierModel {
  readonly tier: ModelTier;
  readonly model?: string;
}

/** The tier of an agent for a role, and the next one after repeated failures. */
export interface TierModels {
  readonly usual: TierModel;
  /** Absent if it has the same model. */
  readonly higher?: TierModel;
}

export function roleModelsOf(
  agent: RoleAgent,
  { profile, role }: { readonly profile: ModelProfile; readonly role: AgentRole },
): TierModels {
  const of = (tier: ModelTier): TierModel => ({ tier, ...defined({ model: agentModel(agent, tier) }) });
  const usual = of(modelTier(profile, modelRole(role)));
  const higher = of(usual.tier === "C" ? "B" : "A");
  const isSame = higher.tier === usual.tier || (higher.model !== undefined && higher.model === usual.model);
  return isSame ? { usual } : { usual, higher };
}

/** Returns each role with its tier and model, in the order of the work. */
export function roleModels(config: Config): readonly RoleModel[] {
  return roles.map((role) => {
    const { name: agent, effort } = roleAgent(config.agent, role);
    const tier = modelTier(config.model_profile, role);
    return { role, tier, agent, ...defined({ model: roleModel(config, role), effort }) };
  });
}

/** Returns the models of the roles in a run of a phase, without those that the agent of the run chooses. */
export function runModels(config: Config): readonly RoleModel[] {
  const { name } = roleAgent(config.agent, "execution");
  return roleModels(config).filter(({ role, model, agent }) =>
    (model !== undefined || agent !== name) &&
    (role === "execution" || (role === "verification" && config.workflow.verifier))
  );
}

/**
 * Returns the model that an agent uses for a tier: from the configuration, otherwise from the preset.
 *
 * @returns Undefined if the choice is left to the agent.
 */
export function agentModel(
  config: { readonly name: string; readonly models: Readonly<Partial<Record<ModelTier, string>>> },
  tier: ModelTier,
): string | undefined {
  return config.models[tier] || findPreset(config.name)?.models[tier];
}

/** Returns the tiers for which an agent has no model, so that it chooses one; empty for an agent without models. */
export function unmappedTiers(config: Parameters<typeof agentModel>[0]): readonly ModelTier[] {
  if (findPreset(config.name)?.modelSetting.kind === "own") return [];
  return (["A", "B", "C"] as const).filter((tier) => agentModel(config, tier) === undefined);
}
