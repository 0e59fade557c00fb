/**
 * Makes `dist/wf.js`: the whole program in one file, for `deno run` from a URL or a disk.
 *
 *     deno task bundle [file]
 *
 * What `lib/deps/` imports lazily stays outside: a bundle would run its `node:` imports at every
 * start, and they cost tens of milliseconds. Its names are hidden from Deno, which would otherwise
 * fetch the packages before the first line runs.
 * @module
 */
const root = new URL("../", import.meta.url);
const output = Deno.args[0] ?? "dist/wf.js";

/** The packages and `node:` modules that `import()` loads in `lib/deps/`. */
async function lazyImports(): Promise<readonly string[]> {
  const folder = new URL("lib/deps/", root);
  const found = new Set<string>();
  for await (const { name } of Deno.readDir(folder)) {
    const text = await Deno.readTextFile(new URL(name, folder));
    for (const [, specifier] of text.matchAll(/\bimport\(\s*"((?:npm|node):[^"]+)",?\s*\)/g)) {
      found.add(specifier!);
    }
  }
  return [...found].sort();
}

/** Puts each `import("…")` in a form that Deno cannot foresee. */
async function hideImports(specifiers: readonly string[]): Promise<void> {
  const path = new URL(output, root);
  let text = await Deno.readTextFile(path);
  for (const specifier of specifiers) {
    text = text.replaceAll(`import("${specifier}")`, `import(["${specifier}"][0])`);
  }
  await Deno.writeTextFile(path, text);
}

const lazy = await lazyImports();
const { code, stderr } = await new Deno.Command(Deno.execPath(), {
  args: [
    "bundle",
    "--quiet",
    "--minify",
    ...lazy.flatMap((specifier) => ["--external", specifier]),
    "-o",
    output,
    "cli.ts",
  ],
  cwd: root,
}).output();
if (code === 0) await hideImports(lazy);
else await Deno.stderr.write(stderr);
Deno.exit(code);
