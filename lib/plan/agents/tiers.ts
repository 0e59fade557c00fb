import type { AgentRole } from "../../../schemas/agent_answers.ts";
import type { ModelProfile } from "../../../schemas/config.ts";

/** What a model is chosen for. */
export type Role = "research" | "planning" | "plan check" | "execution" | "verification";

/** A tier of models: A most capable, B middle, C lowest. Each agent has models of its own for them. */
export type ModelTier = "A" | "B" | "C";

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
