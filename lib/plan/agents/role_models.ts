import type { AgentRole } from "../../../schemas/agent_answers.ts";
import type { Config } from "../../../schemas/config.ts";
import type { RoleModel } from "../../../schemas/role_model.ts";
import { agentModel } from "./presets.ts";
import { modelRole, modelTier, roles } from "./tiers.ts";

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
    return { role, tier, agent: config.agent.name, ...(model === undefined ? {} : { model }) };
  });
}

/** The models of those who work in a run of a phase; without those where the choice is left to the agent. */
export function runModels(config: Config): readonly RoleModel[] {
  return roleModels(config).filter(({ role, model }) =>
    model !== undefined && (role === "execution" || (role === "verification" && config.workflow.verifier))
  );
}
