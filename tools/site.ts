/**
 * Builds the documentation as a site that also works from a disk: `dist/site/index.html`.
 *
 * deno task site [folder]
 *
 * @module
 */
import { parentPath } from "../lib/path/paths.ts";
import { fromRoot, run } from "./build/run.ts";
import { siteFiles, type Sources } from "./site/pages.ts";

const sources: Sources = {
  readText: (path) => Deno.readTextFile(fromRoot(path)),
  filesOf: async (path) => {
    const info = await Deno.stat(fromRoot(path));
    if (!info.isDirectory) return undefined;
    return (await Array.fromAsync(Deno.readDir(fromRoot(path)), ({ name }) => name)).sort();
  },
};

const folder = Deno.args[0] ?? "dist/site";
await Deno.remove(fromRoot(folder), { recursive: true }).catch(() => {});
for (const { path, content } of await siteFiles(sources)) {
  const target = fromRoot(`${folder}/${path}`);
  await Deno.mkdir(parentPath(target), { recursive: true });
  if (typeof content === "string") await Deno.writeTextFile(target, content);
  else await Deno.copyFile(fromRoot(content.copyOf), target);
}
await Deno.copyFile(fromRoot("tools/site/site.css"), fromRoot(`${folder}/site.css`));
const flags = ["--quiet", "--platform", "browser", "--format", "iife", "--minify"];
await run(Deno.execPath(), ["bundle", ...flags, "-o", `${folder}/search.js`, "tools/site/search.ts"]);
await Deno.stdout.write(new TextEncoder().encode(`${folder}/index.html\n`));
