/** Reports whether a value that another machine sent is a text. */
export function isText(value: unknown): value is string {
  return typeof value === "string";
}

/** Reports whether a value that another machine sent is a whole number. */
export function isNumber(value: unknown): boolean {
  return Number.isSafeInteger(value);
}
