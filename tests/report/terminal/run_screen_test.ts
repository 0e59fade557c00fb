import assert from "node:assert/strict";
import type { RunEvent } from "../../../schemas/event.ts";
import { NO_KEYS, type RunKeys } from "../../../lib/plan/keys/run_keys.ts";
import { viewOf } from "../../../lib/plan/run/live_view.ts";
import { columns } from "../../../lib/report/terminal/display_width.ts";
import { PlanTails } from "../../../lib/report/terminal/plan_tails.ts";
import { type RunScreen, runScreen } from "../../../lib/report/terminal/run_screen.ts";
import { makeStyle } from "../../../lib/report/terminal/style.ts";

function planned(id: string) {
  const parts = { path: "", objective: `Build ${id}`, tasks: [1, 2], done: [], complete: false };
  return { id, ...parts, dependsOn: [], files: [] };
}

const WORDS = "A long thought about 漢字, files and what the customer wants to see there. ".repeat(3);

const EVENTS = [
  {
    kind: "run-started",
    plan: {
      waves: [{ wave: 1, parallel: true, plans: [planned("01-01"), planned("01-02")] }],
      phase: { number: "01", name: "Base" },
      steps: [],
    },
  },
  { kind: "turn-started", plan: "01-01", task: 1, name: "Add a table", attempt: 1 },
  { kind: "turn-started", plan: "01-02", task: 1, name: "Add a page", attempt: 1 },
  { kind: "agent-output", plan: "01-01", task: 1, text: "reading\x1b[2J the " },
  { kind: "agent-output", plan: "01-01", task: 1, text: "file\n> Edit a.txt\n" },
  { kind: "check-finished", plan: "01-01", task: 1, command: "npm test", passed: false, output: "1 failed" },
  { kind: "agent-output", plan: "01-02", task: 1, text: WORDS },
  { kind: "usage", plan: "01-02", role: "execution", cost: { amount: 0.5, currency: "USD" } },
].map((event) => ({ formatVersion: 1, elapsed: 0, ...event })) as unknown as readonly RunEvent[];

function lines(keys: RunKeys | undefined, values: Partial<RunScreen> = {}): readonly string[] {
  const tails = new PlanTails();
  for (const event of EVENTS) tails.add(event);
  const size = { width: 80, height: 24 };
  const screen = { view: viewOf(EVENTS), keys, tails, now: 0, style: makeStyle(false), waits: false };
  return runScreen({ ...screen, ...size, ...values }).split("\n");
}

Deno.test("the screen of a run numbers its plans, marks the chosen one, and names the keys", () => {
  assert.deepEqual(lines({ ...NO_KEYS, plan: "01-02" }), [
    "❯ Wave 1  0 of 2 plans",
    " 1⠋ 01-01 0/2  0:00  1. Add a table",
    "    > Edit a.txt",
    "›2⠋ 01-02 0/2  0:00  0.5 USD  1. Add a page",
    "    A long thought about 漢字, files and what the customer wants to see there.…",
    "0.5 USD · Enter open · t tell · i interrupt · r retry · s skip · ? help",
  ]);
  const last = lines(NO_KEYS).at(-1);
  assert.equal(last, "0.5 USD · 1-2 or ↑ ↓ choose a plan, to see and steer it · ? help");
});

Deno.test("without keys, the screen of a run has no numbers and no keys", () => {
  const shown = lines(undefined);
  assert.equal(shown[1], "  ⠋ 01-01 0/2  0:00  1. Add a table");
  assert.equal(shown.length, 5);
});

Deno.test("the screen of a plan ends with what its agent says, its tools and its checks", () => {
  assert.deepEqual(lines({ ...NO_KEYS, plan: "01-01", screen: "plan" }), [
    "›1⠋ 01-01 0/2  0:00  1. Add a table",
    "Wave 1 01-01, 01-02 at the same time",
    "  ● 01-01/1 Add a table",
    "reading\\x1b[2J the file",
    "> Edit a.txt",
    "    01-01 ✗ npm test",
    "    │ 1 failed",
    "0.5 USD · t tell · i interrupt · r retry · s skip · q back · ? help",
  ]);
});

Deno.test("of very many plans, the ends of those with the latest events are kept", () => {
  const tails = new PlanTails();
  const ids = Array.from({ length: 150 }, (_, index) => `01-${index}`);
  const say = (plan: string) => tails.add({ ...EVENTS[3], plan } as RunEvent);
  for (const id of [...ids, "01-60"]) say(id);
  const kept = ids.filter((plan) => tails.lines(plan, { width: 80, height: 5 }).length > 0);
  assert.deepEqual(kept, ids.slice(50));
  say("01-0");
  const left = ids.filter((plan) => tails.lines(plan, { width: 80, height: 5 }).length > 0);
  assert.deepEqual(left, ["01-0", ...ids.slice(51)]);
});

Deno.test("words are typed on the last line, with a note while a question waits for them", () => {
  const line = { action: "skip", before: "not ", after: "needed" } as const;
  const shown = lines({ screen: "plan", plan: "01-01", line, message: "" }, { waits: true });
  assert.deepEqual(shown.slice(-2), [
    "? A question waits for your answer: finish with Enter, or Esc",
    "Skip the task of 01-01, because: not ▏needed",
  ]);
});

Deno.test("every screen of a run keeps to the size of the terminal", () => {
  const line = { action: "tell", before: WORDS, after: WORDS } as const;
  const screens: readonly RunKeys[] = [
    NO_KEYS,
    { ...NO_KEYS, screen: "help" },
    { ...NO_KEYS, plan: "01-02", screen: "plan" },
    { ...NO_KEYS, plan: "01-02", screen: "plan", line },
    { ...NO_KEYS, message: WORDS },
  ];
  for (const keys of screens) {
    for (const [width, height] of [[24, 10], [40, 12], [80, 24], [120, 40]] as const) {
      const shown = lines(keys, { width, height });
      assert.ok(shown.length < height, `${shown.length} lines on ${height} rows`);
      for (const text of shown) assert.ok(columns(text) <= width, `${columns(text)} > ${width}: ${text}`);
    }
  }
});
