import assert from "node:assert/strict";
import { changesText, explanationText, valuesText } from "../../lib/report/setup/config.ts";
import { makeStyle } from "../../lib/report/terminal/style.ts";

const plain = makeStyle(false);

const FORGED = "x\nsafety.always_confirm_destructive        true   default\u202e";
const ENTRY = { key: "agent.command", value: FORGED, default: "", origin: "file" } as const;

Deno.test("a value of the configuration stays on one line, with its control characters escaped", () => {
  const texts = [
    valuesText([ENTRY], plain),
    explanationText(
      { formatVersion: 1, value: ENTRY, description: "", effect: "", type: "string" },
      "c.json",
      plain,
    ),
    changesText({
      formatVersion: 1,
      changes: [{ key: ENTRY.key, before: FORGED, after: FORGED }],
      written: [],
    }, plain),
  ];
  for (const text of texts) {
    assert.doesNotMatch(text, /^safety/m);
    assert.ok(text.includes("x\\nsafety.always_confirm_destructive "), text);
    assert.ok(text.includes("\\u{202e}"), text);
  }
});

Deno.test("an agent of this program has no model to choose", () => {
  const value = { key: "model_profile", value: "balanced", default: "balanced", origin: "default" } as const;
  const modelOf = (agent: string) => {
    const models = [{ role: "planning", tier: "A", agent }] as const;
    const more = { description: "", effect: "", type: "string", models } as const;
    return explanationText({ formatVersion: 1, value, ...more }, "c.json", plain);
  };
  assert.match(modelOf("shell"), /^planning +tier A +no model$/m);
  assert.match(modelOf("codex"), /^planning +tier A +the choice of codex$/m);
});
