import assert from "node:assert/strict";
import { Git } from "../../../lib/apply/git/git.ts";
import { ensureMergeDriver } from "../../../lib/apply/git/merge/merge_driver.ts";
import { type Folder, hostThat, repository } from "../../support/repository.ts";

async function withRemote(): Promise<Folder> {
  const folder = await repository();
  await folder.git("remote", "add", "origin", "https://example.invalid/x.git");
  return folder;
}

const PROGRAMS: readonly (readonly [program: readonly string[], expected: boolean])[] = [
  [["wf"], true],
  [["deno", "run", "-A", "C:/wf/cli.ts"], true],
  [["npx", "@wf/wf"], false],
  [["deno", "run", "-A", "https://example.invalid/cli.ts"], false],
];

for (const [program, expected] of PROGRAMS) {
  Deno.test(`the merge driver is ${expected ? "" : "not "}set up unasked for ${program.join(" ")}`, async () => {
    await using folder = await withRemote();
    const git = await Git.open(hostThat({ program: () => program }), folder.path);
    assert.equal(await ensureMergeDriver(git), expected);
    assert.equal(await folder.has(".git/info/attributes"), expected);
  });
}

Deno.test("the merge driver is not set up unasked for a program that is in the repository", async () => {
  await using folder = await withRemote();
  const path = Deno.realPathSync(folder.path);
  const git = await Git.open(hostThat({ program: () => ["node", `${path}/node_modules/wf/bin.js`] }), path);
  assert.equal(await ensureMergeDriver(git), false);
});

Deno.test("a clone with another merge driver of that name, or whose attributes cannot be written, stays as it is", async () => {
  await using folder = await withRemote();
  const git = await Git.open(hostThat({ program: () => ["wf"] }), folder.path);
  await folder.git("config", "merge.wf.driver", "true");
  assert.equal(await ensureMergeDriver(git), false);
  await folder.git("config", "--unset", "merge.wf.driver");
  await folder.write({ ".git/info/attributes/file": "" });
  assert.equal(await ensureMergeDriver(git), false);
  assert.equal(await folder.has(".git/info/attributes/file"), true);
});
