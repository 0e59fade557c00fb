import assert from "node:assert/strict";
import { readObjects, readStagedIndex, withFiles } from "../../../lib/apply/git/commit/staged.ts";
import type { Command } from "../../../lib/host/host.ts";
import { Folder, host, hostThat, repository } from "../../support/repository.ts";

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

Deno.test("withFiles() adds files and whole folders once, as if they were written again", () => {
  const objects = new Map([["a/b/c.md", "1"], ["a/b.md", "2"], ["d.md", "3"], ["ab/x.md", "4"]]);
  const index = { changes: [{ path: "d.md", before: undefined, after: "3" }], objects, links: [] };
  const added = (...paths: string[]) => withFiles(index, paths).changes.slice(1).map(({ path }) => path);
  assert.deepEqual(added("a"), ["a/b/c.md", "a/b.md"]);
  assert.deepEqual(added("a/b"), ["a/b/c.md"]);
  assert.deepEqual(added("a/b/c.md", "d.md"), ["a/b/c.md"]);
  assert.deepEqual(added("."), ["a/b/c.md", "a/b.md", "ab/x.md"]);
  assert.deepEqual(added("x", "b"), []);
  assert.deepEqual(withFiles(index, ["ab/x.md"]).changes[1], { path: "ab/x.md", before: "4", after: "4" });
});

Deno.test("git is asked about the index in English, takes no lock and asks no question", async () => {
  await using folder = await repository({ [PLAN]: "1\n" });
  const seen: Command[] = [];
  const run: typeof host.run = (command) => {
    seen.push(command);
    return host.run(command);
  };
  await readStagedIndex(hostThat({ run }), folder.path);
  assert.ok(seen.length > 0);
  for (const { env } of seen) {
    const { LC_ALL, ...others } = env!;
    assert.equal(LC_ALL, "C");
    assert.deepEqual(Object.entries(others).filter(([, value]) => value !== "0"), []);
    for (const name of ["GIT_TERMINAL_PROMPT", "GIT_OPTIONAL_LOCKS", "GIT_GLOB_PATHSPECS"]) {
      assert.ok(name in others);
    }
  }
});
