import type { Finding, Rule } from "../rule.ts";

/** A decision offers a choice, and each option can be named. */
export const decisionOptions: Rule = {
  code: "decision-options",
  severity: "warning",
  summary: "A decision has two options or more, each with an ID of its own",
  why: "The answer to a decision is the ID of an option: `--answer 01-02/3=postgres`. Two options with one " +
    "ID cannot be told apart; fewer than two leave nothing to decide, which is a hint.",
  shows: ["<task>"],
  *plan(plan): Iterable<Finding> {
    if (plan.frontmatter.kind === "missing") return;
    for (const { task, element } of plan.tasks) {
      if (task.type !== "checkpoint:decision") continue;
      if (task.options.length < 2) {
        yield {
          message: `The decision of task ${task.number} has ${
            task.options.length === 0 ? "no options" : "one option only"
          }`,
          hint: 'Add `<option id="…">` for each choice in `<options>`',
          span: element.children.find(({ name }) => name === "options")?.tag ?? element.tag,
          severity: "hint",
        };
      }
      const seen = new Set<string>();
      const options = element.children.find(({ name }) => name === "options")?.children ?? [];
      for (const [index, { id }] of task.options.entries()) {
        if (seen.has(id)) {
          yield {
            message: `The option "${id}" of task ${task.number} is given twice`,
            hint: "Give each option an ID of its own",
            span: options[index]!.tag,
          };
        }
        seen.add(id);
      }
    }
  },
};
