import assert from "node:assert/strict";
import { LaneRefs } from "../../../lib/apply/executor/lane_refs.ts";
import { markLeft } from "../../../lib/apply/executor/left_work.ts";
import { openRepository } from "../../../lib/apply/git/repository.ts";
import { host, repository } from "../../support/repository.ts";

Deno.test("a lane is left with the commits that could not be pushed before", async () => {
  await using folder = await repository({ "a.txt": "1\n" });
  const place = await openRepository(host, folder.path);
  const refs = new LaneRefs(place.git, "origin");
  const pushed = await refs.mark("HEAD", "01-01", { kind: "claim", worker: "one", nonce: "" });
  await folder.git("reset", "--quiet", "--hard", pushed);
  await folder.git("commit", "--quiet", "--allow-empty", "--message=feat(01-01): do 1");
  const left = { repository: place, lane: "01-01", parent: pushed };
  assert.deepEqual((await folder.subjects(await markLeft(refs, left))).slice(1), [
    "wf: claim 01-01",
    "feat(01-01): do 1",
    "wf: leave 01-01",
  ]);
});
