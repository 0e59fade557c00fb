import assert from "node:assert/strict";
import { Git } from "../../../lib/apply/git/git.ts";
import { undoHalfCommit } from "../../../lib/apply/session/half_commit.ts";
import { writeStopped } from "../../../lib/apply/session/stopped_record.ts";
import { type Folder, host, repository } from "../../support/repository.ts";

/** Undoes the commit of a run that was killed ten seconds ago, as its log shows, and whose file has changed just now. */
async function undo(folder: Folder, madeAt?: number): Promise<void> {
  const git = await Git.open(host, folder.path);
  const place = { git, prefix: "", project: "" };
  const head = await folder.git("rev-parse", "HEAD");
  const task = { plan: "01-01", task: 1, branch: "main", head, state: "finished", committing: true } as const;
  const killedAt = Date.now() - 10_000;
  await writeStopped(place, {
    ...task,
    baseline: {},
    files: { "a.txt": "1" },
    reason: "",
    output: "",
    killedAt,
  });
  await folder.write({ "a.txt": "2\n" });
  await folder.git("commit", "--quiet", "--all", "--message=feat: a\n\nWf-Plan: 01-01\nWf-Task: 1");
  const commit = await folder.git("rev-parse", "HEAD");
  const object = `${folder.path}/.git/objects/${commit.slice(0, 2)}/${commit.slice(2)}`;
  if (madeAt !== undefined) await Deno.utime(object, madeAt / 1000, madeAt / 1000);
  await folder.write({ "a.txt": "2\nformatted\n" });
  await undoHalfCommit(place);
}

Deno.test("undoHalfCommit() takes changes until the commit for those of a slow hook", async () => {
  await using folder = await repository({ "a.txt": "1\n" });
  await undo(folder);
  assert.deepEqual(await folder.subjects(), ["start"]);
  assert.equal(await folder.read("a.txt"), "2\nformatted\n");
});

Deno.test("undoHalfCommit() takes later changes for the user's", async () => {
  await using folder = await repository({ "a.txt": "1\n" });
  await undo(folder, Date.now() - 10_000);
  assert.deepEqual(await folder.subjects(), ["start", "feat: a"]);
});
