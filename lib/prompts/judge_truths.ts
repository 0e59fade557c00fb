import { fillTemplate } from "./fill.ts";
import { LOOK_RULES, SEARCH_RULE } from "./look_rules.ts";
import template from "./judge_truths.md" with { type: "text" };

/** What {@link judgeTruthsPrompt} needs. */
export interface JudgeTruthsInput {
  /** Number of the phase, as printed. */
  readonly number: string;
  /** Its name. */
  readonly name: string;
  /** The statements, in the order of their numbers. */
  readonly truths: readonly string[];
  /** The plans of the phase and their summaries, relative to the folder. */
  readonly read: readonly string[];
  /** Commands that the plans check their tasks with. */
  readonly checks: readonly string[];
  /** Whether searches are to include files that git ignores (`planning.search_gitignored`). */
  readonly searchIgnored?: boolean | undefined;
}

/** The text of a turn that asks which truths hold. */
export function judgeTruthsPrompt(input: JudgeTruthsInput): string {
  const { number, name, truths, read, checks, searchIgnored } = input;
  const list = (items: readonly string[]) => items.map((item) => `- \`${item}\``).join("\n");
  return fillTemplate(template, {
    number,
    name,
    truths: truths.map((truth, index) => `${index + 1}. ${truth}`).join("\n"),
    read: read.length === 0 ? "" : `What was planned and done:\n${list(read)}`,
    checks: checks.length === 0 ? "" : `You may run the checks of the plans:\n${list(checks)}`,
    rules: [...LOOK_RULES, ...(searchIgnored ? [SEARCH_RULE] : [])].map((rule) => `- ${rule}`).join("\n"),
  });
}
