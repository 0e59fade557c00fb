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
