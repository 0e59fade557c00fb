/** Formats a list: `a`, `a and b`, `a, b and c`. */
export function listText(words: readonly string[], conjunction: "and" | "or" = "and"): string {
  return words.length < 2
    ? words.join("")
    : `${words.slice(0, -1).join(", ")} ${conjunction} ${words.at(-1)}`;
}
