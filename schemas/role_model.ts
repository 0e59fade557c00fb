/** The model that a role gets. */
export interface RoleModel {
  /** What an agent is started for. */
  readonly role: string;
  /** Tier of models that the profile gives it. */
  readonly tier: "A" | "B" | "C";
  /** The agent. */
  readonly agent: string;
  /** The agent's model for the tier; absent where the choice is left to the agent. */
  readonly model?: string;
}
