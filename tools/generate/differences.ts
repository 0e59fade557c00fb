/**
 * Compares `generated/` with the output of the generator.
 * @module
 */

/** A file of `generated/` that differs from the output of the generator. */
export interface Difference {
  /** Name of the file. */
  readonly name: string;
  /** `superfluous`: the generator creates no file with this name. */
  readonly kind: "missing" | "stale" | "superfluous";
}

/**
 * Lists the differences by name.
 *
 * @param expected The generated contents, by file name.
 * @param actual The existing contents, by file name.
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

/** Reads the files of a folder by name. A missing folder counts as empty. */
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
