/** Formats a number and its noun: `1 error`, `3 errors`. */
export function count(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? "" : "s"}`;
}
