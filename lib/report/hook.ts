import type { HookOptions } from "../../schemas/commands.ts";
import type { HookResult } from "../../schemas/results/setup.ts";
import { styledDiff } from "./findings/diff.ts";
import type { Style } from "./terminal/style.ts";

/** Describes what `hook install` did, or what the user has to do. */
export function hookText(result: HookResult, options: HookOptions, style: Style): string {
  const { hook, byHand, changed, diff } = result;
  const uninstall = options.uninstall === true;
  if (byHand !== undefined) {
    const what = uninstall ? `Remove this from ${byHand.path}` : `Add this to ${byHand.path}`;
    return `${what}, which wf does not edit:\n\n${byHand.text}`;
  }
  if (!changed) {
    return uninstall ? `Nothing to remove from ${hook}\n` : `${style.green("✓")} ${hook} is up to date\n`;
  }
  if (diff !== undefined) return styledDiff(diff, style);
  return uninstall
    ? `${style.green("✓")} Removed the check from ${hook}\n`
    : `${style.green("✓")} ${hook} now runs wf validate --staged before each commit\n`;
}
