/**
 * Bundles: the program for Deno in one file, and for Node in parts that are loaded when needed.
 * @module
 */
import { parentPath } from "../../lib/path/paths.ts";
import { dropMarks, markEager } from "./eager.ts";
import { functionsOfHookCall } from "./hook_calls.ts";
import { fromRoot, run } from "./run.ts";
import { type Stamp, stampFile, stampFolder } from "./stamp.ts";

/**
 * Makes one file for `deno run` from a URL or a disk.
 *
 * What `lib/deps/` imports lazily stays outside: a bundle would run its `node:` imports at every
 * start, and they cost tens of milliseconds. Its names are hidden from Deno, which would otherwise
 * fetch the packages before the first line runs. What a commit hook calls is compiled with the program.
 *
 * @param output Path of the file, from the repository's root.
 */
export async function bundleForDeno(output: string, stamp: Stamp): Promise<void> {
  const lazy = await lazyImports();
  const external = lazy.flatMap((specifier) => ["--external", specifier]);
  const bundle = async (entry: string, to: string, ...flags: readonly string[]): Promise<string> => {
    await run(Deno.execPath(), ["bundle", "--quiet", ...flags, ...external, "-o", to, entry]);
    const text = await Deno.readTextFile(to);
    return lazy.reduce((all, name) => all.replaceAll(`import("${name}")`, `import(["${name}"][0])`), text);
  };
  const folder = await Deno.realPath(await Deno.makeTempDir({ prefix: "wf-bundle-" }));
  try {
    const long = `${folder}/long.js`;
    const program = withoutModuleNames(await bundle("cli.ts", long));
    await Deno.writeTextFile(long, program);
    await Deno.writeTextFile(long, await markEager(program, await functionsOfHookCall(long)));
    const short = await bundle(long, `${folder}/short.js`, "--minify");
    await Deno.mkdir(parentPath(fromRoot(output)), { recursive: true });
    await Deno.writeTextFile(fromRoot(output), inAscii(dropMarks(short)));
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
  await stampFile(fromRoot(output), stamp);
}

/** A bundle in which the modules that are loaded late do not bear the paths they have on this machine. */
function withoutModuleNames(program: string): string {
  return program.replaceAll(/\b(__esm|__commonJS)\(\{\n\s*"[^"\n]*"\(/g, '$1({ ""(');
}

/**
 * A program with escapes for all beyond ASCII: a text with a single other letter is kept by the engine in
 * two bytes for each character, and every start pays for that. The bundler has written the strings so; what
 * it leaves are the sources of regular expressions, which read the escapes too.
 */
function inAscii(text: string): string {
  return text.replace(/[^\0-\x7f]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`);
}

/** How {@link bundleForNode} bundles. */
export interface NodeBundle {
  /** The modules that can be loaded from outside, from the repository's root. */
  readonly entries: readonly string[];
  /** Whether the texts are made short. */
  readonly minify: boolean;
}

/**
 * Makes a folder of modules for Node and Bun, packages included. What is imported lazily is a file of
 * its own, so that a start loads no more than it needs.
 *
 * @param folder Path of the folder, from the repository's root. What is in it goes.
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

/** The packages and `node:` modules that `import()` loads in `lib/deps/`. */
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
