/** Joins the parts that are not empty, with an empty line between them. */
export function paragraphs(parts: readonly string[]): string {
  return parts.filter((part) => part !== "").join("\n\n");
}
