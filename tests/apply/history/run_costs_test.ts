import assert from "node:assert/strict";
import { Git } from "../../../lib/apply/git/git.ts";
import { measureCheckouts, readCosts, rememberTurns } from "../../../lib/apply/history/run_costs.ts";
import { Folder, host, hostThat, repository } from "../../support/repository.ts";

/** Opens a repository on a machine with its own home folder, whose clock advances a second with each call of git. */
async function open(folder: Folder, home: Folder): Promise<Git> {
  let now = 0;
  const run: typeof host.run = (command) => {
    now += 1000;
    return host.run(command);
  };
  return await Git.open(hostThat({ home: () => home.path, now: () => now, run }), folder.path);
}

/** Adds 3,000 files in 30 folders to the index, which are not in the working tree. */
async function addFiles(folder: Folder): Promise<void> {
  const hash = await folder.git("rev-parse", "HEAD:a.txt");
  const numbers = Array.from({ length: 3000 }, (_, number) => number);
  const lines = numbers.map((number) => {
    return `100644 ${hash}\tsome/folder-${Math.floor(number / 100)}/file-${number}.txt\n`;
  }).join("");
  await (await Git.open(host, folder.path)).output(["update-index", "--index-info"], lines);
}

Deno.test("the durations of turns are recorded for the next run, each agent's on their own", async () => {
  await using folder = await repository({ "a.txt": "1\n" });
  await addFiles(folder);
  const git = await Git.open(host, folder.path);
  const { files, ...others } = await readCosts(git);
  assert.ok(files > 2000 && files < 4500, String(files));
  assert.deepEqual(others, {});
  await rememberTurns(git, "shell", [9000, 2000, 1000]);
  await rememberTurns(git, "claude", [60_000]);
  await rememberTurns(git, "claude", []);
  assert.deepEqual(await readCosts(git), { files, turns: { shell: 2, claude: 60 } });
});

Deno.test("a checkout is measured each time, and leaves nothing", async () => {
  await using folder = await repository({ "a.txt": "1\n" });
  await using home = await Folder.make();
  await addFiles(folder);
  const git = await open(folder, home);
  await rememberTurns(git, "shell", [2000]);
  const { files } = await readCosts(git);
  const costs = await measureCheckouts(git);
  // A second for 400 files.
  assert.deepEqual(costs, { files, worktree: files / 400, turns: { shell: 2 } });
  assert.deepEqual(await readCosts(git), costs);
  assert.deepEqual(await measureCheckouts(git), costs);
  assert.equal(await home.has(".wf"), false);
});

Deno.test("a checkout is measured with files of few folders, as those of a whole one", async () => {
  await using folder = await repository({ "a.txt": "1\n" });
  await using home = await Folder.make();
  await addFiles(folder);
  let sample = "";
  const run: typeof host.run = (command) => {
    if (command.argv.includes("checkout-index")) sample = command.stdin ?? "";
    return host.run(command);
  };
  await measureCheckouts(await Git.open(hostThat({ home: () => home.path, run }), folder.path));
  const files = sample.split("\0").slice(0, -1);
  const folders = new Set(files.map((file) => file.slice(0, file.lastIndexOf("/"))));
  assert.deepEqual([files.length, folders.size <= 8], [400, true], [...folders].join());
});

Deno.test("a checkout that fails is not measured", async () => {
  await using folder = await repository({ "a.txt": "1\n" });
  await using home = await Folder.make({ ".wf": "a file" });
  await addFiles(folder);
  const costs = await measureCheckouts(await open(folder, home));
  assert.deepEqual(Object.keys(costs!), ["files"]);
  assert.equal(await home.read(".wf"), "a file");
});

Deno.test("a small repository has no record of durations", async () => {
  await using folder = await repository({ "a.txt": "1\n" });
  const git = await Git.open(host, folder.path);
  await rememberTurns(git, "shell", [2000]);
  assert.equal(await measureCheckouts(git), undefined);
  assert.equal(await folder.has(".git/wf/costs.json"), false);
  assert.deepEqual(Object.keys(await readCosts(git)), ["files"]);
});
