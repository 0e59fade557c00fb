import { SECTIONS } from "../text/elements.ts";
import type { Rule } from "../rule.ts";

/** The elements stand in the order in which they are read. */
export const elementOrder: Rule = {
  code: "element-order",
  severity: "hint",
  summary: `The body's elements stand in the order ${SECTIONS.join(", ")}`,
  why: "All plans read alike when their parts stand in one order: what and why, what to read, the tasks, " +
    "how to check them, where to report. Other elements may stand between.",
  shows: SECTIONS.map((name) => `<${name}>`),
  *plan(plan) {
    if (plan.frontmatter.kind === "missing") return;
    let last = { name: "", at: -1 };
    for (const { name, tag } of plan.body.elements) {
      const at = SECTIONS.indexOf(name);
      if (at === -1) continue;
      if (at < last.at) {
        yield {
          message: `<${name}> stands after <${last.name}>, and belongs before it`,
          hint: `The order is ${SECTIONS.join(", ")}`,
          span: tag,
        };
        return;
      }
      last = { name, at };
    }
  },
};
