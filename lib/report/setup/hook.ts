import type { HookOptions } from "../../../schemas/commands.ts";
import type { HookResult } from "../../../schemas/results/setup.ts";
import { styledDiff } from "../findings/diff.ts";
import { reportText } from "../terminal/report_text.ts";
import type { Style } from "../terminal/style.ts";

/** Describes what `hook install` did, or what the user has to do. */
export function hookText(result: HookResult, options: HookOptions, style: Style): string {
  const { hook, byHand, changed, diff, next = [] } = result;
  const uninstall = options.uninstall === true;
  const report = (line: string) => reportText([line, ...next.length === 0 ? [] : ["", DRIVER]], next, style);
  if (byHand !== undefined) {
    const what = uninstall ? `Remove this from ${byHand.path}` : `Add this to ${byHand.path}`;
    return `${what}, which wf does not edit:\n\n${byHand.text}`;
  }
  if (!changed) {
    return uninstall
      ? report(`Nothing to remove from ${hook}`)
      : report(`${style.green("✓")} ${hook} is up to date`);
  }
  if (diff !== undefined) return styledDiff(diff, style);
  if (options["merge-driver"]) {
    return report(
      uninstall
        ? `${style.green("✓")} Removed the merge driver from ${hook} and the configuration of git`
        : `${style.green("✓")} Merges of STATE.md and ROADMAP.md in this clone now use wf (${hook})\n` +
          "To take it back: wf hook install --merge-driver --uninstall",
    );
  }
  return report(
    uninstall
      ? `${style.green("✓")} Removed the check from ${hook}`
      : `${style.green("✓")} ${hook} now runs wf validate --staged before each commit`,
  );
}

const DRIVER = `STATE.md and ROADMAP.md conflict whenever two branches finish plans.
With the merge driver of wf in this clone, only your own lines can conflict.`;
