/**
 * Returns the place of the first difference between two values of JSON, as `a.0.b`; empty for the values
 * themselves, and undefined if they are equal. A missing property equals an undefined one.
 */
export function firstDifference(a: unknown, b: unknown): string | undefined {
  if (!isObject(a) || !isObject(b) || Array.isArray(a) !== Array.isArray(b)) return a === b ? undefined : "";
  for (const key of new Set([...Object.keys(a), ...Object.keys(b)])) {
    const inner = firstDifference(a[key], b[key]);
    if (inner !== undefined) return inner === "" ? key : `${key}.${inner}`;
  }
  return undefined;
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null;
}
