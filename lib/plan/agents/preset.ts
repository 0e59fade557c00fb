/**
 * The description of an agent that is known by name.
 *
 * @module
 */

import type { AgentName } from "../../../schemas/config.ts";

/** The protocol of an agent. */
export type AgentProtocol = "shell" | "acp" | "claude-cli";

/** The way to set the model of an agent. */
export type ModelSetting =
  | { readonly kind: "option"; readonly id: string }
  | { readonly kind: "flag"; readonly flag: string }
  /** It cannot be set: the agent uses its user's configuration. */
  | { readonly kind: "own" };

/** The setting that makes an agent ask before it acts. */
export interface StrictSetting {
  /** The modes of the session, by preference. Empty if there is none to set. */
  readonly modes: readonly string[];
  /** The options of the session and their required values, if they exist. */
  readonly options?: Readonly<Record<string, string>>;
  /**
   * True if it then asks before everything except reading inside its folder, so that a tool use without a
   * request shows that the setting has no effect.
   */
  readonly asksAlways?: boolean;
  /** The tool uses without a request, in a clause after its name: `reads …`. */
  readonly unasked?: string;
  /** The options of Claude Code in the `_meta` of session/new. */
  readonly claude?: Readonly<Record<string, unknown>>;
  /** The arguments of the command. */
  readonly args?: readonly string[];
  /** The environment variables. */
  readonly env?: Readonly<Record<string, string>>;
}

/** A way to start an agent: with or without the settings of the project. */
export interface StartSetting {
  /** The arguments of the command. */
  readonly args?: readonly string[];
  /** The options of Claude Code in the `_meta` of session/new. */
  readonly claude?: Readonly<Record<string, unknown>>;
  /** The environment variables. */
  readonly env?: Readonly<Record<string, string>>;
}

/**
 * The settings of a project that an agent reads. They can name hooks and servers that run without a request,
 * and variables that send the user's key to another address.
 */
export interface ProjectSettings {
  /** Files, or folders of files, in the working folder or above it. */
  readonly paths: readonly string[];
  /** The way to start it without them; undefined if there is none. */
  readonly without?: StartSetting;
  /** The way to start it with them, if it does not read them on its own. */
  readonly with?: StartSetting;
}

/** A tier of models: A the most capable, B middle, C lowest. Each agent has its own models for them. */
export type ModelTier = "A" | "B" | "C";

/** An agent that is known by name. */
export interface AgentPreset {
  /** The name, as in `agent.name` and `--agent`. */
  readonly name: AgentName;
  /** The title in messages. */
  readonly title: string;
  /** A short description, if the title is not enough. */
  readonly about?: string;
  /** The protocol. */
  readonly protocol: AgentProtocol;
  /** The command that starts it; empty if the program itself or the configuration defines it. */
  readonly command: readonly string[];
  /** The installation command or instruction. */
  readonly install: string;
  /** The login instruction. */
  readonly login: string;
  /** The setting that makes it ask; undefined for an agent that cannot ask. */
  readonly strict?: StrictSetting;
  /** The settings of a project that it reads; undefined if they are unknown. */
  readonly project?: ProjectSettings;
  /**
   * The instructions in the repository that it does not read on its own, at least without the project's
   * settings: paths in its working folder.
   */
  readonly instructions?: readonly string[];
  /** The variables and files, below the user's home folder, of which one usually contains its login. */
  readonly loggedIn?: { readonly variables: readonly string[]; readonly files: readonly string[] };
  /** The variables of its own login: names, `*` for any characters. Other secrets are removed. */
  readonly loginVariables?: readonly string[];
  /** Further environment variables. */
  readonly env: Readonly<Record<string, string>>;
  /** True if the title of a request is the command itself, and not text that a model wrote. */
  readonly titleIsCommand?: boolean;
  /** True if the first title of a tool use is the name of the tool. */
  readonly titleIsTool?: boolean;
  /** The prefixes of the program's own messages, if it mixes them with those of its model. */
  readonly prefixes?: { readonly notice: string; readonly error: string };
  /** True if it reports at each turn the tokens of the whole session, as the protocol says; others those of the turn. */
  readonly sumsUsage?: boolean;
  /** The way to set its model. */
  readonly modelSetting: ModelSetting;
  /** Its models by tier; for a missing one the agent chooses. */
  readonly models: Readonly<Partial<Record<ModelTier, string>>>;
}

/** Returns the way to start an agent with or without the settings of the project. */
export function startSetting({ project }: AgentPreset, withProject: boolean): StartSetting {
  return (withProject ? project?.with : project?.without) ?? {};
}

/** Returns the `_meta` of a session with an agent; undefined if it needs none. */
export function sessionMeta(
  preset: AgentPreset,
  { strict, withProject }: { readonly strict: boolean; readonly withProject: boolean },
): Readonly<Record<string, unknown>> | undefined {
  const options = { ...startSetting(preset, withProject).claude, ...(strict ? preset.strict?.claude : {}) };
  return Object.keys(options).length === 0 ? undefined : { claudeCode: { options } };
}
