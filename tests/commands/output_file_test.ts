import assert from "node:assert/strict";
import { outputPath } from "../../lib/commands/output_file.ts";
import { Folder, hostThat } from "../support/repository.ts";

/** Files that a user names for output, and the error, if any; only the text "own" may be replaced. */
const FILES: readonly (readonly [what: string, file: string, error?: RegExp])[] = [
  ["a new file is written", "new.md"],
  ["a file that may be replaced is written", "own.md"],
  ["a file with other content is kept", "other.md", /it exists, with other content/],
  ["a folder is refused", "folder", /it is a folder/],
  ["a file in a folder that does not exist is refused", "none/new.md", /the folder .* does not exist/],
];

for (const [what, file, error] of FILES) {
  Deno.test(`output: ${what}`, async () => {
    await using folder = await Folder.make();
    await folder.write({ "own.md": "own", "other.md": "other", "folder/a.md": "" });
    const context = { host: hostThat({}), cwd: () => Promise.resolve(folder.path) };
    const path = outputPath(file, (text) => text === "own", context);
    if (error === undefined) assert.equal(await path, `${folder.path}/${file}`);
    else await assert.rejects(path, error);
  });
}
