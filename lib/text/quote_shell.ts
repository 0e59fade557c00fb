/** Quotes an argument for a POSIX shell, if it needs quotes. */
export function quoteShell(word: string): string {
  return /^[\w./@:+=,-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`;
}
