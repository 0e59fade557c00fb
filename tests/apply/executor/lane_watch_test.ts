import assert from "node:assert/strict";
import { LaneRefs } from "../../../lib/apply/executor/lane_refs.ts";
import { LaneWatch } from "../../../lib/apply/executor/lane_watch.ts";
import { Git } from "../../../lib/apply/git/git.ts";
import { hostThat, repository } from "../../support/repository.ts";

/** What happens to a run, at seconds of it: a worker is heard of, or a plan waits since a second. */
type Happening = readonly [at: number, what: "hear" | { readonly waits: number; readonly taken?: true }];

const NONE = "Plan 01-01 waits for a worker. Start one";
const GONE = "Plan 01-01 waits: no worker has been heard of for 40 seconds. Start one";

const CASES: readonly (readonly [
  name: string,
  happens: readonly Happening[],
  said: readonly string[],
  silence?: number,
])[] = [
  ["a worker that has a few seconds to come", [[9, { waits: 0 }]], []],
  ["no worker at all, once", [[10, { waits: 0 }], [60, { waits: 0 }]], [NONE]],
  ["a worker that is silent for a while", [[0, "hear"], [39, { waits: 0, taken: true }]], []],
  ["a worker that is gone, once", [
    [0, "hear"],
    [40, { waits: 0, taken: true }],
    [90, { waits: 0, taken: true }],
  ], [GONE]],
  ["one that had gone before the coordinator began again", [[40, { waits: 0, taken: true }]], [GONE]],
  ["one that is gone again", [
    [40, { waits: 0, taken: true }],
    [50, "hear"],
    [89, { waits: 0 }],
    [90, { waits: 0 }],
  ], [GONE, GONE]],
  ["a plan that begins after a pause", [[0, "hear"], [300, { waits: 290, taken: true }]], []],
  ["workers that send no messages", [[9000, { waits: 0, taken: true }]], [], Infinity],
];

for (const [name, happens, said, silence = 40_000] of CASES) {
  Deno.test(`LaneWatch points out missing workers: ${name}`, async () => {
    await using folder = await repository({});
    let second = 0;
    const start = 1_000_000;
    const host = hostThat({ now: () => start + second * 1000 });
    const told: string[] = [];
    const executor = {
      whileWaiting: "Start one",
      silence,
      open: () => Promise.resolve(),
      submit: () => Promise.resolve(undefined),
      events: () => Promise.resolve(),
      cancel: () => Promise.resolve(),
      close: () => Promise.resolve(),
    };
    const watch = new LaneWatch({
      refs: new LaneRefs(await Git.open(host, folder.path), "origin"),
      executor,
      run: "01-ab",
      report: (event) => void (event.kind === "notice" && told.push(event.message)),
      interval: 600_000,
    });
    for (const [at, what] of happens) {
      second = at;
      if (what === "hear") watch.hear();
      else {watch.pointOut("01-01", {
          since: start + what.waits * 1000,
          isTaken: what.taken ?? false,
        });}
    }
    await watch.stop();
    assert.deepEqual(told, said);
  });
}
