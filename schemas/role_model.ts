/** The model that a role uses. */
export interface RoleModel {
  /** Name of the role. */
  readonly role: string;
  /** Tier that the model profile assigns to the role. */
  readonly tier: "A" | "B" | "C";
  /** The agent. */
  readonly agent: string;
  /** The agent's model for the tier; absent when the agent chooses. */
  readonly model?: string;
  /** The effort, as the agent names it; absent when the agent chooses. */
  readonly effort?: string;
}
