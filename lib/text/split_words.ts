/**
 * The words of a command line, as a shell would split it: at blanks, with quotes and backslashes.
 * Nothing else is special, and a backslash only before a blank, a quote or another one.
 *
 * @returns Undefined when a quote is not closed.
 */
export function commandWords(text: string): readonly string[] | undefined {
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
