/**
 * Compares `generated/` with what the generator makes.
 * @module
 */

/** A file of `generated/` that is not as the generator makes it. */
export interface Difference {
  /** Name of the file. */
  readonly name: string;
  /** `superfluous`: the generator makes no file of this name. */
  readonly kind: "missing" | "stale" | "superfluous";
}

/**
 * Lists the differences by name.
 *
 * @param expected The texts that the generator makes, by file name.
 * @param actual The texts that are there, by file name.
 */
export function differences(
  expected: ReadonlyMap<string, string>,
  actual: ReadonlyMap<string, string>,
): readonly Difference[] {
  const names = new Set([...expected.keys(), ...actual.keys()]);
  return Array.from(names).sort()
    .filter((name) => expected.get(name) !== actual.get(name))
    .map((name) => ({
      name,
      kind: !expected.has(name) ? "superfluous" : !actual.has(name) ? "missing" : "stale",
    }));
}

/** Reads the files of a folder by name; a folder that is not there is empty. */
export async function readFolder(folder: URL): Promise<ReadonlyMap<string, string>> {
  const files = new Map<string, string>();
  try {
    for await (const { name, isFile } of Deno.readDir(folder)) {
      if (isFile) files.set(name, await Deno.readTextFile(new URL(name, folder)));
    }
  } catch (error) {
    if (!(error instanceof Deno.errors.NotFound)) throw error;
  }
  return files;
}
