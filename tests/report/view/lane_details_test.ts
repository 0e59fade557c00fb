import assert from "node:assert/strict";
import type { RunEvent } from "../../../schemas/event.ts";
import type { TranscriptContent, TranscriptEntry } from "../../../schemas/run_log.ts";
import { laneDetails, roleDetails, shortened } from "../../../lib/report/view/lane_details.ts";

const BASE = { formatVersion: 1, elapsed: 0 } as const;

function transcript(...contents: readonly TranscriptContent[]): readonly TranscriptEntry[] {
  return contents.map((content) => ({ ...BASE, ...content }));
}

const TURN = transcript(
  { kind: "session-opened", agent: "claude", role: "execution", directory: "/w" },
  { kind: "prompt", attempt: 1, text: "Do it" },
  { kind: "output", text: "Reading. " },
  { kind: "output", text: "Writing." },
  { kind: "turn-ended", result: "finished", text: "Done" },
);

const EVENTS: readonly RunEvent[] = [
  { ...BASE, kind: "steered", plan: "01-01", task: 2, action: "tell", text: "use the old API" },
  { ...BASE, kind: "turn-started", plan: "01-01", task: 2, name: "Test", attempt: 1 },
  {
    ...BASE,
    kind: "check-finished",
    plan: "01-01",
    task: 2,
    command: "npm test",
    passed: false,
    output: "no",
  },
  { ...BASE, kind: "committed", plan: "01-01", commit: "dddd", subject: "docs", files: [] },
  { ...BASE, kind: "turn-started", plan: "01-01", task: 1, name: "Write", attempt: 1 },
  { ...BASE, kind: "committed", plan: "01-01", task: 1, commit: "aaaa", subject: "feat", files: ["a"] },
  {
    ...BASE,
    kind: "replayed",
    plan: "01-01",
    onto: "main",
    commits: [{ commit: "bbbb", subject: "feat", task: 1 }],
  },
  { ...BASE, kind: "turn-started", plan: "01-02", task: 1, name: "Other", attempt: 1 },
];

Deno.test("laneDetails() lists the tasks of a plan in order, then its documents", () => {
  const details = laneDetails("01-01", EVENTS, new Map([[1, TURN]]));
  assert.deepEqual(details.map(({ task, name }) => `${task} ${name}`), ["1 Write", "2 Test", "0 "]);
  const [first, second, documents] = details;
  assert.deepEqual(first!.turns, [
    { attempt: 1, prompt: "Do it", words: "Reading. Writing.", refused: [], result: "finished" },
  ]);
  assert.deepEqual(first!.commits, [{ commit: "bbbb", subject: "feat", files: ["a"] }], "as it was replayed");
  assert.deepEqual(second!.steered, ["tell: use the old API"]);
  assert.deepEqual(second!.checks, [{ command: "npm test", passed: false, output: "no" }]);
  assert.deepEqual(documents!.commits.map(({ commit }) => commit), ["dddd"]);
});

Deno.test("an agent that prints nothing while it works is heard at the end, and a refusal is kept", () => {
  const request = {
    id: "1",
    kind: "execute",
    tool: "",
    title: "rm",
    command: "rm -rf x",
    paths: [],
    diffs: [],
    raw: "",
  };
  const [{ turns } = { turns: [] }] = roleDetails(
    "planning",
    transcript(
      { kind: "prompt", attempt: 1, text: "Plan" },
      { kind: "request", request: request as never, decision: "refuse", reason: "it deletes" },
      { kind: "request", request: request as never, decision: "allow", reason: "" },
      { kind: "turn-ended", result: "failed", text: "I cannot" },
    ),
  );
  assert.deepEqual(turns, [
    { attempt: 1, prompt: "Plan", words: "I cannot", refused: ["rm -rf x: it deletes"], result: "failed" },
  ]);
});

Deno.test("a plan of which nothing is logged has no details", () => {
  assert.deepEqual(laneDetails("01-03", EVENTS, new Map()), []);
});

Deno.test("shortened() keeps the beginning and the end, and whole characters", () => {
  assert.equal(shortened("abc", 3), "abc");
  const text = shortened(`a${"😀".repeat(100)}z`, 51);
  assert.match(text, /^a.*\n\[… 151 characters …\]\n.*z$/u);
  assert.ok(text.isWellFormed());
});
