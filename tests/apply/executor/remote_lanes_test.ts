import assert from "node:assert/strict";
import type { Executor } from "../../../lib/apply/executor/port.ts";
import { RemoteLanes } from "../../../lib/apply/executor/remote_lanes.ts";
import { openRepository } from "../../../lib/apply/git/repository.ts";
import { laneRef } from "../../../lib/plan/executor/lane_names.ts";
import { Folder, host, repository } from "../../support/repository.ts";

const IDLE: Executor = {
  whileWaiting: "",
  silence: Infinity,
  open: () => Promise.resolve(),
  submit: () => Promise.resolve(undefined),
  events: () => Promise.resolve(),
  cancel: () => Promise.resolve(),
  close: () => Promise.resolve(),
};

/** A coordinator that was killed after a worker had pushed the commit of a task, and how another run ends. */
async function killed() {
  const hub = await Folder.make();
  await hub.git("init", "--quiet", "--bare", "--initial-branch=main");
  const folder = await repository({ "a.txt": "old\n" });
  await folder.git("remote", "add", "origin", hub.path);
  const place = await openRepository(host, folder.path);
  const notices: string[] = [];
  const open = () =>
    RemoteLanes.open(IDLE, {
      repository: place,
      remote: "origin",
      phase: "1",
      report: (event) => void (event.kind === "notice" && notices.push(event.message)),
      sendable: [],
      transcript: () => {},
      used: () => {},
      spent: () => Promise.resolve(undefined),
    });
  const { watch } = await open();
  await watch.stop();
  const { refs, run } = watch;
  const begun = await refs.mark("HEAD", "01-01", { kind: "begin", branch: "main", version: "1" });
  await folder.git("switch", "--quiet", "--detach", begun);
  await folder.write({ "a.txt": "new\n" });
  const message = "feat(01-01): do 1\n\nWf-Plan: 01-01\nWf-Task: 1";
  await folder.git("commit", "--quiet", "--all", `--message=${message}`);
  const commit = await folder.git("rev-parse", "HEAD");
  await refs.move(laneRef({ run, lane: "01-01" }), { seen: undefined, next: commit });
  await folder.git("switch", "--quiet", "main");
  return {
    folder,
    commit,
    notices,
    stash: () => folder.git("stash", "list", "--format=%gs"),
    /** Runs again, and stops before the lane begins. */
    again: async () => {
      await (await open()).close();
      assert.equal(await hub.git("for-each-ref", "refs/wf"), "");
    },
    [Symbol.asyncDispose]: async () => {
      for (const each of [hub, folder]) await each[Symbol.asyncDispose]();
    },
  };
}

Deno.test("commits for a coordinator that was killed are in the stash, if the next run ends before their lane", async () => {
  await using at = await killed();
  await at.again();
  assert.equal(await at.stash(), "wf: left by task 01-01/1");
  assert.equal(await at.folder.git("diff", "stash@{0}^", "stash@{0}", "--name-only"), "a.txt");
  assert.match(at.notices.join("\n"), /without the commits of task 01-01\/1/);
});

Deno.test("commits that a coordinator has received before it was killed are not in the stash", async () => {
  await using at = await killed();
  await at.folder.git("branch", "wf/work/01-01", at.commit);
  await at.again();
  assert.equal(await at.stash(), "");
});

Deno.test("commits that a coordinator has replayed before it was killed are not in the stash", async () => {
  await using at = await killed();
  await at.folder.git("cherry-pick", at.commit);
  await at.again();
  assert.equal(await at.stash(), "");
});
