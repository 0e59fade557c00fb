import type { Requirement } from "../parse/requirements/requirements.ts";
import { contextDecisions } from "../parse/documents/context.ts";
import { paragraphs } from "../text/paragraphs.ts";

/** A document of the project. */
export interface ProjectText {
  /** Path relative to the project root. */
  readonly path: string;
  /** The whole text. */
  readonly text: string;
}

/** The parts of the project that a plan refers to. */
export interface PlanBackground {
  /** The requirements that it delivers. */
  readonly requirements: readonly Pick<Requirement, "id" | "text">[];
  /** The context document of its phase, if there is one. */
  readonly context: ProjectText | undefined;
  /** The summaries of the plans that it depends on, directly or through others, in the order of their work. */
  readonly summaries: readonly ProjectText[];
}

/** The maximum length of the decisions in a prompt, in UTF-16 units. */
const MAX_CONTEXT = 12_000;
/** The maximum length of a summary in a prompt, in UTF-16 units. */
const MAX_SUMMARY = 5_000;
/** The maximum length of all summaries in a prompt, in UTF-16 units. */
const MAX_SUMMARIES = 15_000;

/** Returns the parts of a prompt about the project around a plan. Markdown with the documents as elements. */
export function backgroundText({ requirements, context, summaries }: PlanBackground): string {
  return paragraphs([
    requirementsText(requirements),
    context === undefined
      ? ""
      : `Decisions for the phase:\n${
        element("decisions", { ...context, text: contextDecisions(context.text) }, MAX_CONTEXT)
      }`,
    summariesText(summaries),
  ]);
}

function requirementsText(requirements: PlanBackground["requirements"]): string {
  if (requirements.length === 0) return "";
  const lines = requirements.map(({ id, text }) => `- ${id}${text === "" ? "" : `: ${text}`}`);
  return `The plan delivers these requirements:\n${lines.join("\n")}`;
}

/** Returns the summaries, the last ones in full length as long as there is room for them. */
function summariesText(summaries: readonly ProjectText[]): string {
  let room = MAX_SUMMARIES;
  const elements = summaries.toReversed().map((summary) => {
    const text = element("summary", summary, Math.min(MAX_SUMMARY, room));
    room = Math.max(0, room - text.length);
    return text;
  });
  return elements.length === 0 ? "" : `Summaries of the plans before it:\n${elements.reverse().join("\n")}`;
}

/** Returns a document as an element that its text cannot end, cut at a line if it is long. */
function element(name: string, { path, text }: ProjectText, length: number): string {
  const whole = text.trim().replaceAll(new RegExp(`<(?=/\\s*${name}\\b)`, "gi"), "&lt;");
  const cut = whole.slice(0, whole.lastIndexOf("\n", length) + 1);
  const shown = whole.length <= length ? whole : `${cut}… (more in the file)`;
  return `<${name} path="${path}">\n${shown}\n</${name}>`;
}
