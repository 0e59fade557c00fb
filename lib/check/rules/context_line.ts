import { isForeignWorkflow } from "../../parse/plan_file/references.ts";
import { proseLines } from "../../text/prose_lines.ts";
import { innerText } from "../text/elements.ts";
import type { Rule } from "../rule.ts";

const PATH =
  /^[ \t]*(?:[-*][ \t]+)?`?(?!@)((?:\.{1,2}\/|~\/)?(?:[\w.-]+\/)+[\w.-]+\.[A-Za-z]\w{0,9})`?[ \t\r]*$/;

/** Finds paths without `@` in `<context>`: to the agent, a path alone is only text. */
export const contextLine: Rule = {
  code: "context-line",
  severity: "hint",
  summary: "Files in `<context>` and `<execution_context>` are named `@path`",
  why: "The `@` marks a file that the agent is given to read; a path without it is only mentioned. Other " +
    "text in these elements is fine, as are code blocks, the content of nested elements such as " +
    "`<interfaces>`, and the workflows of other tools, which the agent is not given.",
  shows: ["<execution_context>", "<context>"],
  *plan(plan) {
    let given: ReadonlySet<string> | undefined;
    for (const element of plan.body.elements) {
      if (element.name !== "context" && element.name !== "execution_context") continue;
      for (const { line, offset } of proseLines(innerText(plan, element))) {
        const path = PATH.exec(line)?.[1];
        if (path === undefined || (element.name === "execution_context" && isForeignWorkflow(line))) continue;
        given ??= givenPaths(plan.source.text);
        if (given.has(plainPath(path))) continue;
        const start = element.inner.start + offset + line.indexOf(path);
        yield {
          message: `The file ${path} is only mentioned: without an @ the agent is not given it to read`,
          hint: `Write \`@${path}\``,
          span: { start, end: start + path.length },
        };
      }
    }
  },
};

/** The paths in any part of a plan that the agent should read. */
function givenPaths(text: string): ReadonlySet<string> {
  return new Set([...text.matchAll(/@([\w./~-]+)/g)].map(([, path]) => plainPath(withoutStops(path!))));
}

/** Removes trailing full stops, which belong to the sentence. */
function withoutStops(path: string): string {
  let end = path.length;
  while (path[end - 1] === ".") end--;
  return path.slice(0, end);
}

function plainPath(path: string): string {
  return path.replace(/^\.\//, "");
}
