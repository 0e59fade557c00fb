/**
 * Writes the findings of the rules into each `expected.json` of the invalid fixtures, and the files of the
 * slash commands. Read the differences before you commit them.
 *
 * deno run -A tools/update_fixtures.ts
 * @module
 */
import { check, FIXTURES, foldersIn, readTree, summarize } from "../tests/check/fixture_tree.ts";
import { goldenFiles, INSTALLED, installedFiles } from "../tests/prompts/slash_golden.ts";

for (const code of foldersIn(FIXTURES)) {
  for (const name of foldersIn(new URL(`${code}/invalid/`, FIXTURES))) {
    const folder = new URL(`${code}/invalid/${name}/`, FIXTURES);
    const sources = readTree(folder);
    const found = check(sources).map((finding) => summarize(finding, sources));
    const text = `${JSON.stringify(found, null, 2)}\n`;
    const file = new URL("expected.json", folder);
    const before = await Deno.readTextFile(file).catch(() => "");
    if (before !== text) await Deno.writeTextFile(file, text);
  }
}

const installed = installedFiles();
await Deno.mkdir(INSTALLED, { recursive: true });
for (const path of goldenFiles().keys()) {
  if (!installed.has(path)) await Deno.remove(new URL(path, INSTALLED));
}
for (const [path, text] of installed) {
  const file = new URL(path, INSTALLED);
  await Deno.mkdir(new URL(".", file), { recursive: true });
  await Deno.writeTextFile(file, text);
}
