import { fillTemplate } from "./fill.ts";
import template from "./again.md" with { type: "text" };

/** Most problems that are told at once. */
const MOST = 30;

/** The text of a turn after an answer that cannot be used. */
export function againPrompt(problems: readonly string[]): string {
  const told = problems.slice(0, MOST).map((problem) => `- ${problem}`);
  const more = problems.length > MOST ? [`- … and ${problems.length - MOST} more`] : [];
  return fillTemplate(template, { problems: [...told, ...more].join("\n") });
}
