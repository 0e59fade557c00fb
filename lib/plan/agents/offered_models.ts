import type { ModelTier } from "./preset.ts";

/** Models by tier; a tier whose model is not certain is missing. */
export type TierNames = Readonly<Partial<Record<ModelTier, string>>>;

/** The words by which the models of a family differ, from tier A to C. */
const FAMILIES: readonly (readonly [a: string, b: string, c: string])[] = [
  ["opus", "sonnet", "haiku"],
  ["astra", "sol", "luna"],
  ["pro", "flash", "flash-lite"],
];
const ORDER: readonly ModelTier[] = ["A", "B", "C"];

/** A name of a model whose word of a family shows its tier. */
interface Sized {
  readonly family: number;
  readonly tier: number;
  /** The rest of the name without its version. */
  readonly rest: string;
  /** The numbers of its version; a date counts least. */
  readonly version: readonly number[];
}

/**
 * Returns the offered models whose tiers are certain: their names differ from that of the current model only in the
 * word for the size and in the version. Of several versions the current one counts, otherwise the highest.
 */
export function offeredTiers(offered: readonly string[], current: string): TierNames {
  const own = readSize(current);
  if (own === undefined) return {};
  const known = [current, ...offered.filter((name) => name !== current)].flatMap((name) => {
    const size = readSize(name);
    return size?.family === own.family && size.rest === own.rest ? [{ ...size, name }] : [];
  });
  return Object.fromEntries(ORDER.flatMap((letter, tier) => {
    const best = tier === own.tier
      ? known[0]
      : known.filter((size) => size.tier === tier).sort((a, b) => compareVersions(b.version, a.version))[0];
    return best === undefined ? [] : [[letter, best.name]];
  }));
}

function readSize(name: string): Sized | undefined {
  for (const [family, words] of FAMILIES.entries()) {
    // "flash-lite" contains "flash".
    const found = words.map((word, tier) => ({ word, tier, match: wordIn(name, word) }))
      .filter(({ match }) => match !== null).sort((a, b) => b.word.length - a.word.length)[0];
    if (found?.match == null) continue;
    const { index } = found.match;
    const rest = `${name.slice(0, index)}*${name.slice(index + found.word.length)}`;
    return {
      family,
      tier: found.tier,
      rest: rest.replace(/[-.@:]?\d+/g, ""),
      version: [...name.matchAll(/\d+/g)].map(([digits]) => digits.length >= 6 ? -1 : Number(digits)),
    };
  }
  return undefined;
}

function wordIn(name: string, word: string): RegExpExecArray | null {
  return new RegExp(`(?<![a-z0-9])${word}(?![a-z0-9])`, "i").exec(name);
}

/** Compares versions number by number; a missing number counts more than a date, and less than others. */
function compareVersions(a: readonly number[], b: readonly number[]): number {
  for (let at = 0; at < Math.max(a.length, b.length); at++) {
    const difference = (a[at] ?? -0.5) - (b[at] ?? -0.5);
    if (difference !== 0) return difference;
  }
  return 0;
}
