import assert from "node:assert/strict";
import { Git } from "../../../lib/apply/git/git.ts";
import { rememberUntracked } from "../../../lib/apply/git/commit/index_file.ts";
import { type Folder, host, hostThat, repository } from "../../support/repository.ts";

/** Returns a repository whose index is big; most of its files are not in the working tree. */
async function big(): Promise<Folder> {
  const folder = await repository({ "1/a.txt": "1\n", ".gitignore": "*.log\n" });
  const hash = await folder.git("rev-parse", "HEAD:1/a.txt");
  const lines = Array.from({ length: 3000 }, (_, number) => `100644 ${hash}\tsome/folder/${number}.txt\n`);
  await (await Git.open(host, folder.path)).output(["update-index", "--index-info"], lines.join(""));
  return folder;
}

async function hasCache(folder: Folder): Promise<boolean> {
  return new TextDecoder("latin1").decode(await Deno.readFile(`${folder.path}/.git/index`)).includes("UNTR");
}

function remember(git: Git): Promise<void> {
  return rememberUntracked(git, `${git.root}.times`);
}

const CHANGES: Readonly<Record<string, readonly (readonly [path: string, text: string | undefined])[]>> = {
  "new files in old and new folders": [["1/new", "1"], ["new/deep/file", "1"], ["top", "1"]],
  "files that are no longer ignored": [["2/a.log", "1"], [".gitignore", ""]],
  "files that are ignored from now on": [["3/a.txt", "1"], [".gitignore", "*.txt\n"]],
  "removed untracked files": [["mine", undefined], ["4/mine", undefined]],
};

Deno.test("what git remembers of untracked files does not change its status", async () => {
  await using folder = await big();
  await folder.write({ "mine": "1", "4/mine": "1" });
  const git = await Git.open(host, folder.path);
  await remember(git);
  assert.ok(await hasCache(folder));
  for (const [what, changes] of Object.entries(CHANGES)) {
    for (const [path, text] of changes) {
      if (text === undefined) await Deno.remove(`${folder.path}/${path}`);
      else await folder.write({ [path]: text });
    }
    const known = await git.status();
    assert.ok(await hasCache(folder));
    await folder.git("-c", "core.untrackedCache=false", "status");
    assert.equal(await hasCache(folder), false);
    assert.deepEqual(known, await git.status(), what);
    await remember(git);
  }
  assert.equal(await host.stat(`${folder.path}.times`), undefined);
});

Deno.test("git remembers no untracked files where the user or the file system prevents it", async () => {
  await using folder = await big();
  const info = await host.stat(folder.path);
  const stat: typeof host.stat = (path) => path.endsWith(".times") ? Promise.resolve(info) : host.stat(path);
  await remember(await Git.open(hostThat({ stat }), folder.path));
  assert.equal(await hasCache(folder), false);
  await folder.git("config", "core.untrackedCache", "false");
  await remember(await Git.open(host, folder.path));
  assert.equal(await hasCache(folder), false);
});

Deno.test("git remembers no untracked files in a small working tree", async () => {
  await using folder = await repository({ "a.txt": "1\n" });
  await remember(await Git.open(host, folder.path));
  assert.equal(await hasCache(folder), false);
});
