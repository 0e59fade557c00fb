import assert from "node:assert/strict";
import { Git } from "../../../lib/apply/git/git.ts";
import { stashWork } from "../../../lib/apply/git/stash.ts";
import { Folder, host, hostThat, repository } from "../../support/repository.ts";

/** Returns the content of the folder as a shell lists it, without git's files. */
async function contents(folder: Folder): Promise<string> {
  const script = "find . -path ./.git -prune -o \\( -type f -o -type l \\) -print | sort | " +
    'while read -r path; do echo "$path: $(test -L "$path" && readlink "$path" || cat "$path")"; done';
  return (await sh(folder, script)).trimEnd();
}

async function sh(folder: Folder, script: string): Promise<string> {
  const { code, stdout, stderr } = await host.run({ argv: ["sh", "-ec", script], cwd: folder.path });
  assert.equal(code, 0, stderr);
  return stdout;
}

/** Changes that git stash push refuses or only partly stashes, and plain ones, by description. */
const CHANGES: Readonly<Record<string, string>> = {
  "changed and new files": "echo 2 > a.txt; mkdir new; echo 2 > new/b.txt",
  "a folder that became a link": "rm -r folder; ln -s other folder",
  "a file that became a folder": "rm a.txt; mkdir a.txt; echo in > a.txt/in",
  "a link that leads elsewhere": "rm link; ln -s folder link",
  "files that are gone": "rm a.txt; rm -r other",
  "files in new folders": "mkdir -p new/deep; echo 2 > new/deep/b.txt; echo 3 > new/c.txt",
  "staged renames": "git mv other/o.txt other/p.txt",
  "a removal that is staged, of a file that is there again": "git rm -q a.txt; echo again > a.txt",
  "a file that is going to be added": "echo 2 > new.txt; git add -N new.txt",
  "a file that is staged": "echo 2 > new.txt; git add new.txt; echo 3 > new.txt",
  "a file that can be executed now": "chmod +x a.txt",
  "names that git could take for patterns": "echo 2 > '*.txt'; echo 3 > ':(top)x'; echo 4 > '-m'",
  "names with lines and letters of any script": 'echo 2 > "ü $(printf "a\\nb").txt"',
};

for (const [what, script] of Object.entries(CHANGES)) {
  Deno.test(`stashWork() keeps ${what} in the stash, from which git brings them back`, async () => {
    await using folder = await repository({ "a.txt": "1\n", "folder/k.txt": "k\n", "other/o.txt": "o\n" });
    await sh(folder, "ln -s other link; git add link; git commit -qm link; echo m > mine.txt");
    const before = await contents(folder);
    await sh(folder, script);
    const changed = await contents(folder);
    const git = await Git.open(host, folder.path);
    const paths = (await git.status()).map(({ path }) => path).filter((path) => path !== "mine.txt");
    await stashWork(git, paths, "wf: left");
    assert.equal(await contents(folder), before);
    assert.equal(await folder.git("status", "--porcelain"), "?? mine.txt");
    assert.match(await folder.git("stash", "list"), /wf: left$/);
    await folder.git("stash", "pop", "--quiet");
    assert.equal(await contents(folder), changed);
  });
}

Deno.test("stashWork() leaves what else the user has changed and staged", async () => {
  await using folder = await repository({ "a.txt": "1\n", "b.txt": "1\n", "c.txt": "1\n" });
  await folder.write({ "a.txt": "2\n", "b.txt": "2\n", "c.txt": "2\n" });
  await folder.git("add", "b.txt");
  await stashWork(await Git.open(host, folder.path), ["a.txt"], "wf: left");
  assert.equal(await folder.git("status", "--porcelain"), "M  b.txt\n M c.txt");
  assert.equal(await folder.git("diff", "--name-only", "stash@{0}^1", "stash@{0}"), "a.txt");
});

Deno.test("stashWork() leaves a repository inside of this one where it is", async () => {
  await using folder = await repository();
  await sh(folder, "git init -q inner; echo 1 > inner/f; echo 1 > new.txt");
  assert.deepEqual(await stashWork(await Git.open(host, folder.path), ["inner/", "new.txt"], "wf: left"), [
    "new.txt",
  ]);
  assert.equal(await folder.git("status", "--porcelain"), "?? inner/");
});

Deno.test("stashWork() leaves files that git ignores in a folder where a file was", async () => {
  await using folder = await repository({ "a.txt": "1\n", ".gitignore": "*.log\n" });
  await sh(folder, "rm a.txt; mkdir a.txt; echo precious > a.txt/x.log");
  await stashWork(await Git.open(host, folder.path), ["a.txt"], "wf: left");
  assert.equal(await folder.read("a.txt/x.log"), "precious\n");
});

Deno.test("stashWork() keeps what there is before the first commit of a repository", async () => {
  await using folder = await Folder.make({ "a.txt": "1\n", "b.txt": "1\n" });
  await folder.git("init", "--quiet");
  await folder.git("add", "a.txt");
  await stashWork(await Git.open(host, folder.path), ["a.txt"], "wf: left");
  assert.equal(await folder.git("status", "--porcelain"), "?? b.txt");
  assert.equal(await folder.git("show", "stash@{0}:a.txt"), "1");
});

Deno.test("stashWork() keeps what a merge could not bring together", async () => {
  await using folder = await repository({ "a.txt": "1\n" });
  await sh(
    folder,
    "git switch -qc side; echo side > a.txt; git commit -qam side; git switch -q main; " +
      "echo main > a.txt; git commit -qam main; git merge side || true",
  );
  await stashWork(await Git.open(host, folder.path), ["a.txt"], "wf: left");
  assert.equal(await folder.read("a.txt"), "main\n");
  assert.match(await folder.git("show", "stash@{0}:a.txt"), /^<<<<<<< HEAD/);
});

Deno.test("stashWork() removes the folders that it empties, and no others", async () => {
  await using folder = await repository({ "a.txt": "1\n", ".gitignore": "*.log\n" });
  await folder.write({ "new/deep/b.txt": "2\n", "kept/c.txt": "2\n", "kept/d.log": "log\n" });
  await stashWork(await Git.open(host, folder.path), ["new/deep/b.txt", "kept/c.txt"], "wf: left");
  assert.deepEqual(
    [await folder.has("new"), await folder.has("kept/d.log"), await folder.has("kept/c.txt")],
    [
      false,
      true,
      false,
    ],
  );
  assert.deepEqual([await folder.has(".git/wf"), await folder.git("status", "--porcelain")], [true, ""]);
});

Deno.test("stashWork() keeps what the user has staged apart from what it stashes", async () => {
  await using folder = await repository({ "a.txt": "1\n", "b.txt": "1\n" });
  await folder.write({ "a.txt": "staged\n", "b.txt": "left\n" });
  await folder.git("add", "a.txt");
  await stashWork(await Git.open(host, folder.path), ["b.txt"], "wf: left");
  assert.equal(await folder.git("status", "--porcelain"), "M  a.txt");
  assert.equal(await folder.git("show", "stash@{0}^2:a.txt"), "staged");
  assert.equal(await folder.git("diff", "--name-only", "stash@{0}^", "stash@{0}"), "b.txt");
});

Deno.test("stashWork() works before the first commit, and during a merge with conflicts", async () => {
  await using fresh = await Folder.make({ "a.txt": "1\n" });
  await fresh.git("init", "--quiet");
  await fresh.git("config", "user.name", "T");
  await fresh.git("config", "user.email", "t@example.invalid");
  assert.deepEqual(await stashWork(await Git.open(host, fresh.path), ["a.txt"], "wf: left"), ["a.txt"]);
  assert.equal(await fresh.has("a.txt"), false);
  assert.equal(await fresh.git("show", "stash@{0}:a.txt"), "1");
  await using folder = await repository({ "a.txt": "1\n" });
  await folder.git("switch", "--quiet", "--create", "side");
  await folder.write({ "a.txt": "2\n" });
  await folder.git("commit", "--quiet", "--all", "--message=side");
  await folder.git("switch", "--quiet", "main");
  await folder.write({ "a.txt": "3\n" });
  await folder.git("commit", "--quiet", "--all", "--message=main");
  await assert.rejects(folder.git("merge", "--quiet", "side"));
  await folder.write({ "new.txt": "n\n" });
  assert.deepEqual(await stashWork(await Git.open(host, folder.path), ["new.txt"], "wf: left"), ["new.txt"]);
  assert.equal(await folder.git("show", "stash@{0}:new.txt"), "n");
});

Deno.test("a file that is gone by the time it is stashed is recorded as gone", async () => {
  await using folder = await repository({ "a.txt": "1\n", "b.txt": "1\n" });
  await folder.write({ "a.txt": "2\n", "b.txt": "2\n" });
  let removed = false;
  const run: typeof host.run = async (command) => {
    if (!removed && command.argv.includes("update-index")) {
      removed = true;
      await Deno.remove(`${folder.path}/a.txt`);
    }
    return await host.run(command);
  };
  await stashWork(await Git.open(hostThat({ run }), folder.path), ["a.txt", "b.txt"], "wf: left");
  assert.ok(removed);
  assert.match(await folder.git("stash", "show", "--name-status"), /^D\ta\.txt\nM\tb\.txt$/);
});

Deno.test("only folders that a stash has emptied are removed, up to the first that has something else", async () => {
  await using folder = await repository({ "a.txt": "1\n", ".gitignore": "kept\n" });
  await folder.write({ "new/deep/b.txt": "2\n", "new/kept": "ignored\n" });
  await stashWork(await Git.open(host, folder.path), ["new/deep/b.txt"], "wf: left");
  assert.deepEqual(await contents(folder), "./.gitignore: kept\n./a.txt: 1\n./new/kept: ignored");
  assert.equal(await folder.has("new/deep"), false);
});

Deno.test("stashWork() does not store the same changes twice if it was killed before it had reset them", async () => {
  await using folder = await repository({ "a.txt": "1\n" });
  const git = await Git.open(host, folder.path);
  const left: readonly (readonly [files: Readonly<Record<string, string>>, entries: number])[] = [
    [{ "a.txt": "2\n", "b.txt": "2\n" }, 1],
    [{ "a.txt": "2\n", "b.txt": "2\n" }, 1],
    [{ "a.txt": "2\n" }, 1],
    [{ "a.txt": "3\n", "b.txt": "2\n" }, 2],
  ];
  for (const [files, entries] of left) {
    await folder.write(files);
    assert.deepEqual(await stashWork(git, Object.keys(files), "wf: left"), Object.keys(files));
    assert.equal(await folder.git("status", "--porcelain"), "");
    assert.equal((await folder.git("stash", "list")).split("\n").length, entries);
  }
});
