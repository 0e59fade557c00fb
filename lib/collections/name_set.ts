/** Returns the names in a text, separated by white space. */
export function nameSet(text: string): ReadonlySet<string> {
  return new Set(text.trim().split(/\s+/));
}
