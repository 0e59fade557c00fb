import assert from "node:assert/strict";
import { predictConflicts } from "../../../lib/apply/worktrees/predict_conflicts.ts";
import { Folder, repository } from "../../support/repository.ts";
import { addLane, commitAll, lanesOf } from "./lanes.ts";

const LINES = (first: string, last: string) => `${first}\n2\n3\n4\n5\n6\n7\n${last}\n`;

Deno.test("predictConflicts() names concurrent plans that changed the same lines, and changes nothing", async () => {
  await using folder = await repository({ "a.txt": LINES("1", "8"), "b.txt": "1\n" });
  const lanes = await lanesOf(folder);
  const write = async (plan: string, files: Readonly<Record<string, string>>) => {
    await commitAll(Folder.at((await addLane(lanes, plan)).root), files);
  };
  await write("01-01", { "a.txt": LINES("one", "8") });
  await write("01-02", { "a.txt": LINES("eins", "8") });
  await write("01-03", { "a.txt": LINES("1", "eight") });
  await write("01-04", { "b.txt": "2\n" });
  const before = await folder.git("for-each-ref", "refs/heads");
  const found = await predictConflicts("01-01", ["01-02", "01-03", "01-04", "01-05"], lanes.worktrees);
  assert.deepEqual(found.map(({ kind, plans }) => [kind, plans]), [["conflict-foreseen", [
    "01-02",
    "01-01",
  ]]]);
  assert.deepEqual(found[0]!.conflicts.map(({ path }) => path), ["a.txt"]);
  assert.deepEqual(await predictConflicts("01-03", ["01-04"], lanes.worktrees), []);
  assert.deepEqual(await predictConflicts("01-01", ["01-05"], lanes.worktrees), []);
  assert.deepEqual(await predictConflicts("01-05", ["01-01"], lanes.worktrees), []);
  assert.equal(await folder.git("for-each-ref", "refs/heads"), before);
});

Deno.test("predictConflicts() compares all files of the plans, under their old and new names", async () => {
  await using folder = await repository({ "a.txt": LINES("1", "8"), "b.txt": "1\n" });
  const lanes = await lanesOf(folder);
  const first = Folder.at((await addLane(lanes, "01-01")).root);
  await first.git("mv", "a.txt", "renamed.txt");
  await commitAll(first, { "renamed.txt": LINES("one", "8"), "c.txt": "1\n" });
  await commitAll(Folder.at((await addLane(lanes, "01-02")).root), {
    "a.txt": LINES("eins", "8"),
    "b.txt": "2\n",
  });
  const found = await predictConflicts("01-01", ["01-02"], lanes.worktrees);
  assert.deepEqual(found.map(({ plans }) => plans), [["01-02", "01-01"]]);
});
