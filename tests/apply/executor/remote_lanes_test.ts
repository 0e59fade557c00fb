import assert from "node:assert/strict";
import type { LaneRefs } from "../../../lib/apply/executor/lane_refs.ts";
import { hasLeftRun, isCoordinator, RemoteLanes } from "../../../lib/apply/executor/remote_lanes.ts";
import { openRepository } from "../../../lib/apply/git/repository.ts";
import { laneRef } from "../../../lib/plan/executor/lane_names.ts";
import { Folder, host, repository } from "../../support/repository.ts";

/** A clone with runs that other machines take part in, one after the other. */
class Clone {
  readonly notices: string[] = [];
  readonly cancelled: string[] = [];

  private constructor(readonly hub: Folder, readonly folder: Folder) {}

  static async make(): Promise<Clone> {
    const hub = await Folder.make();
    await hub.git("init", "--quiet", "--bare", "--initial-branch=main");
    const folder = await repository({ "a.txt": "old\n" });
    await folder.git("remote", "add", "origin", hub.path);
    return new Clone(hub, folder);
  }

  /** Begins a run, or continues the one of a phase that was killed. */
  async open(phase = "01", open: readonly string[] = ["01-01", "01-02"]): Promise<RemoteLanes> {
    return await RemoteLanes.open({
      whileWaiting: "",
      silence: Infinity,
      open: () => Promise.resolve(),
      submit: () => Promise.resolve(undefined),
      events: () => Promise.resolve(),
      cancel: ({ lane }) => Promise.resolve(void this.cancelled.push(lane)),
      close: () => Promise.resolve(),
    }, {
      repository: await openRepository(host, this.folder.path),
      remote: "origin",
      phase,
      report: (event) => void (event.kind === "notice" && this.notices.push(event.message)),
      sendable: [],
      transcript: () => {},
      used: () => {},
      spent: () => Promise.resolve(undefined),
      isOpen: (plan) => open.includes(plan),
    });
  }

  /** Begins a run, and kills its coordinator once workers have taken a plan and committed some of its tasks. */
  async killed(
    lane: string,
    tasks: readonly number[],
  ): Promise<{ readonly ref: string; readonly last: string }> {
    const { watch } = await this.open();
    await watch.stop();
    const { run, refs } = watch;
    const ref = laneRef({ run, lane });
    let last = await refs.mark("HEAD", lane, { kind: "begin", branch: "main", version: "1" });
    last = await refs.mark(last, lane, { kind: "claim", worker: "one", nonce: "1" });
    for (const task of tasks) last = await this.commit(refs, last, `${lane}/${task}`);
    await refs.move(ref, { seen: undefined, next: last });
    return { ref, last };
  }

  /** Commits a task on top of another commit. */
  async commit({ git }: LaneRefs, parent: string, task: string): Promise<string> {
    const [plan, number] = task.split("/");
    const blob = (await git.output(["hash-object", "-w", "--stdin"], `task ${task}\n`)).trim();
    const tree = (await git.output(["mktree"], `100644 blob ${blob}\ta.txt\n`)).trim();
    const message = ["-m", `feat(${plan}): do ${number}`, "-m", `Wf-Plan: ${plan}\nWf-Task: ${number}`];
    return (await git.output(["commit-tree", tree, "-p", parent, ...message])).trim();
  }

  /** Changes a file of the branch. */
  async change(path: string): Promise<void> {
    await this.folder.write({ [path]: "here\n" });
    await this.folder.git("add", path);
    await this.folder.git("commit", "--quiet", "--message=feat: change it here");
  }

  async refs(): Promise<string> {
    return await this.hub.git("for-each-ref", "--format=%(refname)", "refs/wf");
  }

  async stashed(): Promise<string> {
    return await this.folder.git("stash", "list", "--format=%gs");
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const each of [this.hub, this.folder]) await each[Symbol.asyncDispose]();
  }
}

Deno.test("a run that ends before it continues a plan of a killed one leaves it to the next", async () => {
  await using clone = await Clone.make();
  const { ref, last } = await clone.killed("01-02", [1, 2]);
  await (await clone.open()).close();
  assert.match(
    clone.notices.join("\n"),
    /before it continued plan 01-02: "origin" keeps the commits of tasks 01-02\/1, 01-02\/2, in /,
  );
  assert.ok(clone.notices[0]!.includes(ref), clone.notices[0]);
  assert.deepEqual(clone.cancelled, ["01-02"]);
  const place = await openRepository(host, clone.folder.path);
  assert.equal(await hasLeftRun(place, "01"), true);
  assert.equal(await isCoordinator(place.git), false);

  const next = await clone.open();
  assert.equal(await isCoordinator(place.git), true);
  assert.equal(next.watch.tip("01-02"), last);
  assert.equal(laneRef({ run: next.watch.run, lane: "01-02" }), ref);
  await next.watch.stop();
  assert.equal(await clone.stashed(), "");
});

Deno.test("a plan that a worker has begun, and not committed a task of, is left to the next run", async () => {
  await using clone = await Clone.make();
  const { ref } = await clone.killed("01-02", []);
  await (await clone.open()).close();
  assert.match(await clone.refs(), new RegExp(ref));
  assert.match(clone.notices.join("\n"), /keeps what a worker is doing/);
});

Deno.test("runs of other phases leave the plans of a killed run, and its phase continues them", async () => {
  await using clone = await Clone.make();
  const { ref, last } = await clone.killed("01-02", [1]);
  const other = await clone.open("02", ["02-01"]);
  assert.notEqual(other.watch.run, ref.split("/")[2]);
  await other.close();
  assert.match(await clone.refs(), new RegExp(ref));
  const next = await clone.open();
  assert.equal(next.watch.tip("01-02"), last);
  await next.watch.stop();
});

Deno.test("a run continues a killed one whose coordinator someone has removed from the remote", async () => {
  await using clone = await Clone.make();
  const { last } = await clone.killed("01-02", [1]);
  await clone.folder.git("push", "--quiet", "origin", "--delete", "refs/wf/coordinator/01");
  const next = await clone.open();
  assert.equal(next.watch.tip("01-02"), last);
  await next.watch.stop();
});

Deno.test("nothing stays of a complete plan whose commits were replayed", async () => {
  await using clone = await Clone.make();
  const { folder } = clone;
  const { last } = await clone.killed("01-02", [1]);
  // The branch has moved on, so that the replayed commit is another one.
  await folder.git("commit", "--quiet", "--allow-empty", "--message=chore: go on");
  await folder.git("cherry-pick", last);
  await clone.change("a.txt");
  await (await clone.open("01", ["01-01"])).close();
  assert.equal(await clone.refs(), "");
  assert.equal(await clone.stashed(), "");
  assert.deepEqual(clone.notices, []);
  assert.equal(await hasLeftRun(await openRepository(host, folder.path), "01"), false);
});

Deno.test("nothing stays of a plan that needs its commits no more, if a branch has them", async () => {
  await using clone = await Clone.make();
  const { last } = await clone.killed("01-02", [1]);
  await clone.folder.git("branch", "wf/work/01-02", last);
  await (await clone.open("01", ["01-01"])).close();
  assert.equal(await clone.refs(), "");
  assert.equal(await clone.stashed(), "");
});

Deno.test("nothing stays of a complete plan whose commits were squashed", async () => {
  await using clone = await Clone.make();
  const { folder } = clone;
  const { last } = await clone.killed("01-02", [1, 2]);
  await folder.git("merge", "--squash", "--quiet", last);
  await folder.git("commit", "--quiet", "--message=feat: all of it");
  await (await clone.open("01", ["01-01"])).close();
  assert.equal(await clone.refs(), "");
  assert.equal(await clone.stashed(), "");
});

Deno.test("commits of plans that need them no more are in the stash", async () => {
  await using clone = await Clone.make();
  const { folder } = clone;
  for (const lane of ["01-02", "01-03", "01-04"]) await clone.killed(lane, [1, 2]);
  await clone.change("b.txt");
  await (await clone.open("01", ["01-01"])).close();
  assert.equal(await clone.refs(), "");
  assert.deepEqual((await clone.stashed()).split("\n").sort(), [
    "wf: left by tasks 01-02/1, 01-02/2",
    "wf: left by tasks 01-03/1, 01-03/2",
    "wf: left by tasks 01-04/1, 01-04/2",
  ]);
  assert.match(await folder.git("show", "stash@{0}:a.txt"), /^task 01-0\d\/2$/);
});
