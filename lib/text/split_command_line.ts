/**
 * Splits a command line into arguments like a shell: at whitespace, with quotes and backslashes. No other
 * character is special. A backslash escapes only whitespace, a quote or another backslash.
 *
 * @returns Undefined when a quote is not closed.
 */
export function splitCommandLine(text: string): readonly string[] | undefined {
  const words: string[] = [];
  let word: string | undefined;
  let quote = "";
  for (let index = 0; index < text.length; index++) {
    const char = text[index]!;
    if (quote !== "") {
      if (char === quote) quote = "";
      else if (char === "\\" && quote === '"' && /["\\]/.test(text[index + 1] ?? "")) word += text[++index]!;
      else word += char;
    } else if (char === '"' || char === "'") {
      quote = char;
      word ??= "";
    } else if (char === "\\" && /[\s"'\\]/.test(text[index + 1] ?? "")) {
      word = (word ?? "") + text[++index]!;
    } else if (/\s/.test(char)) {
      if (word !== undefined) words.push(word);
      word = undefined;
    } else {
      word = (word ?? "") + char;
    }
  }
  if (quote !== "") return undefined;
  if (word !== undefined) words.push(word);
  return words;
}
