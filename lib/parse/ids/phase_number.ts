/**
 * A phase number: 3, 2.1 (inserted) or 12A.
 *
 * See docs/decisions/identifiers.md. Ordered as 2 < 2.1 < 2.2 < 2.10 < 3 and 12 < 12A < 12B.
 */
export interface PhaseNumber {
  /** The whole part and the parts after each dot, at least one. */
  readonly parts: readonly number[];
  /** The letter behind, upper case, or empty. */
  readonly letter: string;
}

const LEADING = /^(\d{1,9}(?:\.\d{1,9})*)([A-Za-z]?)(?![A-Za-z0-9.])/;

/**
 * Reads the phase number at the beginning of a text: of an argument, a folder's or file's name, or
 * the field `phase`.
 *
 * @returns The number, or undefined when the text does not begin with one.
 */
export function parsePhaseNumber(text: string): PhaseNumber | undefined {
  const match = LEADING.exec(text.trim());
  if (match === null) return undefined;
  return { parts: match[1]!.split(".").map(Number), letter: match[2]!.toUpperCase() };
}

/** Reads a text that is a phase number and nothing else; undefined for any other. */
export function readWholeNumber(text: string): PhaseNumber | undefined {
  return LEADING.exec(text.trim())?.[0] === text.trim() ? parsePhaseNumber(text) : undefined;
}

/** Prints a phase number, its whole part padded to two digits: `03`, `02.1`, `12A`. */
export function printPhaseNumber(number: PhaseNumber): string {
  const [whole, ...rest] = number.parts;
  return [String(whole).padStart(2, "0"), ...rest].join(".") + number.letter;
}

/** Orders phase numbers; below 0 when `a` comes first, 0 when they are the same. */
export function comparePhaseNumbers(a: PhaseNumber, b: PhaseNumber): number {
  for (let index = 0; index < Math.max(a.parts.length, b.parts.length); index++) {
    const difference = (a.parts[index] ?? -1) - (b.parts[index] ?? -1);
    if (difference !== 0) return difference;
  }
  return a.letter < b.letter ? -1 : a.letter > b.letter ? 1 : 0;
}
