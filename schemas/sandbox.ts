/** The access that a program needs in a sandbox. */
export interface SandboxAccess {
  /** True if it may use the network. */
  readonly network: boolean;
  /** True if it may write the documents of the project. */
  readonly documents?: boolean;
  /** The name of the agent that it is, which may write its own state. */
  readonly profile?: string;
}
