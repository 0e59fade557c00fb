import type { ConfigValue } from "../../../schemas/config.ts";
import { quoteShell } from "../../text/quote_shell.ts";

/**
 * The keys, and groups of keys, that decide what runs, what the user is asked, which work is checked, and
 * what leaves the project, and how long logs are kept.
 */
export const USER_KEYS: readonly string[] = [
  "mode",
  "gates",
  "safety",
  "workflow.auto_advance",
  "workflow.plan_check",
  "workflow.verifier",
  "workflow.nyquist_validation",
  "planning.search_gitignored",
  "git.branching_strategy",
  "agent.name",
  "agent.command",
  "agent.keep_variables",
  "agent.models",
  "agent.roles",
  "agent.fallbacks",
  "agent.budget",
  "agent.sandbox",
  "agent.sandbox_network",
  "agent.sandbox_writable",
  "worktree",
  "log",
  "executor",
];

/**
 * Reports whether only the user may change a key: with it an agent could avoid questions and checks of its
 * work.
 */
export function isUserKey(key: string): boolean {
  return USER_KEYS.some((own) => key === own || key.startsWith(`${own}.`));
}

/** A key to change, and its new value; undefined removes it. */
export interface KeyChange {
  /** The dotted key. */
  readonly key: string;
  readonly value: ConfigValue | undefined;
}

/** Returns the refusal for an agent that sets a key of the user, with the command for the user. */
export function userKeyRefusal(
  { key, value }: KeyChange,
): { readonly message: string; readonly hint: string } {
  const text = typeof value === "object" ? JSON.stringify(value) : String(value);
  const change = value === undefined ? `unset ${key}` : `set ${key} ${quoteShell(text)}`;
  return {
    message:
      `Cannot let an agent set ${key}: it decides what runs, is asked, is checked or leaves the project`,
    hint: `The user can ${value === undefined ? "remove" : "set"} it at a terminal: wf config ${change}`,
  };
}
