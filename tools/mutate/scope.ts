/** A folder of sources to mutate, and the tests that are expected to notice. */
export interface Room {
  /** The folder, relative to the root of the repository. Its subfolders are not part of it. */
  readonly folder: string;
  /** The folders with the tests, relative to the root of the repository. */
  readonly tests: readonly string[];
  /** The number of mutants to try, if not all. */
  readonly sample?: number;
  /** Selects the sample: the same number selects the same mutants of the same sources. */
  readonly seed?: number;
  /** Maximum total time of the tests for one mutant, as measured without mutants, in seconds. */
  readonly seconds: number;
}

/** Reads the scope. */
export async function readScope(root: string): Promise<readonly Room[]> {
  const text = await Deno.readTextFile(`${root}/tools/mutate/scope.json`);
  return (JSON.parse(text) as { readonly rooms: readonly Room[] }).rooms;
}

/** Returns a sample of some items, in their order: those with the smallest hashes of seed and name. */
export function sampled<T>(
  items: readonly T[],
  nameOf: (item: T) => string,
  room: Pick<Room, "sample" | "seed">,
): readonly T[] {
  const { sample = items.length, seed = 1 } = room;
  if (sample >= items.length) return items;
  const ranked = items.map((item, index) => ({ index, rank: hash(`${seed} ${nameOf(item)}`) }));
  const chosen = ranked.sort((a, b) => a.rank - b.rank || a.index - b.index).slice(0, sample);
  return chosen.map(({ index }) => index).sort((a, b) => a - b).map((index) => items[index]!);
}

/** Returns the FNV-1a hash of a text, with its bits mixed once more. */
function hash(text: string): number {
  let value = 0x811c9dc5;
  for (const byte of new TextEncoder().encode(text)) value = Math.imul(value ^ byte, 0x01000193);
  value = Math.imul(value ^ (value >>> 16), 0x45d9f3b);
  return (value ^ (value >>> 16)) >>> 0;
}
