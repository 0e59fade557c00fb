import type { Span } from "../../../schemas/diagnostic.ts";
import type { PlanDocument } from "../../parse/plan_file/plan_file.ts";
import type { YamlNode } from "../../parse/yaml/yaml.ts";
import { namesAll, namesNone, withoutBrackets } from "../../parse/plan_file/plan_requirements.ts";
import { firstCharacter, innerText } from "../text/elements.ts";
import type { Rule } from "../rule.ts";
import {
  isOrHoldsOpen,
  isUnfinished,
  MAX_UNFINISHED,
  openPlaceholder,
} from "../../parse/documents/placeholders.ts";

/** Every placeholder contains one of these; to search for them is faster. */
const OPENINGS = ["<", "{", "XX-name", "[REQ-ID"];
const FIELDS = new Set(["phase", "plan", "depends_on", "files_modified", "requirements", "must_haves"]);
const LITERAL = new Set(["pattern", "contains", "not_contains", "exports"]);
/** Keys whose values are sentences, in which `{name}` may be part of an address or a template. */
const PROSE = new Set(["truths", "provides", "via"]);
const PARTS = new Set([
  "name",
  "files",
  "action",
  "verify",
  "done",
  "what-built",
  "how-to-verify",
  "decision",
]);

/** Finds placeholders of a template that were not filled in. */
export const placeholder: Rule = {
  code: "placeholder",
  severity: "warning",
  summary: "Placeholders of the template are filled in",
  why:
    "A plan with `[Verb] [noun]`, `<NN>` or `TBD` is not finished: an agent would follow the placeholder " +
    "literally, or invent what it stands for.",
  shows: ["phase", "files_modified", "must_haves", "<objective>", "<task>", "<output>"],
  *plan(plan) {
    for (const { span, what } of openTexts(plan)) {
      const written = plan.source.text.slice(span.start, span.end).trim().replace(/\s+/g, " ");
      yield {
        message: `${what} is not filled in: "${written.length > 60 ? `${written.slice(0, 59)}…` : written}"`,
        hint: "Replace the placeholder with the actual content",
        span,
      };
    }
  },
};

function* openTexts(plan: PlanDocument): Iterable<{ span: Span; what: string }> {
  if (plan.frontmatter.kind === "parsed") {
    const { root, span: { start, end } } = plan.frontmatter;
    const written = plan.source.text.slice(start, end);
    const isOpen = OPENINGS.some((opening) => written.includes(opening)) ? isOrHoldsOpen : isUnfinished;
    for (const { key, value } of root.entries) {
      if (!FIELDS.has(key)) continue;
      const found: Span[] = [];
      addScalars(value, key === "requirements" ? isOpenRequirement : isOpen, found);
      for (const span of found) yield { span, what: `"${key}"` };
    }
  }
  for (const element of plan.body.elements) {
    if (element.name !== "objective" && element.name !== "output") continue;
    const text = innerText(plan, element);
    const line = /\S[^\n]*/.exec(text);
    const open = element.name === "output" ? openPlaceholder(text) : undefined;
    if (open !== undefined) {
      const { start } = element.inner;
      yield { span: { start: start + open.start, end: start + open.end }, what: `<${element.name}>` };
    } else if (line !== null && isUnfinished(line[0].trim())) {
      yield { span: at(element.inner.start + line.index, line[0].trimEnd()), what: `<${element.name}>` };
    }
  }
  for (const { number, element } of plan.tasks) {
    for (const child of element.children) {
      if (!PARTS.has(child.name)) continue;
      const { inner } = child;
      const start = firstCharacter(plan, inner);
      if (start === undefined || !mayBeOpen(start, inner.end, plan.source.text)) continue;
      const text = plan.source.text.slice(start, inner.end).trimEnd();
      if (!isUnfinished(text) || (child.name === "files" && /[./]/.test(text))) continue;
      yield { span: at(start, text), what: `<${child.name}> of task ${number}` };
    }
  }
}

/** Adds the spans of a node's scalars that satisfy a condition. */
function addScalars(node: YamlNode, isWanted: (text: string) => boolean, found: Span[]): void {
  if (node.kind === "scalar") {
    if (isWanted(node.text)) found.push(node.span);
  } else if (node.kind === "list") {
    for (const item of node.items) addScalars(item, isWanted, found);
  } else {
    // A pattern is a regular expression, and may be `<name>` or `...`.
    for (const { key, value } of node.entries) {
      if (!LITERAL.has(key)) addScalars(value, PROSE.has(key) ? isUnfinished : isWanted, found);
    }
  }
}

/** Reports whether a requirement is a placeholder. `[all]` and `[N/A]` are answers, even in brackets. */
function isOpenRequirement(text: string): boolean {
  const isAnswer = namesAll(text) || namesNone(text);
  return isOrHoldsOpen(isAnswer ? withoutBrackets(text) : text);
}

/** Rules out long texts without a bracket, which need not be copied. */
function mayBeOpen(start: number, end: number, text: string): boolean {
  return text[start] === "[" || end - start <= 2 * MAX_UNFINISHED;
}

function at(start: number, text: string): Span {
  return { start, end: start + text.length };
}
