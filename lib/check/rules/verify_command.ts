import type { Rule } from "../rule.ts";
import { readActionChecks } from "../../parse/plan_file/action_checks.ts";
import { automatedParts } from "../../parse/plan_file/checks.ts";
import { childOf } from "../../parse/plan_file/scan_body.ts";
import { innerText } from "../text/elements.ts";

/** Matches the usual commands of a project, which may have no option that tells them from a sentence. */
const USUAL =
  /^(?:(?:npm|pnpm|yarn|bun|deno|cargo|go) (?:test|build|check|vet|(?:run|task) [\w:.-]+)|pytest)(?: \S*[./]\S*)*$/;

/** Finds commands that are not run, because they are not in `<automated>`. */
export const verifyCommand: Rule = {
  code: "verify-command",
  severity: "warning",
  open: true,
  summary: "A command in `<verify>` is inside `<automated>`",
  why:
    "The tool runs only what is in `<automated>`. Any other text in `<verify>` is for the agent, so the task is " +
    "committed without this check. Complete plans are not checked.",
  shows: ["<verify>"],
  *plan(plan) {
    for (const { number, type, element } of plan.tasks) {
      const child = childOf(element, "verify");
      if (type !== "auto" || child === undefined) continue;
      const text = innerText(plan, child).trim();
      if (automatedParts(text).length > 0) continue;
      if (!USUAL.test(text) && readActionChecks(text).length === 0) continue;
      yield {
        message: `The command in <verify> of task ${number} is not run`,
        hint: "Write it in `<verify><automated>…</automated></verify>`",
        span: child.tag,
      };
    }
  },
};
