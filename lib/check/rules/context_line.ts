import { innerText } from "../text/elements.ts";
import type { Rule } from "../rule.ts";

const PATH =
  /^[ \t]*(?:[-*][ \t]+)?`?(?!@)((?:\.{1,2}\/|~\/)?(?:[\w.-]+\/)+[\w.-]+\.[A-Za-z]\w{0,9})`?[ \t\r]*$/;

/** A file to read is named `@path`; a path alone is text to the agent. */
export const contextLine: Rule = {
  code: "context-line",
  severity: "hint",
  summary: "Files in `<context>` and `<execution_context>` are named `@path`",
  why: "The `@` makes the difference between a file that the agent is given to read and one that is only " +
    "mentioned. Other text in these elements is fine, as are blocks of code and what stands in an element " +
    "of its own, such as `<interfaces>`.",
  shows: ["<execution_context>", "<context>"],
  *plan(plan) {
    if (plan.frontmatter.kind === "missing") return;
    let given: ReadonlySet<string> | undefined;
    for (const element of plan.body.elements) {
      if (element.name !== "context" && element.name !== "execution_context") continue;
      for (const { line, offset } of proseLines(innerText(plan, element))) {
        const path = PATH.exec(line)?.[1];
        if (path === undefined) continue;
        given ??= givenPaths(plan.source.text);
        if (given.has(plainPath(path))) continue;
        const start = element.inner.start + offset + line.indexOf(path);
        yield {
          message: `The file ${path} is mentioned, not given to read: there is no @ before it`,
          hint: `Write \`@${path}\``,
          span: { start, end: start + path.length },
        };
      }
    }
  },
};

/** The paths that a plan gives to read, wherever in it. */
function givenPaths(text: string): ReadonlySet<string> {
  return new Set([...text.matchAll(/@([\w./~-]+)/g)].map(([, path]) => plainPath(withoutStops(path!))));
}

/** A path without the full stops of the sentence it ends. */
function withoutStops(path: string): string {
  let end = path.length;
  while (path[end - 1] === ".") end--;
  return path.slice(0, end);
}

function plainPath(path: string): string {
  return path.replace(/^\.\//, "");
}

/** A line and where it begins. */
interface Line {
  readonly line: string;
  readonly offset: number;
}

/** The lines of a text that stand neither in a block of code nor in an element of their own. */
function* proseLines(text: string): Iterable<Line> {
  let fence: string | undefined;
  let element: string | undefined;
  let offset = 0;
  for (const line of text.split("\n")) {
    const mark = /^[ \t]*(?:[-*][ \t]+)?(`{3,}|~{3,})/.exec(line)?.[1];
    if (fence !== undefined) {
      if (mark?.startsWith(fence)) fence = undefined;
    } else if (mark !== undefined) {
      fence = mark;
    } else if (element !== undefined) {
      if (line.includes(`</${element}>`)) element = undefined;
    } else {
      const opened = /^[ \t]*<([A-Za-z][\w-]*)[^<>]*>/.exec(line)?.[1];
      if (opened === undefined) yield { line, offset };
      else if (!line.includes(`</${opened}>`)) element = opened;
    }
    offset += line.length + 1;
  }
}
