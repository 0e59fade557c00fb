/** Says that what a person changed while a question waited is in no commit. */
export function changedMeanwhile(paths: readonly string[]): string {
  const more = paths.length > 5 ? ` and ${paths.length - 5} more` : "";
  return `Changed while a question waited, and left as they are: ${paths.slice(0, 5).join(", ")}${more}`;
}
