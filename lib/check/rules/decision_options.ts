import type { Finding, Rule } from "../rule.ts";
import { childOf } from "../../parse/plan_file/scan_body.ts";

/** Checks that a decision offers a choice and that each option can be named. */
export const decisionOptions: Rule = {
  code: "decision-options",
  severity: "warning",
  summary: "A decision has at least two options, each with its own ID",
  why: "The answer to a decision is the ID of an option: `--answer 01-02/3=postgres`. Two options with one " +
    "ID cannot be told apart. Fewer than two options leave nothing to decide, which is a hint.",
  shows: ["<task>"],
  *plan(plan): Iterable<Finding> {
    for (const node of plan.tasks) {
      const task = node.type === "checkpoint:decision" ? node.task : undefined;
      if (task?.type !== "checkpoint:decision") continue;
      const { element } = node;
      if (task.options.length < 2) {
        yield {
          message: `The decision of task ${task.number} has ${
            task.options.length === 0 ? "no options" : "only one option"
          }`,
          hint: 'Add `<option id="…">` for each choice in `<options>`',
          span: childOf(element, "options")?.tag ?? element.tag,
          severity: "hint",
        };
      }
      const seen = new Set<string>();
      const options = childOf(element, "options")?.children ?? [];
      for (const [index, { id }] of task.options.entries()) {
        if (seen.has(id)) {
          yield {
            message: `Two options of task ${task.number} have the ID "${id}"`,
            hint: "Give each option its own ID",
            span: options[index]!.tag,
          };
        }
        seen.add(id);
      }
    }
  },
};
