/**
 * Extracts the parts of a rule's fixture that the rule is about.
 * @module
 */
import type { FileSpan, Span } from "../../schemas/diagnostic.ts";
import type { RuleBlock } from "../../schemas/results/validate.ts";
import type { BodyElement } from "../../lib/parse/plan_file/scan_body.ts";
import { parsePlanFile, type PlanDocument } from "../../lib/parse/plan_file/plan_file.ts";
import type { Project, ProjectSources } from "../../lib/parse/project/model.ts";
import { entryOf } from "../../lib/parse/yaml/yaml.ts";
import type { SourceText } from "../../lib/text/source_text.ts";

/** Options for {@link excerpts}. */
export interface ExcerptOptions {
  /** The fixture's files. */
  readonly sources: ProjectSources;
  /** The parts to show, as in `RuleDoc.shows`. */
  readonly shows: readonly string[];
  /** The location of the finding, to show the element that contains it. */
  readonly at: FileSpan | undefined;
}

/** Maximum number of plans in an excerpt. */
const MAX_PLANS = 3;

/** Returns the parts of a fixture that a rule is about: of plans, of documents, or only paths. */
export function excerpts(project: Project, { sources, shows, at }: ExcerptOptions): readonly RuleBlock[] {
  const blocks: RuleBlock[] = [];
  if (shows.includes("files")) {
    const phases = sources.paths.filter((path) => path.startsWith(".planning/phases/"));
    blocks.push({ path: "", language: "text", text: phases.join("\n") });
  }
  const misplaced = project.misplaced.map((source) => parsePlanFile(source));
  const all = [...project.plans.all, ...misplaced];
  const concerned = all.filter(({ source }) => source.path === at?.path);
  const shown = shows.length === 1 && concerned.length > 0 && !/^[a-z_]+$/.test(shows[0]!) ? concerned : all;
  for (const plan of shown.slice(0, MAX_PLANS)) {
    const { path } = plan.source;
    const yaml = fieldsOf(plan, shows);
    if (yaml !== "") blocks.push({ path, language: "yaml", text: yaml });
    const xml = elementsOf(plan, shows, at?.path === path ? at : undefined);
    if (xml !== "") blocks.push({ path, language: "xml", text: xml });
  }
  for (const name of shows.filter((show) => /\.(?:md|json)$/.test(show))) {
    const path = `.planning/${name}`;
    const text = sources.texts.get(path);
    const language = name.endsWith(".json") ? "json" : "markdown";
    if (text !== undefined) blocks.push({ path, language, text: text.trim() });
  }
  return blocks;
}

/** Returns the lines of the shown frontmatter fields; all lines when the frontmatter cannot be read. */
function fieldsOf(plan: PlanDocument, shows: readonly string[]): string {
  const { frontmatter, source: { text } } = plan;
  const keys = shows.filter((show) => /^[a-z_]+$/.test(show) && show !== "files");
  if (keys.length === 0) return "";
  if (keys.includes("frontmatter") || frontmatter.kind !== "parsed") {
    const end = plan.body.elements[0]?.tag.start ?? text.length;
    const body = frontmatter.kind === "parsed" || frontmatter.kind === "unparsable";
    return text.slice(0, body ? frontmatter.bodyStart : end).replace(/^\uFEFF/, "").trim();
  }
  return keys.flatMap((key) => {
    const entry = entryOf(frontmatter.root, key);
    if (entry === undefined) return [];
    const end = Math.max(entry.keySpan.end, entry.value.span.end);
    return [linesOf(plan.source, { start: entry.keySpan.start, end })];
  }).join("\n");
}

/** Returns the shown elements: for each name the one that contains the finding, else the first. */
function elementsOf(plan: PlanDocument, shows: readonly string[], at: Span | undefined): string {
  const all = flatten(plan.body.elements);
  const found = shows.filter((show) => show.startsWith("<")).flatMap((show) => {
    const named = all.filter(({ name }) => `<${name}>` === show);
    const around = named.find(({ span }) =>
      at !== undefined && span.start <= at.start && at.start <= span.end
    );
    return around ?? named[0] ?? [];
  });
  const outer = found.filter((element) =>
    !found.some((other) => other !== element && contains(other, element))
  );
  return outer.sort((a, b) => a.span.start - b.span.start).map(({ span }) => linesOf(plan.source, span))
    .join("\n\n");
}

function flatten(elements: readonly BodyElement[]): readonly BodyElement[] {
  return elements.flatMap((element) => [element, ...flatten(element.children)]);
}

function contains(outer: BodyElement, inner: BodyElement): boolean {
  return outer.span.start <= inner.span.start && inner.span.end <= outer.span.end;
}

/** Returns the whole lines that a span touches, without their common indentation. */
function linesOf({ text }: SourceText, { start, end }: Span): string {
  const from = text.lastIndexOf("\n", start - 1) + 1;
  const newline = text.indexOf("\n", Math.max(start, end));
  const lines = text.slice(from, newline === -1 ? text.length : newline).trimEnd().split(/\r?\n/);
  const indents = lines.filter((line) => line.trim() !== "").map((line) => line.search(/\S/));
  const least = Math.min(...indents, Infinity);
  return lines.map((line) => line.slice(least)).join("\n");
}
