/** Returns the value of a JSON text; undefined for any other text. */
export function jsonValue(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Returns the valid values of a text with JSON on each line. Other lines, such as a truncated last one, are omitted. */
export function jsonLines<T>(text: string, isValid: (value: unknown) => value is T): readonly T[] {
  return text.split("\n").map(jsonValue).filter(isValid);
}
