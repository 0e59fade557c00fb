import { configKeys, planKeys } from "../../generated/metadata.ts";
import type { Span } from "../../schemas/diagnostic.ts";
import { getLocation } from "../deps/jsonc.ts";
import { CONFIG_PATH } from "../parse/config/config.ts";
import { tooDeepBracket } from "../parse/json/tree.ts";
import { printPhaseNumber } from "../parse/ids/phase_number.ts";
import type { PlanDocument } from "../parse/plan_file/plan_file.ts";
import { phaseFolder } from "../parse/ids/summary_paths.ts";
import { hasSummary } from "../parse/project/project.ts";
import type { Project } from "../parse/project/model.ts";
import type { Requirement } from "../parse/requirements/requirements.ts";
import { tagAt } from "./place/body.ts";
import type { EditorDocument } from "./place/document.ts";
import { attributesOfElement, elementDoc } from "./docs/element_docs.ts";
import { namedAt } from "./named.ts";
import { CONFIG, PLAN, schemaAt, type SchemaNode } from "./docs/schema_docs.ts";
import { yamlPlace } from "./place/yaml.ts";
import { count } from "../text/count.ts";
import { paragraphs } from "../text/paragraphs.ts";

export interface HoverText {
  /** The text. Markdown. */
  readonly markdown: string;
  readonly span: Span;
}

/** Describes a place: the target of a reference, otherwise the meaning of the key or element. */
export function hoverAt(document: EditorDocument, offset: number): HoverText | undefined {
  if (document.path === CONFIG_PATH) {
    return tooDeepBracket(document.text) === undefined ? configHover(document.text, offset) : undefined;
  }
  const named = namedAt(document, offset);
  if (named?.kind === "plan") return { markdown: planText(named.plan, document.project), span: named.span };
  if (named?.kind === "requirement") {
    return { markdown: requirementText(named.requirement), span: named.span };
  }
  const { plan } = document;
  if (plan === undefined) return undefined;
  const yaml = frontmatterSpan(plan);
  return yaml !== undefined && offset >= yaml.start && offset < yaml.end
    ? keyHover(plan, offset, yaml)
    : elementHover(plan, offset);
}

/** The span of the YAML of a plan's frontmatter; to the end of the text if it is not closed. */
export function frontmatterSpan({ frontmatter, source }: PlanDocument): Span | undefined {
  switch (frontmatter.kind) {
    case "missing":
      return undefined;
    case "unclosed":
      return { start: frontmatter.span.end, end: source.text.length };
    case "parsed":
    case "unparsable":
      return frontmatter.span;
  }
}

/** Summarizes a plan in a few lines: its ID, objective and status. */
export function planText({ id, phase, fields, tasks, source, body }: PlanDocument, project: Project): string {
  const objective = body.elements.find(({ name }) => name === "objective")?.inner;
  const text = objective === undefined ? "" : source.text.slice(objective.start, objective.end);
  const directory = phaseFolder(source.path);
  const folder = project.phases.find((phase) => phase.directory === directory);
  const plan = folder?.plans.find((candidate) => candidate.source.path === source.path);
  const facts = [
    `phase ${printPhaseNumber(phase)}`,
    ...(typeof fields["wave"] === "number" ? [`wave ${fields["wave"]}`] : []),
    count(tasks.length, "task"),
    ...(folder !== undefined && plan !== undefined ? [hasSummary(folder, plan) ? "complete" : "open"] : []),
  ];
  return [`**${id}** · ${facts.join(" · ")}`, text.trim(), `\`${source.path}\``].filter((part) => part !== "")
    .join("\n\n");
}

/** Summarizes a requirement in a few lines: its ID, text and status. */
export function requirementText({ id, text, phase, done, row }: Requirement): string {
  const facts = [
    ...(phase === undefined ? [] : [`phase ${printPhaseNumber(phase)}`]),
    row?.status || (done ? "complete" : "open"),
  ];
  return paragraphs([`**${id}** · ${facts.join(" · ")}`, text]);
}

function keyHover(plan: PlanDocument, offset: number, yaml: Span): HoverText | undefined {
  const { text } = plan.source;
  const place = yamlPlace(text, offset, yaml);
  if (!place.isKey) return undefined;
  const key = text.slice(place.span.start, place.span.end);
  const node = schemaAt(PLAN, [...place.path, key]);
  if (node?.description === undefined) return undefined;
  const isRequired = schemaAt(PLAN, place.path)?.required?.includes(key) ??
    planKeys.some((known) => known.key === key && known.required);
  const facts = [typeText(node), isRequired ? "required" : "optional"].filter((part) => part !== "");
  const title = `**${key}** · ${facts.join(" · ")}`;
  return { markdown: [title, node.description].join("\n\n"), span: place.span };
}

function typeText({ type, enum: values }: SchemaNode): string {
  if (values !== undefined) return values.map((value) => `\`${value}\``).join(" or ");
  return type === "array" ? "list" : type === "object" ? "mapping" : type ?? "";
}

function elementHover(plan: PlanDocument, offset: number): HoverText | undefined {
  const found = tagAt(plan, offset);
  if (found === undefined) return undefined;
  const { element: { name, attributes, tag, inner, span }, around } = found;
  const inOpening = offset < tag.end;
  for (const [attribute, { span: place, value }] of inOpening ? attributes : []) {
    if (offset < place.start || offset > place.end) continue;
    const doc = attributesOfElement(name).find((known) => known.name === attribute);
    if (doc === undefined) return undefined;
    const meaning = doc.values.find((known) => known.value === value)?.description ?? "";
    const markdown = [`**${attribute}**`, doc.description, meaning && `\`${value}\`: ${meaning}`];
    return { markdown: paragraphs(markdown), span: place };
  }
  const type = around.find((element) => element.name === "task")?.attributes.get("type")?.value;
  const doc = elementDoc(name, around.map((element) => element.name), type);
  if (doc === "") return undefined;
  const place = inOpening ? tag : { start: inner.end, end: span.end };
  return { markdown: `\`<${name}>\`\n\n${doc}`, span: place };
}

function configHover(text: string, offset: number): HoverText | undefined {
  const { path, previousNode } = getLocation(text, offset);
  if (previousNode === undefined) return undefined;
  const key = path.filter((part) => typeof part === "string").join(".");
  const span = { start: previousNode.offset, end: previousNode.offset + previousNode.length };
  const known = configKeys.find((candidate) => candidate.key === key);
  if (known !== undefined) {
    const values = known.allowed?.map((value) => `\`"${value}"\``).join(" or ") ?? known.type;
    const title = `**${key}** · ${values} · default \`${JSON.stringify(known.default)}\``;
    return { markdown: [title, known.description, known.effect].join("\n\n"), span };
  }
  const node = schemaAt(CONFIG, key.split("."));
  return node?.description === undefined
    ? undefined
    : { markdown: `**${key}**\n\n${node.description}`, span };
}
