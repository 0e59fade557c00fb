import { SECTIONS } from "../text/elements.ts";
import type { Rule } from "../rule.ts";

/** Checks that the elements are in the order in which they are read. */
export const elementOrder: Rule = {
  code: "element-order",
  severity: "hint",
  summary: `The body's elements are in the order ${SECTIONS.join(", ")}`,
  why:
    "A fixed order makes all plans read alike: what and why, what to read, the tasks, how to check them, " +
    "where to report. Other elements may come in between.",
  shows: SECTIONS.map((name) => `<${name}>`),
  *plan(plan) {
    let last = { name: "", at: -1 };
    for (const { name, tag } of plan.body.elements) {
      const at = SECTIONS.indexOf(name);
      if (at === -1) continue;
      if (at < last.at) {
        yield {
          message: `<${name}> comes after <${last.name}>, but belongs before it`,
          hint: `The order is ${SECTIONS.join(", ")}`,
          span: tag,
        };
        return;
      }
      last = { name, at };
    }
  },
};
