/**
 * The npm package: the program and the library as modules for Node, with types, without dependencies and
 * without install scripts.
 * @module
 */
import denoConfig from "../../deno.json" with { type: "json" };
import { bundleForNode } from "./bundles.ts";
import { joinStart } from "./join_start.ts";
import { noticesText } from "./notices.ts";
import { fromRoot, run } from "./run.ts";
import type { Stamp } from "./stamp.ts";

/** The entry points that only run on Deno. */
const DENO_ONLY = ["./deno", "./cli"];
/** The entry points of the package, and their modules: those of `deno.json` that run on Node. */
const EXPORTS: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries(denoConfig.exports)
    .filter(([entry]) => !DENO_ONLY.includes(entry))
    .map(([entry, module]) => [entry, module.slice("./".length)]),
);
const PROGRAM = "bin.ts";
/** The public modules that also run where there are no `node:` modules. */
const PURE = ["mod.ts", "internals.ts", "lib/permissions/mod.ts"];
const DOCUMENTS = ["README.md", "LICENSE", "CHANGELOG.md"];

/**
 * Builds the package.
 *
 * @param folder The folder for its files, relative to the repository's root. Its content is removed.
 * @param output Folder for the archive, relative to the repository's root.
 * @returns The name of the archive.
 */
export async function packForNpm(folder: string, output: string, stamp: Stamp): Promise<string> {
  await bundleForNode(folder, { entries: [PROGRAM, ...Object.values(EXPORTS)], minify: false }, stamp);
  const [program = "", ...library] = [PROGRAM, ...PURE].map((path) => path.replace(/ts$/, "js"));
  await joinStart(fromRoot(folder), { program, library });
  await writeTypes(folder);
  for (const name of DOCUMENTS) await Deno.copyFile(fromRoot(name), fromRoot(`${folder}/${name}`));
  await Deno.writeTextFile(fromRoot(`${folder}/THIRD_PARTY.md`), await noticesText(PROGRAM));
  await Deno.writeTextFile(fromRoot(`${folder}/package.json`), manifest(stamp));
  const packed = await run("npm", [
    "pack",
    "--json",
    "--ignore-scripts",
    `--pack-destination=${fromRoot(output)}`,
    fromRoot(folder),
  ]);
  return JSON.parse(packed)[0].filename;
}

function manifest({ repository }: Stamp): string {
  const { name, version, license } = denoConfig;
  const entryOf = (module: string) => ({
    types: `./${module.replace(/ts$/, "d.ts")}`,
    default: `./${module.replace(/ts$/, "js")}`,
  });
  const values = {
    name,
    version,
    description: "Milestones, phases and plans as files, executed by agents, one git commit per task",
    license,
    type: "module",
    engines: { node: ">=20" },
    repository: { type: "git", url: `git+https://github.com/${repository}.git` },
    bin: { wf: PROGRAM.replace(/ts$/, "js") },
    exports: {
      ...Object.fromEntries(Object.entries(EXPORTS).map(([path, module]) => [path, entryOf(module)])),
      "./package.json": "./package.json",
    },
  };
  return `${JSON.stringify(values, null, 2)}\n`;
}

/** Writes the type declarations of the exports next to them, as `deno pack` generates them. */
async function writeTypes(folder: string): Promise<void> {
  const temporary = await Deno.makeTempDir({ prefix: "wf-types-" });
  try {
    const archive = `${temporary}/types.tgz`;
    await run(Deno.execPath(), ["pack", "--quiet", "--allow-dirty", "-o", archive]);
    await run("tar", ["-xzf", archive, "-C", temporary]);
    const waiting = Object.values(EXPORTS).map((module) => module.replace(/ts$/, "d.ts"));
    for (const path of waiting) {
      const text = await Deno.readTextFile(`${temporary}/package/${path}`);
      const target = fromRoot(`${folder}/${path}`);
      await Deno.mkdir(target.slice(0, target.lastIndexOf("/")), { recursive: true });
      await Deno.writeTextFile(target, text);
      for (const [, specifier] of text.matchAll(/\bfrom "(\.[^"]+)\.js"/g)) {
        const reached = new URL(`${specifier}.d.ts`, `file:///${path}`).pathname.slice(1);
        if (!waiting.includes(reached)) waiting.push(reached);
      }
    }
  } finally {
    await Deno.remove(temporary, { recursive: true });
  }
}
