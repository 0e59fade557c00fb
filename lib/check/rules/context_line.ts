import { innerText } from "../elements.ts";
import type { Rule } from "../rule.ts";

const PATH =
  /^[ \t]*(?:[-*][ \t]+)?`?(?!@)((?:\.{1,2}\/|~\/)?(?:[\w.-]+\/)+[\w.-]+\.[A-Za-z]\w{0,9})`?[ \t]*$/gm;

/** A file to read is named `@path`; a path alone is text to the agent. */
export const contextLine: Rule = {
  code: "context-line",
  severity: "hint",
  summary: "Files in `<context>` and `<execution_context>` are named `@path`",
  why: "The `@` makes the difference between a file that the agent is given to read and one that is only " +
    "mentioned. Other text in these elements is fine.",
  shows: ["<execution_context>", "<context>"],
  *plan(plan) {
    if (plan.frontmatter.kind === "missing") return;
    for (const element of plan.body.elements) {
      if (element.name !== "context" && element.name !== "execution_context") continue;
      for (const match of innerText(plan, element).matchAll(PATH)) {
        const start = element.inner.start + match.index + match[0].indexOf(match[1]!);
        yield {
          message: `The file ${match[1]} is mentioned, not given to read: there is no @ before it`,
          hint: `Write \`@${match[1]}\``,
          span: { start, end: start + match[1]!.length },
        };
      }
    }
  },
};
