/**
 * The commands that set up a project.
 * @module
 */
import type { ModelProfile } from "../config.ts";
import type { ConfigOverrides, GlobalOptions } from "./shared.ts";

/** Create a sample project and execute it with the shell agent. */
export interface DemoOptions extends GlobalOptions {
  /**
   * New or empty folder for the project. Default: a temporary folder.
   * @positional
   * @placeholder dir
   */
  readonly dir?: string;
}

/** Create .planning/ for a project: an agent writes it from a description, or you fill in templates. */
export interface NewProjectOptions extends ConfigOverrides {
  /**
   * Name of the project. Default: the name of the folder.
   * @positional
   * @placeholder name
   */
  readonly name?: string;
  /**
   * File that describes what to build, or - for standard input. Default: ask at the terminal, unless with --yes.
   * @placeholder file
   */
  readonly from?: string;
  /**
   * Let the agent describe the existing code in PROJECT.md: stack, commands and structure. Sets worktree.setup.
   * @default false
   */
  readonly map?: boolean;
  /**
   * Agent that writes the project from the description. With shell you get templates to fill in.
   * @placeholder name
   */
  readonly agent?: string;
  /**
   * Answer a gate: confirm_project=yes, confirm_phases=no, or what to change.
   * @placeholder id=value
   */
  readonly answer?: readonly string[];
  /**
   * Confirm every gate, and ask nothing: without --agent and --from you get templates to fill in.
   * @default false
   */
  readonly yes?: boolean;
  /**
   * Show what would be written without writing it.
   * @default false
   */
  readonly "dry-run"?: boolean;
}

/** Set the most important keys of the configuration, at the terminal or with flags. */
export interface SettingsOptions extends GlobalOptions {
  /**
   * Also write the settings to ~/.wf/defaults.json, the defaults of new projects.
   * @default false
   */
  readonly "save-as-defaults"?: boolean;
  /**
   * Show what would be written without writing it.
   * @default false
   */
  readonly "dry-run"?: boolean;
}

/** Switch the model profile. */
export interface SetProfileOptions extends GlobalOptions {
  /**
   * Profile to switch to.
   * @positional
   * @placeholder profile
   */
  readonly profile: ModelProfile;
  /**
   * Show what would be written without writing it.
   * @default false
   */
  readonly "dry-run"?: boolean;
}

/** Actions of the command `config`. */
export type ConfigAction = "list" | "get" | "set" | "unset" | "explain";

/** Read, explain and change the configuration. */
export interface ConfigOptions extends ConfigOverrides {
  /**
   * Action to take.
   * @positional
   * @placeholder action
   */
  readonly action: ConfigAction;
  /**
   * Dotted key, for example git.branching_strategy. Not needed for list.
   * @positional
   * @placeholder key
   */
  readonly key?: string;
  /**
   * New value, for set; for a list, one item or a JSON array. A coding agent may not set keys that decide what
   * runs, is asked, is checked or leaves the project.
   * @positional
   * @placeholder value
   */
  readonly value?: string;
  /**
   * Use your policy, ~/.wf/policy.json, instead: rules that no project can loosen. Only you can change it, at a
   * terminal.
   * @default false
   */
  readonly user?: boolean;
  /**
   * Show what would be written without writing it.
   * @default false
   */
  readonly "dry-run"?: boolean;
}

/** List the agents: which ones are installed, their versions, and whether they ask before acting. */
export interface AgentsOptions extends ConfigOverrides {
  // No options of its own.
}

/** Show what this project runs, and trust it: commands in its configuration, and settings of agents. */
export interface TrustOptions extends GlobalOptions {
  /**
   * Agent whose settings in the project are shown. Default: agent.name.
   * @placeholder name
   */
  readonly agent?: string;
  /**
   * Show the commands and whether you trust them, without asking.
   * @default false
   */
  readonly show?: boolean;
  /**
   * Stop trusting this project.
   * @default false
   */
  readonly revoke?: boolean;
}

/** The actions of `policy`. */
export type PolicyAction = "list" | "forget";

/** Show your policy, and what you always allow agents in this project. */
export interface PolicyOptions extends GlobalOptions {
  /**
   * Action to take.
   * @positional
   * @placeholder action
   * @default "list"
   */
  readonly action?: PolicyAction;
  /**
   * For forget: ID of the request to ask about again.
   * @positional
   * @placeholder id
   */
  readonly id?: string;
  /**
   * Forget all requests that you always allow.
   * @default false
   */
  readonly all?: boolean;
  /**
   * Show what would be forgotten without writing it.
   * @default false
   */
  readonly "dry-run"?: boolean;
}

/** Show how to install a newer version. Downloads nothing. */
export interface UpgradeOptions extends GlobalOptions {
  // No options of its own.
}
