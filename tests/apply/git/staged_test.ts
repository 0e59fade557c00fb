import assert from "node:assert/strict";
import { readObjects, readStagedIndex } from "../../../lib/apply/git/staged.ts";
import { Folder, host, repository } from "../../support/repository.ts";

const PLAN = ".planning/phases/01/plan.md";

Deno.test("readStagedIndex() reads changes and files below all .planning folders, and nothing else", async () => {
  await using folder = await repository({ [PLAN]: "1\n", "app/.planning/b.md": "1\n", "a.txt": "1\n" });
  await Deno.symlink("plan.md", `${folder.path}/.planning/phases/01/link.md`);
  await folder.write({ [PLAN]: "2\n", "a.txt": "2\n", ".planning/ü.md": "new\n" });
  await folder.git("rm", "--quiet", "app/.planning/b.md");
  await folder.git("add", "--all");
  const { changes, objects, links } = await readStagedIndex(host, `${folder.path}/.planning/phases`);
  const found = changes.map(({ path, before, after }) => [path, before !== undefined, after !== undefined]);
  const none = /^0+$/;
  assert.deepEqual(found.map(([path]) => path), [
    ".planning/phases/01/link.md",
    PLAN,
    ".planning/ü.md",
    "app/.planning/b.md",
  ]);
  assert.deepEqual(found.find(([path]) => path === PLAN), [PLAN, true, true]);
  assert.equal(changes.some(({ after }) => after !== undefined && none.test(after)), false);
  assert.deepEqual([...objects.keys()], [PLAN, ".planning/ü.md"]);
  assert.deepEqual(links, [".planning/phases/01/link.md"]);
  const texts = await readObjects(host, folder.path, [...objects.values(), ...objects.values()]);
  assert.deepEqual([...objects.values()].map((name) => texts.get(name)), ["2\n", "new\n"]);
});

Deno.test("in a repository that is a .planning folder itself, all paths begin with its name", async () => {
  await using outer = await Folder.make({ ".planning/a.md": "1\n" });
  const folder = await Folder.at(`${outer.path}/.planning`).init();
  await folder.write({ "a.md": "2\n", "phases/b.md": "1\n" });
  await Deno.symlink("a.md", `${folder.path}/link`);
  await folder.git("add", "--all");
  for (const directory of [folder.path, `${folder.path}/phases`]) {
    const { changes, objects, links } = await readStagedIndex(host, directory);
    assert.deepEqual(changes.map(({ path }) => path), [
      ".planning/a.md",
      ".planning/link",
      ".planning/phases/b.md",
    ]);
    assert.deepEqual([...objects.keys()], [".planning/a.md", ".planning/phases/b.md"]);
    assert.deepEqual(links, [".planning/link"]);
  }
});

Deno.test("readStagedIndex() says where there is no repository, and what to do", async () => {
  await using folder = await Folder.make({});
  await assert.rejects(readStagedIndex(host, folder.path), {
    name: "GitError",
    message: `Cannot find a git repository at "${folder.path}"`,
    hint: /--staged/,
    output: /not a git repository/i,
  });
});

Deno.test("readStagedIndex() passes on what git says of an index that cannot be read", async () => {
  await using folder = await repository({});
  await folder.write({ ".git/index": "broken" });
  await assert.rejects(readStagedIndex(host, folder.path), {
    message: /^Cannot read git's index: .*index/,
    output: /index/,
  });
});

Deno.test("readObjects() reads contents of any kind, and none where none are asked for", async () => {
  await using folder = await repository({ "empty": "", "umlaut": "ü\n", "lines": "a\n\nb" });
  const names = (await folder.git("rev-parse", "HEAD:empty", "HEAD:umlaut", "HEAD:lines")).split("\n");
  const missing = "0123456789012345678901234567890123456789";
  const texts = await readObjects(host, folder.path, [names[0]!, missing, names[1]!, names[2]!]);
  assert.deepEqual([...names, missing].map((name) => texts.get(name)), ["", "ü\n", "a\n\nb", undefined]);
  assert.equal((await readObjects(host, "/gone", [])).size, 0);
});

Deno.test("readObjects() fails where git does", async () => {
  await using folder = await Folder.make({});
  await assert.rejects(readObjects(host, folder.path, ["0".repeat(40)]), {
    name: "GitError",
    message: /^Cannot read what is staged: /,
  });
});
