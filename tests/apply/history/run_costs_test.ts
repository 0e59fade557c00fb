import assert from "node:assert/strict";
import { Git } from "../../../lib/apply/git/git.ts";
import { readCosts, rememberCosts } from "../../../lib/apply/history/run_costs.ts";
import { type Folder, host, hostThat, repository } from "../../support/repository.ts";

const MEASURED = { agent: "shell", turns: [9000, 2000, 1000], created: [3000, 1500], removed: [500] };
const WEEK = 7 * 24 * 60 * 60 * 1000;

async function open(folder: Folder, later = 0): Promise<Git> {
  return await Git.open(hostThat({ now: () => host.now() + later }), folder.path);
}

/** Adds 3,000 files to the index, which are not in the working tree. */
async function addFiles(folder: Folder): Promise<void> {
  const hash = await folder.git("rev-parse", "HEAD:a.txt");
  const numbers = Array.from({ length: 3000 }, (_, number) => number);
  const lines = numbers.map((number) => `100644 ${hash}\tsome/folder/file-${number}.txt\n`).join("");
  await (await open(folder)).output(["update-index", "--index-info"], lines);
}

Deno.test("the durations of a run are recorded for the next one, each agent's on their own", async () => {
  await using folder = await repository({ "a.txt": "1\n" });
  await addFiles(folder);
  const git = await open(folder);
  const { files, ...others } = await readCosts(git);
  assert.ok(files > 2000 && files < 4500, String(files));
  assert.deepEqual(others, {});
  await rememberCosts(git, MEASURED);
  assert.deepEqual(await readCosts(git), { files, worktree: 2, turns: { shell: 2 } });
  await rememberCosts(git, { agent: "claude", turns: [60_000], created: [], removed: [] });
  assert.deepEqual(await readCosts(git), { files, worktree: 2, turns: { shell: 2, claude: 60 } });
  await rememberCosts(git, { agent: "claude", turns: [], created: [1000], removed: [] });
  assert.deepEqual((await readCosts(git)).worktree, 2);
  assert.deepEqual(await readCosts(await open(folder, WEEK)), { files });
});

Deno.test("a small repository has no record of durations", async () => {
  await using folder = await repository({ "a.txt": "1\n" });
  const git = await open(folder);
  await rememberCosts(git, MEASURED);
  assert.equal(await folder.has(".git/wf/costs.json"), false);
  assert.deepEqual(Object.keys(await readCosts(git)), ["files"]);
});
