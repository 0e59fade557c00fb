import assert from "node:assert/strict";
import { openLaneWorkspace, removeLeftWorkspaces } from "../../../lib/apply/executor/lane_workspace.ts";
import { openRepository } from "../../../lib/apply/git/repository.ts";
import { writeStopped } from "../../../lib/apply/session/stopped_record.ts";
import { repositoryAt } from "../../../lib/apply/worktrees/workspace.ts";
import { Folder, host, repository } from "../../support/repository.ts";

Deno.test("what a killed worker left stays, with the reason, as long as it cannot be stashed", async () => {
  await using folder = await repository({ "a.txt": "1\n" });
  const home = await openRepository(host, folder.path);
  const { git } = home;
  const commit = await git.commitOf("HEAD");
  const { git: at, branch } = await openLaneWorkspace(git, {
    lane: "01-01",
    commit: commit!,
    within: folder.path,
  });
  const tree = Folder.at(at.root);
  await tree.write({ "a.txt": "2\n", "b.txt": "new\n" });
  await writeStopped(repositoryAt(home, at), {
    plan: "01-01",
    task: 1,
    branch,
    state: "turn",
    baseline: {},
    files: {},
    reason: "",
    output: "",
  });
  const index = await tree.git("rev-parse", "--path-format=absolute", "--git-path", "index");
  const entries = await Deno.readFile(index);
  await Deno.writeTextFile(index, "broken");
  const told: string[] = [];
  const remove = () =>
    removeLeftWorkspaces(home, (event) => void (event.kind === "notice" && told.push(event.message)));

  await remove();
  assert.match(told.join("\n"), /^What a killed worker left in \/.* stays there: .*index file/);
  assert.equal(await tree.read("b.txt"), "new\n");

  await Deno.writeFile(index, entries);
  await remove();
  assert.equal(await tree.has("a.txt"), false);
  assert.equal(await folder.git("for-each-ref", "refs/heads/wf"), "");
  assert.equal(await folder.git("stash", "list", "--format=%gs"), "wf: left by task 01-01/1");
  assert.equal(await folder.git("show", "stash@{0}:b.txt"), "new");
});

Deno.test("commits that a killed worker had not pushed are in the stash of its clone", async () => {
  await using folder = await repository({ "a.txt": "1\n" });
  const home = await openRepository(host, folder.path);
  const commit = await folder.git("rev-parse", "HEAD");
  const place = await openLaneWorkspace(home.git, { lane: "01-01", commit, within: folder.path });
  const tree = Folder.at(place.git.root);
  for (const task of [1, 2]) {
    await tree.write({ "a.txt": `by ${task}\n` });
    const message = `feat(01-01): do ${task}\n\nWf-Plan: 01-01\nWf-Task: ${task}`;
    await tree.git("commit", "--quiet", "--all", "--message", message);
    if (task === 1) await place.pushed(await tree.git("rev-parse", "HEAD"));
  }
  const told: string[] = [];
  await removeLeftWorkspaces(home, (event) => void (event.kind === "notice" && told.push(event.message)));
  assert.match(told.join("\n"), /commits of task 01-01\/2.*git stash pop/);
  assert.equal(await folder.git("stash", "list", "--format=%gs"), "wf: left by task 01-01/2");
  assert.equal(await folder.git("show", "stash@{0}^:a.txt"), "by 1");
  assert.equal(await folder.git("show", "stash@{0}:a.txt"), "by 2");
  assert.equal(await folder.git("for-each-ref", "refs/heads/wf"), "");
  assert.deepEqual(await Array.fromAsync(Deno.readDir(`${folder.path}/.git/wf/pushed`)), []);
});
