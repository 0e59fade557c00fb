/** Formats a list: `a`, `a and b`, `a, b and c`. */
export function listText(words: readonly string[], conjunction: "and" | "or" = "and"): string {
  return words.length < 2
    ? words.join("")
    : `${words.slice(0, -1).join(", ")} ${conjunction} ${words.at(-1)}`;
}

/** Formats the first words of a list, and the number of the others: `a, b and 3 more`. */
export function firstOf(words: readonly string[], most = 5): string {
  const more = words.length > most ? ` and ${words.length - most} more` : "";
  return `${words.slice(0, most).join(", ")}${more}`;
}
