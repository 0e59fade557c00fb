import type { BodyElement } from "../../parse/plan_file/scan_body.ts";
import type { PlanDocument } from "../../parse/plan_file/plan_file.ts";
import { allowedInside, type BodyPlace, elementsAround } from "../place/body.ts";
import type { Completion } from "./item.ts";
import { attributesOfElement, elementDoc, specifiedChildren } from "../docs/element_docs.ts";

const REPEATED = new Set(["task", "option", "automated"]);
/** Elements that are read in place of others, and not proposed. */
const REPLACED = new Set(["checkpoint", "title"]);
/** Elements whose text fits on a line. */
const SHORT = new Set(["name", "files", "done", "automated", "resume-signal", "pros", "cons", "decision"]);
const TASK = `<task type="auto">
  <name>$1</name>
  <files>$2</files>
  <action>
  $3
  </action>
  <verify>$4</verify>
  <done>$0</done>
</task>`;

export function completeBody(plan: PlanDocument, place: BodyPlace, offset: number): readonly Completion[] {
  switch (place.kind) {
    case "name":
      return place.close ? closing(plan, place, offset) : elements(plan, place, offset);
    case "attribute":
      return attributesOfElement(place.element)
        .filter(({ name }) => !new RegExp(`\\s${name}\\s*=`).test(place.written))
        .map(({ name, description, values: [first] }) => ({
          label: name,
          kind: "attribute",
          text: first === undefined ? `${name}="$0"` : `${name}="\${1:${first.value}}"`,
          isSnippet: true,
          markdown: description,
          span: place.span,
        }));
    case "value": {
      const doc = attributesOfElement(place.element).find(({ name }) => name === place.attribute);
      return (doc?.values ?? []).map(({ value, description }) => ({
        label: value,
        kind: "value",
        text: value,
        markdown: description,
        span: place.span,
      }));
    }
    case "reference":
    case "file":
    case "text":
      return [];
  }
}

type NamePlace = Extract<BodyPlace, { readonly kind: "name" }>;

/** Proposes the elements that are allowed and missing here, those of the specification first. */
function elements(plan: PlanDocument, place: NamePlace, offset: number): Completion[] {
  const around = elementsAround(plan, offset);
  const inner = around.at(-1);
  const beside = new Set((inner?.children ?? (inner === undefined ? plan.body.elements : [])).map(nameOf));
  const type = around.find(({ name }) => name === "task")?.attributes.get("type")?.value ?? "auto";
  const first = inner?.name === "task" ? specifiedChildren(type) : [];
  const names = around.map(nameOf);
  const allowed = allowedInside(names).filter((name) =>
    !REPLACED.has(name) && (REPEATED.has(name) || !beside.has(name))
  );
  return [...allowed].sort((a, b) => Number(first.includes(b)) - Number(first.includes(a))).map((name) => ({
    label: name,
    kind: "element",
    text: name === "task" ? TASK : SHORT.has(name) ? `<${name}>$0</${name}>` : `<${name}>\n$0\n</${name}>`,
    isSnippet: true,
    markdown: elementDoc(name, names, type),
    filter: `<${name}`,
    span: { start: place.from, end: afterTag(plan.source.text, place.span.end) },
  }));
}

/** Proposes the closing tags of open elements, innermost first. */
function closing(plan: PlanDocument, place: NamePlace, offset: number): Completion[] {
  return elementsAround(plan, offset).toReversed().map(({ name }) => ({
    label: `/${name}`,
    kind: "element",
    text: `</${name}>`,
    filter: `</${name}`,
    span: { start: place.from, end: afterTag(plan.source.text, place.span.end) },
  }));
}

/** Skips a `>` that the editor has already inserted. */
function afterTag(text: string, end: number): number {
  return text[end] === ">" ? end + 1 : end;
}

function nameOf({ name }: BodyElement): string {
  return name;
}
