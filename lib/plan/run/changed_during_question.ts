/** Describes files that the user changed while a question was open, and that are in no commit. */
export function changedDuringQuestion(paths: readonly string[]): string {
  const more = paths.length > 5 ? ` and ${paths.length - 5} more` : "";
  return `Changed while a question was open, and not committed: ${paths.slice(0, 5).join(", ")}${more}`;
}
