import assert from "node:assert/strict";
import { LaneRefs } from "../../../lib/apply/executor/lane_refs.ts";
import { LaneWatch } from "../../../lib/apply/executor/lane_watch.ts";
import { RemoteLane } from "../../../lib/apply/executor/remote_lane.ts";
import { openRepository } from "../../../lib/apply/git/repository.ts";
import { laneRef } from "../../../lib/plan/executor/lane_names.ts";
import { Folder, host, repository } from "../../support/repository.ts";

const REF = laneRef({ run: "01-ab", lane: "01-01" });
const GIVEN = { task: 1, words: [] };

/**
 * A coordinator with the lane of a plan, whose ref a worker moves.
 *
 * @param cancelled Called when the coordinator takes the lane away from its worker.
 */
async function coordinator(cancelled: (worker: Worker) => Promise<void>) {
  const hub = await Folder.make();
  await hub.git("init", "--quiet", "--bare", "--initial-branch=main");
  const folder = await repository({ "a.txt": "old\n" });
  await folder.git("remote", "add", "origin", hub.path);
  // The worktree of the plan has a branch of its own.
  await folder.git("switch", "--quiet", "--create", "wf/01-01");
  const place = await openRepository(host, folder.path);
  const refs = new LaneRefs(place.git, "origin");
  const worker = new Worker(refs);
  const notices: string[] = [];
  const watch = new LaneWatch({
    refs,
    run: "01-ab",
    interval: 20,
    report: (event) => void (event.kind === "notice" && notices.push(event.message)),
    executor: {
      whileWaiting: "",
      silence: Infinity,
      open: () => Promise.resolve(),
      submit: () => worker.take(),
      events: () => Promise.resolve(),
      cancel: () => cancelled(worker),
      close: () => Promise.resolve(),
    },
  });
  const lane = new RemoteLane({
    watch,
    name: "01-01",
    workspace: { repository: place, root: folder.path, branch: "wf/01-01", baseline: {}, isOwn: true },
    branch: "main",
    base: undefined,
    ignored: () => Promise.resolve(undefined),
  });
  return {
    folder,
    worker,
    lane,
    notices,
    [Symbol.asyncDispose]: async () => {
      await watch.stop();
      for (const each of [hub, folder]) await each[Symbol.asyncDispose]();
    },
  };
}

/** A worker that shares the clone of the coordinator. */
class Worker {
  isBusy = false;
  /** Resolves once the worker has the lane. */
  taken = Promise.withResolvers<void>();

  constructor(readonly refs: LaneRefs) {}

  async #push(mark: (tip: string) => Promise<string>): Promise<void> {
    const tip = (await this.refs.list(REF)).get(REF)!;
    assert.equal(await this.refs.move(REF, { seen: tip, next: await mark(tip) }), "done");
  }

  async take(): Promise<undefined> {
    if (this.isBusy) return;
    this.isBusy = true;
    const claim = { kind: "claim", worker: "one", nonce: crypto.randomUUID() } as const;
    await this.#push((tip) => this.refs.mark(tip, "01-01", claim));
    this.taken.resolve();
  }

  async #tree(text: string): Promise<string> {
    const { git } = this.refs;
    const blob = (await git.output(["hash-object", "-w", "--stdin"], `${text}\n`)).trim();
    return (await git.output(["mktree"], `100644 blob ${blob}\ta.txt\n`)).trim();
  }

  async commit(task: number): Promise<void> {
    const { git } = this.refs;
    await this.#push(async (tip) => {
      const message = ["-m", `feat(01-01): do ${task}`, "-m", `Wf-Plan: 01-01\nWf-Task: ${task}`];
      return (await git.output(["commit-tree", await this.#tree(`task ${task}`), "-p", tip, ...message]))
        .trim();
    });
  }

  /** @param begun The text of the next task so far. */
  async leave(begun?: string): Promise<void> {
    const tree = begun === undefined ? undefined : await this.#tree(begun);
    await this.#push((tip) => this.refs.mark(tip, "01-01", { kind: "leave" }, tree));
    this.taken = Promise.withResolvers();
    this.isBusy = false;
  }
}

Deno.test("a task that its worker commits while it is taken back is done, and its commit is received", async () => {
  await using at = await coordinator(async (worker) => {
    if (!worker.isBusy) return;
    await worker.commit(1);
    await worker.leave();
  });
  const { lane, worker, folder } = at;
  const stop = new AbortController();
  const carried = lane.carryOut(GIVEN, stop.signal);
  await worker.taken.promise;
  stop.abort();
  const progress = await carried;
  assert.ok(progress.kind === "committed", progress.kind);
  await lane.receive(progress.commit!);
  assert.equal(await folder.read("a.txt"), "task 1\n");
});

Deno.test("a task that its worker has committed is not taken back, and the worker continues", async () => {
  await using at = await coordinator(() => assert.fail("The worker was stopped"));
  const { lane, worker } = at;
  const carried = lane.carryOut({ ...GIVEN, task: 2 }, new AbortController().signal);
  await worker.taken.promise;
  await worker.commit(1);
  assert.equal(await lane.takeBack(1), false);
  await worker.commit(2);
  assert.equal((await carried).kind, "committed");
});

Deno.test("a task that its worker has not committed is taken back", async () => {
  await using at = await coordinator((worker) => worker.isBusy ? worker.leave() : Promise.resolve());
  const { lane, worker } = at;
  const stop = new AbortController();
  const carried = lane.carryOut(GIVEN, stop.signal);
  await worker.taken.promise;
  stop.abort();
  assert.deepEqual(await carried, { kind: "interrupted" });
});

Deno.test("commits of tasks that were taken back too late for their worker are in the stash", async () => {
  await using at = await coordinator((worker) => worker.isBusy ? worker.leave() : Promise.resolve());
  const { lane, worker, folder, notices } = at;
  const stop = new AbortController();
  const carried = lane.carryOut(GIVEN, stop.signal);
  await worker.taken.promise;
  stop.abort();
  await carried;
  await folder.git("commit", "--quiet", "--allow-empty", "--message=docs(01-01): skip task 1");
  await worker.commit(1);
  const next = lane.carryOut({ ...GIVEN, task: 2 }, new AbortController().signal);
  await worker.taken.promise;
  await worker.commit(2);
  assert.equal((await next).kind, "committed");
  assert.equal(await folder.git("stash", "list", "--format=%gs"), "wf: left by task 01-01/1");
  assert.equal(await folder.git("show", "stash@{0}:a.txt"), "task 1");
  assert.match(notices.join("\n"), /without the commits of task 01-01\/1; .*git stash pop/);
});

Deno.test("commits that a worker pushes while its ref is removed are in the stash", async () => {
  await using at = await coordinator(() => Promise.resolve());
  const { lane, worker, folder } = at;
  const carried = lane.carryOut(GIVEN, new AbortController().signal);
  await worker.taken.promise;
  await worker.commit(1);
  assert.equal((await carried).kind, "committed");
  const tip = () => folder.git("ls-remote", "origin", REF).then((line) => line.split("\t")[0]!);
  await lane.stashLate(await tip());
  assert.equal(await folder.git("stash", "list"), "");
  await worker.commit(2);
  await lane.stashLate(await tip());
  assert.equal(await folder.git("stash", "list", "--format=%gs"), "wf: left by task 01-01/2");
});

Deno.test("what is in the stash of a late commit includes what the worker before had begun", async () => {
  await using at = await coordinator(() => Promise.resolve());
  const { lane, worker, folder } = at;
  const carried = lane.carryOut(GIVEN, new AbortController().signal);
  await worker.taken.promise;
  await worker.commit(1);
  assert.equal((await carried).kind, "committed");
  await worker.leave("task 2, begun");
  await lane.takeBack(2);
  await worker.commit(2);
  await lane.stashLate((await folder.git("ls-remote", "origin", REF)).split("\t")[0]!);
  assert.equal(await folder.git("show", "stash@{0}^:a.txt"), "task 1");
  assert.equal(await folder.git("show", "stash@{0}:a.txt"), "task 2");
});
