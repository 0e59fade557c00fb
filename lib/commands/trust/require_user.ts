import { isUserKey, type KeyChange, userKeyRefusal } from "../../plan/trust/user_keys.ts";
import { type CommandContext, UsageError } from "../context/command_context.ts";

/**
 * Throws a UsageError where a coding agent is about to change a key that is the user's.
 *
 * @param instead What the user can do; the command that changes the key when left out.
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
