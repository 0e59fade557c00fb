import { fillTemplate } from "./fill.ts";
import { READ_ONLY_RULES, rulesText } from "./read_only_rules.ts";
import template from "./judge_truths.md" with { type: "text" };

export interface JudgeTruthsInput {
  /** The number of the phase, as printed. */
  readonly number: string;
  readonly name: string;
  /** The goal of the phase; may be empty. */
  readonly goal: string;
  /** The statements, in the order of their numbers. */
  readonly truths: readonly string[];
  /** The plans of the phase, their summaries and the validation, relative to the folder. */
  readonly read: readonly string[];
  /** The commands that check the tasks of the plans. */
  readonly checks: readonly string[];
  /** True to search files that git ignores too (`planning.search_gitignored`). */
  readonly searchIgnored?: boolean | undefined;
}

export function judgeTruthsPrompt(input: JudgeTruthsInput): string {
  const { number, name, goal, truths, read, checks, searchIgnored } = input;
  const list = (items: readonly string[]) => items.map((item) => `- \`${item}\``).join("\n");
  return fillTemplate(template, {
    number,
    name,
    goal: goal === "" ? "" : `The goal: ${goal}`,
    truths: `The statements:\n${truths.map((truth, index) => `${index + 1}. ${truth}`).join("\n")}`,
    read: read.length === 0 ? "" : `What was planned and done:\n${list(read)}`,
    checks: checks.length === 0 ? "" : `You may run the checks of the plans:\n${list(checks)}`,
    rules: rulesText(READ_ONLY_RULES, searchIgnored),
  });
}
