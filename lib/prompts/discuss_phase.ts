import { fillTemplate } from "./fill.ts";
import { READ_ONLY_RULES, rulesText } from "./read_only_rules.ts";
import template from "./discuss_phase.md" with { type: "text" };

export interface DiscussPhaseInput {
  /** The number of the phase, as printed. */
  readonly number: string;
  readonly name: string;
  /** The section of the phase in the roadmap; may be empty. */
  readonly section: string;
  /** The documents to read, relative to the folder. */
  readonly read: readonly string[];
  /** The path of the context document; empty if there is none. */
  readonly decided: string;
  /** True to search files that git ignores too (`planning.search_gitignored`). */
  readonly searchIgnored?: boolean | undefined;
}

/** The maximum number of questions for a person. */
export const MAX_QUESTIONS = 8;

/** Returns the prompt that asks for the open questions of a phase. */
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
      : `Earlier decisions are in \`${decided}\`: read it, and do not ask about them again.`,
    most: String(MAX_QUESTIONS),
    rules: rulesText(READ_ONLY_RULES, searchIgnored),
  });
}
