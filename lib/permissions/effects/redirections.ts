import type { Redirection } from "../shell/ast.ts";
import { type CommandContext, never } from "./effects.ts";

/** @param empties True if the command writes nothing, so that `>` empties the file. */
export function judgeRedirection(
  context: CommandContext,
  { operator, target, body }: Redirection,
  empties: boolean,
): void {
  if (body !== undefined || operator.startsWith("<<")) return;
  if (/^[<>]&$/.test(operator) && /^(?:\d+-?|-)$/.test(target.text)) return;
  if (/hookspath/i.test(target.text)) context.note(never("git hooks are never bypassed"));
  const reads = operator === "<" || operator === "<&";
  context.path(target, reads ? "read" : empties && /^(?:>|>\|)$/.test(operator) ? "empty" : "write");
}
