import type { ConfigValue } from "../../../schemas/config.ts";
import { shellWord } from "../../text/shell_quote.ts";

/** Keys, and groups of keys, that decide which commands run and what the user is asked. */
const USER_KEYS: readonly string[] = ["mode", "gates", "safety", "agent.command", "worktree.setup"];

/** Whether only the user changes a key: with it an agent could give itself permission to do anything. */
export function isUserKey(key: string): boolean {
  return USER_KEYS.some((own) => key === own || key.startsWith(`${own}.`));
}

/** Explains to an agent that a key is the user's, and names the command by which the user sets it. */
export function userKeyRefusal(
  key: string,
  value: ConfigValue,
): { readonly message: string; readonly hint: string } {
  const text = typeof value === "object" ? JSON.stringify(value) : String(value);
  return {
    message: `Cannot let an agent set ${key}: it decides what runs or what the user is asked`,
    hint: `The user can set it at a terminal: wf config set ${key} ${shellWord(text)}`,
  };
}
