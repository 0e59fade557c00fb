import type { Span } from "../../../schemas/diagnostic.ts";
import type { PlanDocument } from "../../parse/plan_file/plan_file.ts";
import { type MisspeltTag, misspeltTags } from "../text/misspelt_tags.ts";
import type { Rule } from "../rule.ts";

/** Finds closing tags without an opening tag. */
export const strayTag: Rule = {
  code: "stray-tag",
  severity: "warning",
  strict: true,
  summary: "Each closing tag of the body closes an element",
  why: "A closing tag without an opening tag above it is left over from an edit. Often it marks the end of " +
    "an element whose opening tag is missing. Only a tag that repeats the closing tag before it is certain " +
    "to be superfluous.",
  shows: ["<tasks>", "<output>"],
  *plan(plan) {
    const stray = plan.body.problems.filter(({ kind }) => kind === "stray");
    if (stray.length === 0) return;
    const typos = typosOf(plan, [...new Set(stray.map(({ name }) => name))]);
    for (const { name, span } of stray) {
      const opening = typos.get(name);
      if (opening !== undefined && opening.span.end <= span.start) {
        const { written } = opening;
        yield {
          message: `</${name}> closes nothing, because <${written}> is not an element`,
          hint: `Write <${name}> in place of <${written}>`,
          span,
          related: [{ message: "the opening tag", span: { path: plan.source.path, ...opening.span } }],
        };
        continue;
      }
      const message = `</${name}> closes nothing`;
      yield repeats(name, span, plan.source.text)
        ? {
          message,
          hint: "Remove it",
          span,
          fix: {
            title: `Remove the second </${name}>`,
            edits: [{ ...removed(span, plan.source.text), text: "" }],
          },
        }
        : { message, hint: `Write <${name}> where the element begins, or remove it`, span };
    }
  },
};

/** Reports whether the same closing tag directly precedes a tag, on its line or the lines above. */
function repeats(name: string, { start }: Span, text: string): boolean {
  const tag = `</${name}>`;
  let end = start;
  while (end > 0 && /\s/.test(text[end - 1]!)) end--;
  return text.slice(Math.max(0, end - tag.length), end) === tag;
}

/** The misspelt opening tags, by the name of the closing tag: the first for each, at the top or in a task. */
function typosOf(plan: PlanDocument, names: readonly string[]): ReadonlyMap<string, MisspeltTag> {
  const { frontmatter, source, body, tasks } = plan;
  const whole = { start: frontmatter.bodyStart, end: source.text.length };
  const found = [
    ...misspeltTags(plan, whole, body.elements, names),
    ...tasks.flatMap(({ element }) => misspeltTags(plan, element.inner, element.children, names)),
  ];
  return new Map(found.reverse().map((typo) => [typo.meant, typo]));
}

/** The span to remove: the tag, or its whole line if the line contains nothing else. */
function removed({ start, end }: Span, text: string): Span {
  const lineStart = text.lastIndexOf("\n", start - 1) + 1;
  const rest = /^[ \t]*(?:\r?\n|$)/.exec(text.slice(end, end + 200))?.[0];
  if (rest === undefined || text.slice(lineStart, start).trim() !== "") return { start, end };
  if (rest.endsWith("\n")) return { start: lineStart, end: end + rest.length };
  const before = /\r?\n$/.exec(text.slice(0, lineStart).slice(-2))?.[0].length ?? 0;
  return { start: lineStart - before, end: end + rest.length };
}
