/**
 * The policy of a user, `~/.wf/policy.json`: what no project may lower, and what follows the user to every
 * project. `wf config --user` changes it.
 * @module
 */
import type { BudgetConfig, GatesConfig, SafetyConfig, SandboxMode } from "./config.ts";

/** The keys of a group that no project may switch off. */
type Kept<Group> = { readonly [Key in keyof Group]?: true };

/** A user's policy. Every key is optional. */
export interface UserPolicy {
  /** Path or URL of this file's JSON Schema. Only editors read it. */
  readonly $schema?: string;
  /** `interactive`: no project and no flag sets mode `yolo`. */
  readonly mode?: "interactive";
  /** Gates that no project and no flag switches off. */
  readonly gates?: Kept<GatesConfig>;
  /** Safety questions that no project and no flag switches off. */
  readonly safety?: Kept<SafetyConfig>;
  /** Additions to `agent` of every project. */
  readonly agent?: PolicyAgent;
  /** Commands of agents that are always allowed or denied. */
  readonly commands?: PolicyCommands;
  /** How you are called when a run waits for you, fails or finishes while you are away. */
  readonly notify?: PolicyNotify;
  /** What may leave this machine for workers on others. */
  readonly executor?: PolicyExecutor;
}

/** The object `executor` of a policy. */
export interface PolicyExecutor {
  /** Ignored files that are sent with plans that declare them, relative to the project root. The remote keeps them. */
  readonly send?: readonly string[];
}

/** What a terminal does: it rings its bell, also shows a notification, or neither. */
export type NotifyTerminal = "bell" | "desktop" | "off";

/** The object `notify` of a policy. No project can have it: its command would be a stranger's. */
export interface PolicyNotify {
  /** What the terminal does: `bell` rings, `desktop` also shows a notification, `off` does nothing. Default: `bell`. */
  readonly terminal?: NotifyTerminal;
  /** Command that runs without a shell; it gets the message in `WF_MESSAGE` and on standard input. */
  readonly command?: string;
}

/** The object `agent` of a policy. */
export interface PolicyAgent {
  /** The least use of a sandbox: with `auto` no project and no flag switches it off, `required` is kept in every mode. */
  readonly sandbox?: Exclude<SandboxMode, "off">;
  /** The highest budgets that a project or a flag may set. */
  readonly budget?: Partial<BudgetConfig>;
  /** Environment variables that agents get although they look like secrets, in addition to those of a project. */
  readonly keep_variables?: readonly string[];
}

/** The object `commands` of a policy. */
export interface PolicyCommands {
  /** Commands that agents run without a question: exactly these words, or with ` *` at the end also more. */
  readonly allow?: readonly string[];
  /** Commands that agents never run, with any further words: `git push` also denies `git push origin`. */
  readonly deny?: readonly string[];
}
