import { REPOSITORY } from "../../lib/release/release.ts";
import { bundleForDeno } from "./bundles.ts";
import { digest } from "./digest.ts";
import { fromRoot } from "./run.ts";

/** The folder of the bundles, one for each state of the sources. */
const FOLDER = "dist/test";

/** A day, in milliseconds. */
const DAY = 86_400_000;

/** The files and folders that a bundle depends on. */
const SOURCES = ["cli.ts", "deno.json", "deno.lock", "generated", "lib", "schemas", "tools/build"];

/**
 * Builds the bundle that tests start, unless these sources already have one. It starts in half the time of
 * the sources. Bundles of other sources that are a day old are removed.
 *
 * @returns Its path relative to the repository's root.
 */
export async function bundleForTests(): Promise<string> {
  const folder = `${FOLDER}/${await hashOf(SOURCES)}`;
  const path = `${folder}/wf.js`;
  if (await exists(path)) return path;
  // A concurrent test run may read or build it.
  const unfinished = `${FOLDER}/${crypto.randomUUID()}`;
  await bundleForDeno(`${unfinished}/wf.js`, { commit: "unknown", repository: REPOSITORY });
  await Deno.rename(fromRoot(unfinished), fromRoot(folder)).catch(async (error) => {
    if (!await exists(path)) throw error;
  });
  await removeOld();
  return path;
}

/** Removes the bundles that no test run uses any more. */
async function removeOld(): Promise<void> {
  for await (const { name } of Deno.readDir(fromRoot(FOLDER))) {
    const path = fromRoot(`${FOLDER}/${name}`);
    const { mtime } = await Deno.stat(path);
    if (mtime !== null && Date.now() - mtime.getTime() > DAY) await Deno.remove(path, { recursive: true });
  }
}

/** Returns a hash over the paths and contents of files and folders. */
async function hashOf(paths: readonly string[]): Promise<string> {
  const files = (await Promise.all(paths.map(filesIn))).flat().sort();
  const parts = await Promise.all(
    files.map(async (file) => `${file}\0${await digest(await Deno.readFile(fromRoot(file)))}`),
  );
  return (await digest(parts.join("\n"))).slice(0, 16);
}

async function filesIn(path: string): Promise<readonly string[]> {
  if ((await Deno.stat(fromRoot(path))).isFile) return [path];
  const entries = await Array.fromAsync(Deno.readDir(fromRoot(path)));
  return (await Promise.all(entries.map(({ name }) => filesIn(`${path}/${name}`)))).flat();
}

async function exists(path: string): Promise<boolean> {
  try {
    return (await Deno.stat(fromRoot(path))).isFile;
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return false;
    throw error;
  }
}
