/**
 * Bundles of the program: three files for Deno, and for Node modules that are loaded when needed.
 * @module
 */
import { parentPath } from "../../lib/path/paths.ts";
import { BUNDLE_PARTS } from "../../lib/release/release.ts";
import { digest } from "./digest.ts";
import { dropMarks, markEager } from "./eager.ts";
import { functionsOfFrequentCalls } from "./frequent_calls.ts";
import { joinModules } from "./join_modules.ts";
import { fromRoot, run } from "./run.ts";
import { type Stamp, stamped, stampFolder } from "./stamp.ts";

/**
 * Builds the bundle for `deno run` from a URL or a disk: a file, and next to it the {@link BUNDLE_PARTS} that it
 * loads on demand.
 *
 * Lazy imports of `lib/deps/` stay outside: a bundle would run their `node:` imports at every start, which
 * cost tens of milliseconds. Their names are hidden from Deno, which would otherwise fetch the packages
 * before the first line runs. Functions that a commit hook calls are compiled with the program.
 *
 * @param output Path of the file, relative to the repository's root.
 */
export async function bundleForDeno(output: string, stamp: Stamp): Promise<void> {
  const lazy = await lazyImports();
  const folder = await Deno.realPath(await Deno.makeTempDir({ prefix: "wf-bundle-" }));
  const bundle = async (entry: string, ...flags: readonly string[]): Promise<void> => {
    const external = lazy.flatMap((specifier) => ["--external", specifier]);
    await run(Deno.execPath(), ["bundle", "--quiet", ...external, ...flags, entry]);
  };
  try {
    await bundle("cli.ts", "--code-splitting", "--outdir", `${folder}/modules`);
    const modules = await textsIn(`${folder}/modules`);
    const version = (await digest(JSON.stringify([...modules, stamp]))).slice(0, 16);
    const called = await functionsOfFrequentCalls(`${folder}/modules/${ENTRY}`);
    for (const [name, functions] of called) modules.set(name, await markEager(modules.get(name)!, functions));
    const eager = new Set(called.keys());
    const { first, parts } = await joinModules(modules, {
      entry: ENTRY,
      eager,
      parts: BUNDLE_PARTS,
      version,
    });
    const target = parentPath(fromRoot(output));
    await Deno.mkdir(target, { recursive: true });
    for (const [path, text] of [[fromRoot(output), first], ...partsIn(target, parts)] as const) {
      await Deno.writeTextFile(`${folder}/joined.js`, text);
      await bundle(`${folder}/joined.js`, "--minify", "-o", `${folder}/short.js`);
      const short = dropMarks(await Deno.readTextFile(`${folder}/short.js`));
      const hidden = lazy.reduce(
        (all, name) => all.replaceAll(`import("${name}")`, `import(["${name}"][0])`),
        short,
      );
      await Deno.writeTextFile(path, inAscii(stamped(hidden, stamp)));
    }
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}

function partsIn(folder: string, parts: ReadonlyMap<string, string>): readonly (readonly [string, string])[] {
  return [...parts].map(([name, text]) => [`${folder}/${name}`, text]);
}

/** The name of the program's first module in a bundle with code splitting. */
const ENTRY = "cli.js";

/** Returns the texts of the files of a folder by name, in alphabetical order. */
async function textsIn(folder: string): Promise<Map<string, string>> {
  const names = (await Array.fromAsync(Deno.readDir(folder), ({ name }) => name)).sort();
  return new Map(
    await Promise.all(
      names.map(async (name) => [name, await Deno.readTextFile(`${folder}/${name}`)] as const),
    ),
  );
}

/**
 * Escapes all characters outside ASCII. With a single other character, the engine stores the whole program
 * with two bytes per character, which slows down every start. The bundler has escaped strings already; only
 * regular expressions remain, which support the same escapes.
 */
function inAscii(text: string): string {
  return text.replace(/[^\0-\x7f]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`);
}

/** Options for {@link bundleForNode}. */
export interface NodeBundle {
  /** The public modules, relative to the repository's root. */
  readonly entries: readonly string[];
  /** True to minify. */
  readonly minify: boolean;
}

/**
 * Builds a folder of modules for Node and Bun, including packages. Lazy imports become separate files, so
 * that a start loads only the modules it needs.
 *
 * @param folder Path of the folder, relative to the repository's root. Its content is removed.
 */
export async function bundleForNode(
  folder: string,
  { entries, minify }: NodeBundle,
  stamp: Stamp,
): Promise<void> {
  await Deno.remove(fromRoot(folder), { recursive: true }).catch(() => {});
  const flags = ["--quiet", "--code-splitting", ...(minify ? ["--minify"] : []), "--outdir", folder];
  await run(Deno.execPath(), ["bundle", ...flags, ...entries]);
  await stampFolder(fromRoot(folder), stamp);
}

/** Returns the packages and `node:` modules that `import()` loads in `lib/deps/`. */
async function lazyImports(): Promise<readonly string[]> {
  const folder = fromRoot("lib/deps");
  const found = new Set<string>();
  for await (const { name } of Deno.readDir(folder)) {
    const text = await Deno.readTextFile(`${folder}/${name}`);
    for (const [, specifier] of text.matchAll(/\bimport\(\s*"((?:npm|node):[^"]+)",?\s*\)/g)) {
      found.add(specifier!);
    }
  }
  return [...found].sort();
}
