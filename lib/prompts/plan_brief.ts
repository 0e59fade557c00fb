import type { Artifact, KeyLink, MustHaves, PlanFile, PlanPart } from "../../schemas/plan_file.ts";
import { asReference, isForeignWorkflow } from "../parse/plan_file/references.ts";
import { backgroundText, type PlanBackground } from "./plan_background.ts";
import { ELEMENT_NAMES } from "../parse/plan_file/vocabulary.ts";
import { paragraphs } from "../text/paragraphs.ts";

/** The fields of a plan with a place of their own in a prompt, or for scheduling only. */
const KNOWN_FIELDS: ReadonlySet<string> = new Set(
  [
    ...["phase", "plan", "type", "wave", "depends_on", "files_modified", "autonomous"],
    ...["requirements", "must_haves", "gap_closure"],
  ],
);

/**
 * Returns the part of a session's first prompt about the whole plan: everything except its tasks. Markdown.
 *
 * @param background The parts of the project that it refers to.
 */
export function planBrief({ path, frontmatter, body }: PlanFile, background?: PlanBackground): string {
  const mustHaves = mustHavesText(frontmatter.must_haves);
  const criteria = body.success_criteria.trim();
  const atEnd = [
    mustHaves,
    section("### Verification", body.verification),
    section("### Success criteria", criteria === mustHaves.trim() ? "" : criteria),
  ];
  return paragraphs([
    `Its file is \`${path}\`.`,
    body.objective,
    background === undefined ? "" : backgroundText(background),
    planContext(body),
    furtherText([...furtherFields(frontmatter), ...body.further]),
    section("## What holds when the whole plan is done", paragraphs(atEnd)),
  ]);
}

/** Reports whether a plan has criteria for its end in addition to its must-haves. */
export function endsWithCriteria({ body }: PlanFile): boolean {
  return body.verification !== "" || body.success_criteria !== "";
}

/** Returns the list of what to read for a plan, without the workflows of other tools. */
export function planContext({ execution_context, context }: PlanFile["body"]): string {
  const own = execution_context.split("\n").filter((line) => !isForeignWorkflow(line)).join("\n");
  return contextText(own, context);
}

/**
 * Returns the list of what to read. Lines `@path` become a list, because some agents would insert the whole
 * file for them. Other lines stay as written, and so do code blocks and elements.
 */
export function contextText(...contexts: readonly string[]): string {
  const lines: string[] = [];
  let until: RegExp | undefined;
  for (const line of contexts.filter((text) => text !== "").join("\n").split(/\r?\n/)) {
    if (until !== undefined) {
      if (until.test(line)) until = undefined;
      lines.push(line);
      continue;
    }
    until = blockEnd(line);
    const reference = asReference(line);
    lines.push(reference === undefined ? line : `- \`${reference.path}\`${reference.rest}`);
  }
  const text = lines.join("\n");
  return text.trim() === "" ? "" : `Read what you need of these first:\n${text}`;
}

/** Returns parts below headings with their names and attributes; text without a name stays as it is. */
export function furtherText(parts: readonly PlanPart[]): string {
  return paragraphs(parts.map(({ name, text, attributes = {} }) => {
    const details = Object.entries(attributes).map(([key, value]) => `${key}: ${value}`).join("; ");
    return name === "" ? text : section(`## ${heading(name)}${details && ` (${details})`}`, text);
  }));
}

/**
 * Returns the pattern of the end of a fence or an element that a line opens and does not close; undefined for
 * other lines.
 */
function blockEnd(line: string): RegExp | undefined {
  const fence = /^[ \t]*(`{3,}|~{3,})/.exec(line)?.[1];
  if (fence !== undefined) return new RegExp(`^[ \\t]*${fence[0]}{${fence.length},}[ \\t]*$`);
  const name = /^[ \t]*<([A-Za-z][\w-]*)(?:\s[^<>]*)?>/.exec(line)?.[1];
  return name === undefined || line.includes(`</${name}>`) ? undefined : new RegExp(`</${name}>`);
}

/**
 * Returns the heading of a part: `Read first` for an element of the vocabulary; other names stay as written.
 */
function heading(name: string): string {
  const words = name.replaceAll(/[_-]/g, " ");
  return ELEMENT_NAMES.includes(name) ? words[0]!.toUpperCase() + words.slice(1) : name;
}

/** Returns the fields of the frontmatter that are not in the specification: `user_setup` and the author's own. */
function furtherFields(frontmatter: PlanFile["frontmatter"]): readonly PlanPart[] {
  return Object.entries(frontmatter)
    .filter(([name, value]) => !KNOWN_FIELDS.has(name) && valueText(value ?? "") !== "")
    .map(([name, value]) => ({
      name,
      text: Array.isArray(value) ? value.map((item) => `- ${valueText(item)}`).join("\n") : valueText(value),
    }));
}

function mustHavesText({ truths, artifacts = [], key_links = [], ...more }: MustHaves): string {
  return [
    ...truths,
    ...artifacts.map(artifactText),
    ...key_links.map(linkText),
    ...Object.entries(more).map(([key, value]) => `${key}: ${valueText(value)}`),
  ].map((line) => `- ${line}`).join("\n");
}

function artifactText({ path, provides, ...more }: Artifact): string {
  return `\`${path}\`${provides === "" ? "" : `: ${provides}`}${detailsText(more)}`;
}

function linkText({ from, to, via, pattern, ...more }: KeyLink): string {
  const details = { ...(pattern === "" ? {} : { pattern }), ...more };
  return `\`${from}\` → \`${to}\`${via === "" ? "" : `: ${via}`}${detailsText(details)}`;
}

function detailsText(details: Readonly<Record<string, unknown>>): string {
  const known = Object.entries(details).filter(([, value]) => value !== undefined);
  return known.length === 0
    ? ""
    : ` (${known.map(([key, value]) => `${key}: ${valueText(value)}`).join("; ")})`;
}

function valueText(value: unknown): string {
  if (Array.isArray(value)) return value.map(valueText).join(", ");
  return typeof value === "object" && value !== null
    ? Object.entries(value).map(([key, each]) => `${key}: ${valueText(each)}`).join("; ")
    : String(value);
}

function section(title: string, text: string): string {
  return text === "" ? "" : `${title}\n\n${text}`;
}
