import assert from "node:assert/strict";
import {
  NO_KEYS,
  pressKey,
  type RunKeys,
  type Steer,
  withoutEnded,
} from "../../../lib/plan/keys/run_keys.ts";
import { readKeys } from "../../../lib/plan/keys/typed_keys.ts";

const PLANS = ["01-01", "01-02", "01-03"];
const [UP, DOWN, LEFT, RIGHT, ESCAPE, ENTER] = ["\x1b[A", "\x1b[B", "\x1b[D", "\x1b[C", "\x1b", "\r"];

/** Types keys, each sent alone. */
function type(
  sent: readonly string[],
): { readonly keys: RunKeys; readonly steers: readonly Steer[] } {
  let keys = NO_KEYS;
  const steers: Steer[] = [];
  for (const key of sent.flatMap(readKeys)) {
    const pressed = pressKey(keys, key, PLANS);
    keys = pressed.keys;
    if (pressed.steer !== undefined) steers.push(pressed.steer);
  }
  return { keys, steers };
}

/** The keys, and where they lead: the screen, the chosen plan, and the words that are typed. */
const PLACES: readonly (readonly [sent: readonly string[], place: readonly (string | undefined)[]])[] = [
  [[], ["plans", undefined]],
  [["2"], ["plan", "01-02"]],
  [["9"], ["plans", undefined]],
  [[DOWN], ["plans", "01-01"]],
  [[DOWN, DOWN, UP], ["plans", "01-01"]],
  [[UP], ["plans", "01-01"]],
  [[DOWN, DOWN, DOWN, DOWN, DOWN], ["plans", "01-03"]],
  [[DOWN, DOWN, ENTER], ["plan", "01-02"]],
  [[ENTER], ["plan", "01-01"]],
  [["3", LEFT], ["plans", "01-03"]],
  [["3", "q", RIGHT], ["plan", "01-03"]],
  [["3", UP], ["plan", "01-02"]],
  [["3", ESCAPE], ["plans", "01-03"]],
  [["?"], ["help", undefined]],
  [["?", "?"], ["plans", undefined]],
  [["2", "?", "q"], ["plan", "01-02"]],
  [["2", "?", DOWN], ["plans", "01-03"]],
  [["2", "t", "q?1"], ["plan", "01-02", "tell: q?1|"]],
  [["2", "s", "abc", LEFT, LEFT, "x", "\x7f\x7f"], ["plan", "01-02", "skip: |bc"]],
  [["2", "i", "abc", "\x1b[H", "\x1b[3~", "\x1b[F", "d"], ["plan", "01-02", "interrupt: bcd|"]],
  [["2", "r", "abc", "\x15", "🚀é", LEFT], ["plan", "01-02", "retry: 🚀|é"]],
  [["2", "t", "\x1b[200~a\r\n\x1b[31mb\x1b[201~"], ["plan", "01-02", "tell: a [31mb|"]],
  [["2", "t", "abc", ESCAPE], ["plan", "01-02"]],
  [["\x1b[200~2t\r\x1b[201~"], ["plans", undefined]],
];

for (const [sent, [screen, plan, line]] of PLACES) {
  Deno.test(`the keys ${JSON.stringify(sent.join(" "))} lead to ${screen} ${plan} ${line ?? ""}`, () => {
    const { keys, steers } = type(sent);
    const typed = keys.line && `${keys.line.action}: ${keys.line.before}|${keys.line.after}`;
    assert.deepEqual([keys.screen, keys.plan, typed], [screen, plan, line]);
    assert.deepEqual(steers, []);
  });
}

const STEERS: readonly (readonly [sent: readonly string[], steer: Steer])[] = [
  [["1", "t", " use tabs ", ENTER], { action: "tell", plan: "01-01", text: "use tabs" }],
  [["2", "i", ENTER], { action: "interrupt", plan: "01-02", text: "" }],
  [["3", "r", ENTER], { action: "retry", plan: "01-03", text: "" }],
  [["3", "m", ENTER, "a b", ENTER, "\x15", "opus", ENTER], {
    action: "retry",
    plan: "01-03",
    text: "",
    model: "opus",
  }],
  [["3", "m", "codex", ENTER], { action: "retry", plan: "01-03", text: "", agent: "codex" }],
  [["3", "m", "codex model=x", ENTER], {
    action: "retry",
    plan: "01-03",
    text: "",
    agent: "codex",
    model: "x",
  }],
  [["1", "s", ENTER, "later", ENTER], { action: "skip", plan: "01-01", text: "later" }],
];

for (const [sent, steer] of STEERS) {
  Deno.test(`the keys ${JSON.stringify(sent.join(" "))} have a plan steered once`, () => {
    const { keys, steers } = type(sent);
    assert.deepEqual(steers, [steer]);
    assert.deepEqual(keys, { screen: "plan", plan: steer.plan, message: "" });
  });
}

Deno.test("keys that do nothing say why", () => {
  assert.equal(type(["s"]).keys.message, "Choose a plan first, by its number");
  assert.equal(type(["1", "t", ENTER]).keys.message, "Type something, or Esc");
  assert.match(type(["q"]).keys.message, /Ctrl-C stops the run/);
});

Deno.test("a plan that has ended is no longer chosen, unless words are typed for it", () => {
  const { keys } = type(["2"]);
  assert.equal(withoutEnded(keys, PLANS), keys);
  assert.deepEqual(withoutEnded(keys, ["01-01"]), { screen: "plans", message: "" });
  const typed = type(["2", "t", "abc"]).keys;
  assert.equal(withoutEnded(typed, ["01-01"]), typed);
});
