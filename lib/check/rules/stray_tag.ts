import type { Span } from "../../../schemas/diagnostic.ts";
import type { Rule } from "../rule.ts";

/** A closing tag closes something. */
export const strayTag: Rule = {
  code: "stray-tag",
  severity: "warning",
  strict: true,
  summary: "Each closing tag of the body closes an element",
  why: "A closing tag that closes nothing is left over from an edit. Often it stands where an element was " +
    "meant to end.",
  shows: ["<tasks>", "<output>"],
  *plan(plan) {
    if (plan.frontmatter.kind === "missing") return;
    for (const { kind, name, span } of plan.body.problems) {
      if (kind !== "stray") continue;
      yield {
        message: `</${name}> closes nothing`,
        hint: "Remove it",
        span,
        fix: {
          title: `Remove the stray </${name}>`,
          edits: [{ ...removed(span, plan.source.text), text: "" }],
        },
      };
    }
  },
};

/** The tag; with its line where nothing else stands on it. */
function removed({ start, end }: Span, text: string): Span {
  const lineStart = text.lastIndexOf("\n", start - 1) + 1;
  const rest = /^[ \t]*(?:\r?\n|$)/.exec(text.slice(end, end + 200))?.[0];
  if (rest === undefined || text.slice(lineStart, start).trim() !== "") return { start, end };
  if (rest.endsWith("\n")) return { start: lineStart, end: end + rest.length };
  const before = /\r?\n$/.exec(text.slice(0, lineStart).slice(-2))?.[0].length ?? 0;
  return { start: lineStart - before, end: end + rest.length };
}
