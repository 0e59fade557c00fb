/**
 * The results of `agents` and `trust`.
 * @module
 */
import type { RoleModel } from "../role_model.ts";

/** A known agent. */
export interface AgentInfo {
  /** Name, as in `agent.name` and `--agent`. */
  readonly name: string;
  /** Display name. */
  readonly title: string;
  /** Command that starts it; empty for an agent that is built in or not configured. */
  readonly command: string;
  /** True when it can be started. */
  readonly found: boolean;
  /** Its version, if it reports one. */
  readonly version?: string;
  /** `asks`: it asks before acting. `scripted`: it does only what the plan's author wrote. `none`: it cannot ask. */
  readonly permissions: "asks" | "scripted" | "none";
  /** Tool uses that it never asks about, as a clause that follows its name. */
  readonly unasked?: string;
  /** `excluded`: it can be started without the settings of a project. `included`: it always reads them. */
  readonly projectSettings?: "excluded" | "included";
  /** Environment variables that it does not get, because they look like secrets of something else. */
  readonly withheld?: readonly string[];
  /** Its models by tier; for a missing tier the agent chooses. */
  readonly models: { readonly A?: string; readonly B?: string; readonly C?: string };
  /** True when a login is in its files or variables, false when none is; absent for an agent without one. It may be elsewhere. */
  readonly login?: boolean;
  /** The way to log in, when no login is found. */
  readonly loginHint?: string;
  /** The way to install it, when it is not found. */
  readonly hint?: string;
}

/** The models of a role, as in the configuration, and the agents that take over. */
export interface RoleAgents extends RoleModel {
  /** The agents that take over when it is unavailable, in order. */
  readonly fallbacks: readonly string[];
}

/** Result of `agents`. */
export interface AgentsResult {
  /** Version of this format. */
  readonly formatVersion: 1;
  /** Name of the configured agent. */
  readonly configured: string;
  /** The roles with their agents. */
  readonly roles: readonly RoleAgents[];
  /** The agents. */
  readonly agents: readonly AgentInfo[];
}

/** A configured value that requires trust, for example a command. */
export interface ConfiguredRun {
  /** Its key. */
  readonly key: string;
  /** Its value: a complete command, the agent it belongs to, or a setting that removes questions. */
  readonly value: string;
}

/** A link `.planning` that leads out of the project. */
export interface LinkResult {
  /** The folder that it leads to, absolute, links resolved. */
  readonly target: string;
  /** True if the user has accepted that documents are written there. */
  readonly accepted: boolean;
}

/** The settings in a project that an agent would read. */
export interface AgentSettings {
  /** Name of the agent. */
  readonly agent: string;
  /** The contents of the settings, with secrets masked. */
  readonly settings: readonly ConfiguredRun[];
  /** State of trust in them. */
  readonly state: "trusted" | "changed" | "untrusted" | "nothing";
}

/** Result of `trust`. */
export interface TrustResult {
  /** Version of this format. */
  readonly formatVersion: 1;
  /** Folder that is trusted: the real path of the project, in the main working tree. */
  readonly project: string;
  /** The configured values that require trust. */
  readonly runs: readonly ConfiguredRun[];
  /** State of trust. `nothing`: nothing requires it. `changed`: the values changed after they were trusted. */
  readonly state: "nothing" | "trusted" | "changed" | "untrusted";
  /** The agent to answer about first, if the project contains settings for one. */
  readonly agent?: string;
  /** The contents of its settings, with secrets masked. */
  readonly settings?: readonly ConfiguredRun[];
  /** All agents that may be started here and for which the project contains settings. */
  readonly agents?: readonly AgentSettings[];
  /** The link `.planning`, if it leads out of the project. */
  readonly link?: LinkResult;
  /** State of trust in the settings of `agent`. Without trust the agent is started without them, or not at all. */
  readonly settingsState: "nothing" | "trusted" | "changed" | "untrusted";
}
