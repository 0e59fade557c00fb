/**
 * Builds the extension for VS Code: `dist/wf-<version>.vsix`.
 *
 * deno task vscode [folder]
 *
 * @module
 */
import { noticesText } from "./build/notices.ts";
import { fromRoot, run } from "./build/run.ts";

const PACKER = "npm:@vscode/vsce@3.7.1";
const SOURCES = "editors/vscode";

const folder = Deno.args[0] ?? "dist";
const { version }: { readonly version: string } = JSON.parse(await Deno.readTextFile(fromRoot("deno.json")));
const output = `${folder}/wf-${version}.vsix`;
await Deno.mkdir(fromRoot(folder), { recursive: true });
const content = await Deno.makeTempDir({ prefix: "wf-vscode-" });
try {
  const manifest = JSON.parse(await Deno.readTextFile(fromRoot(`${SOURCES}/package.json`)));
  await Deno.writeTextFile(`${content}/package.json`, JSON.stringify({ ...manifest, version }, undefined, 2));
  await Deno.copyFile(fromRoot(`${SOURCES}/README.md`), `${content}/README.md`);
  await Deno.copyFile(fromRoot("LICENSE"), `${content}/LICENSE`);
  await Deno.writeTextFile(`${content}/NOTICES.md`, await noticesText(`${SOURCES}/extension.ts`));
  await Deno.writeTextFile(`${content}/.vscodeignore`, "");
  const flags = ["--quiet", "--format", "cjs", "--minify", "--external", "vscode"];
  await run(Deno.execPath(), [
    "bundle",
    ...flags,
    "-o",
    `${content}/extension.js`,
    `${SOURCES}/extension.ts`,
  ]);
  const pack = ["package", "--no-dependencies", "--allow-missing-repository", "--out", fromRoot(output)];
  await run(Deno.execPath(), ["run", "--no-lock", "--allow-all", PACKER, ...pack], content);
} finally {
  await Deno.remove(content, { recursive: true });
}
await Deno.stdout.write(new TextEncoder().encode(`${output}\n`));
