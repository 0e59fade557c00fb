import assert from "node:assert/strict";
import { type Key, readKeys } from "../../../lib/plan/keys/typed_keys.ts";

const CASES: readonly (readonly [sent: string, keys: readonly (string | Key)[]])[] = [
  ["", []],
  ["t1?", ["t", "1", "?"]],
  ["é漢🚀", ["é", "漢", "🚀"]],
  ["\x1b", [{ kind: "escape" }]],
  ["\x1b[A\x1bOB\x1b[C\x1b[D", [{ kind: "up" }, { kind: "down" }, { kind: "right" }, { kind: "left" }]],
  ["\x1b[H\x1b[4~\x1b[3~\x7f", [{ kind: "home" }, { kind: "end" }, { kind: "delete" }, {
    kind: "backspace",
  }]],
  ["a\r\x15", ["a", { kind: "enter" }, { kind: "clear" }]],
  // Keys without a meaning here: F5, Alt-Up, Ctrl-G, a reported focus.
  ["\x1b[15~\x1b[1;3A\x07\x1b[I", []],
  ["\x1b[200~skip\rq\x1b[201~q", [{ kind: "paste", text: "skip\rq" }, "q"]],
  ["\x1b[200~cut off", [{ kind: "paste", text: "cut off" }]],
];

for (const [sent, expected] of CASES) {
  Deno.test(`readKeys() of ${JSON.stringify(sent)}`, () => {
    const keys = expected.map((key) => typeof key === "string" ? { kind: "character", text: key } : key);
    assert.deepEqual(readKeys(sent), keys);
  });
}
