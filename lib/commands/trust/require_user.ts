import { isUserKey, type KeyChange, userKeyRefusal } from "../../plan/trust/user_keys.ts";
import { type CommandContext, UsageError } from "../context/command_context.ts";

/**
 * Throws a UsageError when a coding agent is about to change a key that only the user may change.
 *
 * @param instead The hint for the user; by default the command that changes the key.
 */
export function requireUser(
  changes: readonly KeyChange[],
  { byAgent }: Pick<CommandContext, "byAgent">,
  instead?: string,
): void {
  const own = changes.find(({ key }) => isUserKey(key));
  if (own === undefined || !byAgent()) return;
  const { message, hint } = userKeyRefusal(own);
  throw new UsageError(message, instead ?? hint);
}

/** Throws a UsageError unless the user calls at a terminal. */
export function requireTerminal(
  refused: string,
  { host, byAgent }: Pick<CommandContext, "host" | "byAgent">,
): void {
  if (!byAgent() && host.isTerminal("stdin") && host.isTerminal("stderr")) return;
  throw new UsageError(
    `${refused}: ${byAgent() ? "a coding agent calls" : "there is no terminal"}`,
    "Only you can change it, at a terminal",
  );
}
