import { fillTemplate } from "./fill.ts";
import { LOOK_RULES, SEARCH_RULE } from "./look_rules.ts";
import template from "./discuss_phase.md" with { type: "text" };

/** What {@link discussPhasePrompt} needs. */
export interface DiscussPhaseInput {
  /** Number of the phase, as printed. */
  readonly number: string;
  /** Its name. */
  readonly name: string;
  /** What the roadmap says of it; may be empty. */
  readonly section: string;
  /** Documents to read, relative to the folder. */
  readonly read: readonly string[];
  /** The context document as it is; empty when there is none. */
  readonly decided: string;
  /** Whether searches are to include files that git ignores (`planning.search_gitignored`). */
  readonly searchIgnored?: boolean | undefined;
}

/** Most questions that are asked of a person at once. */
export const MAX_QUESTIONS = 8;

/** The text of a turn that asks what a phase leaves open. */
export function discussPhasePrompt(input: DiscussPhaseInput): string {
  const { number, name, section, read, decided, searchIgnored } = input;
  return fillTemplate(template, {
    number,
    name,
    section,
    read: read.length === 0
      ? ""
      : `Read what you need of these first:\n${read.map((path) => `- \`${path}\``).join("\n")}`,
    decided: decided === ""
      ? ""
      : `What is decided already stands in \`${decided}\`: read it, and ask none of it again.`,
    most: String(MAX_QUESTIONS),
    rules: [...LOOK_RULES, ...(searchIgnored ? [SEARCH_RULE] : [])].map((rule) => `- ${rule}`).join("\n"),
  });
}
