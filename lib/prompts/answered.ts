/** Returns the prompt after the answer to a question that the agent ended its turn with. */
export function answeredPrompt(question: string, answer: string): string {
  return `${askedText(question)}\n\n${
    fenced(answer)
  }\n\nContinue. The rules still apply, and for how to end.\n`;
}

/** Introduces the user's answer to a question of the agent. */
export function askedText(question: string): string {
  return `You ended with a question:\n\n${fenced(question)}\n\nThis is the user's answer:`;
}

/** Fences a text with more backticks than any fence inside it has. */
export function fenced(text: string): string {
  const longest = Math.max(2, ...[...text.matchAll(/`{3,}/g)].map(([fence]) => fence.length));
  const fence = "`".repeat(longest + 1);
  return text.trim() === "" ? "" : `${fence}\n${text.trim()}\n${fence}`;
}
