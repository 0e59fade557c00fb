import { fillTemplate } from "./fill.ts";
import template from "./again.md" with { type: "text" };

/** The maximum number of problems that are listed. */
const MAX_PROBLEMS = 30;

/** Returns the prompt after an answer that cannot be used. */
export function againPrompt(problems: readonly string[]): string {
  const listed = problems.slice(0, MAX_PROBLEMS).map((problem) => `- ${problem}`);
  const more = problems.length > MAX_PROBLEMS ? [`- … and ${problems.length - MAX_PROBLEMS} more`] : [];
  return fillTemplate(template, { problems: [...listed, ...more].join("\n") });
}
