import { spanAt } from "../../parse/plan_frontmatter.ts";
import { yamlText } from "../../parse/yaml_text.ts";
import type { Rule } from "../rule.ts";

/** The field `phase` repeats the folder's name. The folder counts; another text misleads readers. */
export const phaseMismatch: Rule = {
  code: "phase-mismatch",
  severity: "warning",
  strict: true,
  summary: "`phase` is the name of the plan's folder, or its number",
  why: "The folder decides which phase a plan belongs to. A field that says something else misleads " +
    "readers, and often shows that the plan was copied.",
  shows: ["phase"],
  *plan(plan) {
    const stated = plan.fields["phase"];
    const folder = plan.source.path.split("/").at(-2);
    if (plan.frontmatter.kind !== "parsed" || typeof stated !== "string" || folder === undefined) return;
    const number = /^[\d.]+[A-Za-z]?(?=-|$)/.exec(folder)?.[0];
    if (number === undefined || stated === folder || unpadded(stated) === unpadded(number)) return;
    const span = spanAt(plan.frontmatter.root, "/phase");
    const finding = {
      message: `The plan says phase "${stated}" and lies in the folder "${folder}", which counts`,
      hint: `Write \`phase: ${folder}\`, or move the plan`,
      span,
    };
    const quoted = /["']/.test(plan.source.text[span.start - 1] ?? "");
    const text = quoted ? folder : yamlText(folder);
    yield quoted && /["'\\]/.test(folder)
      ? finding
      : { ...finding, fix: { title: `Set phase to ${folder}`, edits: [{ ...span, text }] } };
  },
};

/** A phase number without zeros before it and in one case. */
function unpadded(text: string): string {
  return text.trim().replace(/^0+(?=\d)/, "").toUpperCase();
}
