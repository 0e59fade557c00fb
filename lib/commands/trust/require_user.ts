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
