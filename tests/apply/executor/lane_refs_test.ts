import assert from "node:assert/strict";
import { openRepository } from "../../../lib/apply/git/repository.ts";
import { LaneRefs } from "../../../lib/apply/executor/lane_refs.ts";
import { laneRef } from "../../../lib/plan/executor/lane_names.ts";
import { readLane } from "../../../lib/plan/executor/lane_history.ts";
import { Folder, host, repository } from "../../support/repository.ts";

const REF = laneRef({ run: "03-1f", lane: "03-01" });
const BEGIN = { kind: "begin", branch: "main", version: "1.0.0" } as const;

/** Two clones and their bare remote, which accepts only fast-forwards. */
async function machines() {
  const hub = await Folder.make();
  await hub.git("init", "--quiet", "--bare", "--initial-branch=main");
  await hub.git("config", "receive.denyNonFastForwards", "true");
  const one = await repository({ "a.txt": "a\n" });
  const two = await repository({ "a.txt": "a\n" });
  for (const clone of [one, two]) await clone.git("remote", "add", "origin", hub.path);
  const refs = async ({ path }: Folder) => new LaneRefs((await openRepository(host, path)).git, "origin");
  return {
    hub,
    one: await refs(one),
    two: await refs(two),
    base: await one.git("rev-parse", "HEAD"),
    [Symbol.asyncDispose]: async () => {
      for (const folder of [hub, one, two]) await folder[Symbol.asyncDispose]();
    },
  };
}

Deno.test("only one of two machines can take a lane, and git rejects the other", async () => {
  await using at = await machines();
  const { one, two, base } = at;
  const begin = await one.mark(base, "03-01", BEGIN);
  assert.equal(await one.move(REF, { seen: undefined, next: begin }), "done");
  assert.equal((await two.list(REF)).get(REF), begin);
  await two.fetch(REF);
  const claim = (refs: LaneRefs, worker: string) =>
    refs.mark(begin, "03-01", { kind: "claim", worker, nonce: worker });
  const taken = await Promise.all([
    one.move(REF, { seen: begin, next: await claim(one, "one") }),
    two.move(REF, { seen: begin, next: await claim(two, "two") }),
  ]);
  assert.deepEqual(taken.toSorted(), ["done", "moved"]);
  const tip = (await one.list(REF)).get(REF)!;
  await one.fetch(REF);
  const lane = readLane(await one.commits(tip));
  assert.equal(lane?.claims, 1);
  assert.equal(lane.start, base);
});

Deno.test("a machine that returns after its ref was removed cannot push any more", async () => {
  await using at = await machines();
  const { one, base } = at;
  const begin = await one.mark(base, "03-01", BEGIN);
  await one.move(REF, { seen: undefined, next: begin });
  assert.equal(await one.move(REF, { seen: begin, next: undefined }), "done");
  const late = await one.mark(begin, "03-01", { kind: "claim", worker: "late", nonce: "" });
  assert.equal(await one.move(REF, { seen: begin, next: late }), "moved");
  assert.deepEqual([...await one.list("refs/wf/*")], []);
});

Deno.test("a remote that refuses the ref is told apart from one where another machine was faster", async () => {
  await using at = await machines();
  const { one, hub, base } = at;
  await hub.write({ "hooks/pre-receive": "#!/bin/sh\necho no refs below wf >&2\nexit 1\n" });
  await Deno.chmod(`${hub.path}/hooks/pre-receive`, 0o755);
  const begin = await one.mark(base, "03-01", BEGIN);
  await assert.rejects(
    one.move(REF, { seen: undefined, next: begin }),
    /Cannot push refs\/wf\/03-1f\/03-01 to "origin"/,
  );
});

Deno.test("refs that are moved at the same time share a push, each with its own result", async () => {
  await using at = await machines();
  const { one, two, hub, base } = at;
  const refs = ["03-01", "03-02", "03-03"].map((lane) => laneRef({ run: "03-1f", lane }));
  const moves = (on: LaneRefs, seen: string | undefined, next: string) =>
    Promise.allSettled(refs.map((ref) => on.move(ref, { seen, next })));
  const values = (results: readonly PromiseSettledResult<string>[]) =>
    results.map((result) => result.status === "fulfilled" ? result.value : "refused");
  const begin = await one.mark(base, "03-01", BEGIN);
  await hub.write({ "hooks/pre-receive": `#!/bin/sh\nwc -l >> "${hub.path}/pushes"\n` });
  await Deno.chmod(`${hub.path}/hooks/pre-receive`, 0o755);
  assert.deepEqual(values(await moves(one, undefined, begin)), ["done", "done", "done"]);
  assert.deepEqual((await hub.read("pushes")).trim(), "3");

  await two.fetch(...refs);
  const taken = await two.mark(begin, "03-02", { kind: "claim", worker: "two", nonce: "" });
  await two.move(refs[1]!, { seen: begin, next: taken });
  await hub.write({ "hooks/update": `#!/bin/sh\ntest "$1" != ${refs[2]}\n` });
  await Deno.chmod(`${hub.path}/hooks/update`, 0o755);
  const next = await one.mark(begin, "03-01", { kind: "claim", worker: "one", nonce: "" });
  assert.deepEqual(values(await moves(one, begin, next)), ["done", "moved", "refused"]);
  const tips = await one.list("refs/wf/*");
  assert.deepEqual(refs.map((ref) => tips.get(ref)), [next, taken, begin]);
});
