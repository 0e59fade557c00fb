import type { HookOptions } from "../../../schemas/commands.ts";
import type { HookResult } from "../../../schemas/results/setup.ts";
import { styledDiff } from "../findings/diff.ts";
import type { Style } from "../terminal/style.ts";

/** Describes what `hook install` did, or what the user has to do. */
export function hookText(result: HookResult, options: HookOptions, style: Style): string {
  const { hook, byHand, changed, diff, next = [] } = result;
  const uninstall = options.uninstall === true;
  const more = next.length === 0 ? "" : `
STATE.md and ROADMAP.md conflict whenever two branches finish plans. A merge driver in this clone's git
configuration merges what wf wrote there, so that only your own lines can conflict.

Next:
${next.map((command) => `  ${command}\n`).join("")}`;
  if (byHand !== undefined) {
    const what = uninstall ? `Remove this from ${byHand.path}` : `Add this to ${byHand.path}`;
    return `${what}, which wf does not edit:\n\n${byHand.text}`;
  }
  if (!changed) {
    return uninstall
      ? `Nothing to remove from ${hook}\n`
      : `${style.green("✓")} ${hook} is up to date\n${more}`;
  }
  if (diff !== undefined) return styledDiff(diff, style);
  if (options["merge-driver"]) {
    return uninstall
      ? `${style.green("✓")} Removed the merge driver from ${hook} and the configuration of git\n`
      : `${style.green("✓")} Merges of STATE.md and ROADMAP.md in this clone now use wf (${hook})\n` +
        "To take it back: wf hook install --merge-driver --uninstall\n";
  }
  return uninstall
    ? `${style.green("✓")} Removed the check from ${hook}\n`
    : `${style.green("✓")} ${hook} now runs wf validate --staged before each commit\n${more}`;
}
