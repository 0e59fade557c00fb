import { ELEMENT_NAMES } from "../../parse/plan_file/vocabulary.ts";
import { nearest } from "../../text/nearest.ts";
import type { Rule } from "../rule.ts";

/** Finds elements that are not closed. `<task>` has its own rule. */
export const unclosedElement: Rule = {
  code: "unclosed-element",
  severity: "error",
  summary: "Each element of the body is closed",
  why: "The content of an element ends at its closing tag. Without it the end is a guess, and the next " +
    "element may be swallowed.",
  shows: ["<objective>", "<tasks>"],
  *plan(plan) {
    const unclosed = plan.body.problems.filter(({ kind, name }) => kind === "unclosed" && name !== "task");
    if (unclosed.length === 0) return;
    const { text } = plan.source;
    const unknown = [...text.matchAll(CLOSING)].filter(([, name = ""]) => !ELEMENT_NAMES.includes(name))
      .slice(0, MAX_UNKNOWN);
    for (const { name, endedBy, span, task } of unclosed) {
      const where = task === undefined ? "" : ` of task ${task}`;
      const typo = unknown.find(({ index, 1: written = "" }) =>
        index >= span.end && nearest(written, [name]) !== undefined
      );
      if (typo !== undefined && (task === undefined || isInTask(text.slice(span.end, typo.index)))) {
        yield {
          message: `<${name}>${where} is not closed, because </${typo[1]}> is misspelt`,
          hint: `Write \`</${name}>\``,
          span: { start: typo.index, end: typo.index + typo[0].length },
        };
        continue;
      }
      yield {
        message: endedBy === undefined
          ? `<${name}>${where} is not closed, so its end is a guess`
          : `<${name}>${where} ends at <${endedBy}>, before its </${name}>`,
        hint: endedBy === undefined
          ? `Add \`</${name}>\` where it ends`
          : `Move \`</${name}>\` before \`<${endedBy}>\``,
        span,
      };
    }
  },
};

const CLOSING = /<\/([A-Za-z][\w-]*)>/g;
/** The maximum number of unknown closing tags to compare: the time grows with the number of unclosed elements too. */
const MAX_UNKNOWN = 50;

/** Reports whether a text after a tag of a task does not leave the task. */
function isInTask(text: string): boolean {
  return !text.includes("</task>");
}
