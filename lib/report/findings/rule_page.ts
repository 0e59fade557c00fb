import type { RuleBlock, RulePage } from "../../../schemas/results/validate.ts";

/**
 * Formats the page of a rule in Markdown: the rule and its reason, a wrong example with its finding, a right
 * one.
 */
export function rulePageText(page: RulePage): string {
  const marks = [
    `**${page.severity}**`,
    ...(page.strict
      ? [`${page.severity === "error" ? "its warnings too" : "an error"} with \`--strict\``]
      : []),
    ...(page.fixable ? ["fixable"] : []),
  ];
  return [
    `## ${page.code}`,
    marks.join(", "),
    `${page.summary}.`,
    page.why,
    "Wrong:",
    ...blocksText(page.wrong),
    `> ${sentence(page.message)}\n> → ${sentence(page.hint)}`,
    "Right:",
    ...blocksText(page.right),
  ].join("\n\n") + "\n";
}

/** Formats fenced blocks, each with the path of its file if it differs from the block before. */
function blocksText(blocks: readonly RuleBlock[]): readonly string[] {
  return blocks.flatMap(({ path, language, text }, index) => {
    const fence = text.includes("```") ? "````" : "```";
    const block = `${fence}${language}\n${text}\n${fence}`;
    return path === "" || path === blocks[index - 1]?.path ? [block] : [`\`${path}\``, block];
  });
}

/** Ends a message with a full stop, unless it is a question. */
function sentence(text: string): string {
  return text.endsWith("?") ? text : `${text}.`;
}
