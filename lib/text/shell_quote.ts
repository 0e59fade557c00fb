/** A word for a POSIX shell, in quotes where it needs them. */
export function shellWord(word: string): string {
  return /^[\w./@:+=,-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`;
}
