/**
 * A phase number: 3, 2.1 (inserted) or 12A.
 *
 * See docs/decisions/identifiers.md. Ordered as 2 < 2.1 < 2.2 < 2.10 < 3 and 12 < 12A < 12B.
 */
export interface PhaseNumber {
  /** The whole part and the parts after each dot, at least one. */
  readonly parts: readonly number[];
  /** The letter after the number, upper case, or empty. */
  readonly letter: string;
}

const LEADING = /^(\d{1,9}(?:\.\d{1,9})*)([A-Za-z]?)(?![A-Za-z0-9.])/;

/**
 * Reads the phase number at the beginning of a text: of an argument, the name of a folder or file, or the field
 * `phase`.
 *
 * @param text For example `3`, `02.1-fixes` or `12A`. Spaces around it are ignored.
 * @returns The number, or undefined if the text does not begin with one.
 *
 * @example
 * ```ts
 * import { parsePhaseNumber } from "@wf/wf";
 * import assert from "node:assert/strict";
 *
 * assert.deepEqual(parsePhaseNumber("02.1-fixes"), { parts: [2, 1], letter: "" });
 * assert.equal(parsePhaseNumber("fixes"), undefined);
 * ```
 */
export function parsePhaseNumber(text: string): PhaseNumber | undefined {
  const match = LEADING.exec(text.trim());
  if (match === null) return undefined;
  return { parts: match[1]!.split(".").map(Number), letter: match[2]!.toUpperCase() };
}

/** Parses a text that consists of a phase number; undefined for any other. */
export function readWholeNumber(text: string): PhaseNumber | undefined {
  return LEADING.exec(text.trim())?.[0] === text.trim() ? parsePhaseNumber(text) : undefined;
}

/**
 * Returns the text of a phase number, with its whole part padded to two digits: `03`, `02.1`, `12A`.
 *
 * @example
 * ```ts
 * import { parsePhaseNumber, printPhaseNumber } from "@wf/wf";
 * import assert from "node:assert/strict";
 *
 * assert.equal(printPhaseNumber(parsePhaseNumber("2.1")!), "02.1");
 * ```
 */
export function printPhaseNumber(number: PhaseNumber): string {
  const [whole, ...rest] = number.parts;
  return [String(whole).padStart(2, "0"), ...rest].join(".") + number.letter;
}

/**
 * Compares phase numbers, for `sort()`: 2 comes before 2.1, 2.2 before 2.10, and 12 before 12A.
 *
 * @returns A negative number if `a` comes first, 0 if they are equal, and a positive number if `b` comes first.
 *
 * @example
 * ```ts
 * import { comparePhaseNumbers, parsePhaseNumber, printPhaseNumber } from "@wf/wf";
 * import assert from "node:assert/strict";
 *
 * const numbers = ["3", "2.10", "2.2"].map((text) => parsePhaseNumber(text)!);
 * assert.deepEqual(numbers.sort(comparePhaseNumbers).map(printPhaseNumber), ["02.2", "02.10", "03"]);
 * ```
 */
export function comparePhaseNumbers(a: PhaseNumber, b: PhaseNumber): number {
  for (let index = 0; index < Math.max(a.parts.length, b.parts.length); index++) {
    const difference = (a.parts[index] ?? -1) - (b.parts[index] ?? -1);
    if (difference !== 0) return difference;
  }
  return a.letter < b.letter ? -1 : a.letter > b.letter ? 1 : 0;
}
