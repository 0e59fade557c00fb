import assert from "node:assert/strict";
import { chooseEffort, type SessionSettings } from "../../../../lib/apply/agent/acp/settings.ts";
import { findPreset } from "../../../../lib/plan/agents/presets.ts";

const OFFERED: SessionSettings = {
  configOptions: [{
    type: "select",
    id: "reasoning_effort",
    name: "Effort",
    category: "thought_level",
    currentValue: "medium",
    options: ["low", "medium", "high"].map((value) => ({ value, name: value })),
  }],
};

for (
  const [effort, settings, expected] of [
    ["high", OFFERED, { kind: "option", id: "reasoning_effort", value: "high" }],
    ["medium", OFFERED, { kind: "current" }],
    ["huge", OFFERED, { kind: "impossible", message: 'OpenAI Codex over ACP does not offer effort "huge"' }],
    ["high", {}, {
      kind: "unknown",
      message: 'OpenAI Codex over ACP does not let wf choose its effort, so "high" is not used',
    }],
  ] as const
) {
  Deno.test(`the effort ${effort} is ${expected.kind} where ${Object.keys(settings).join() || "nothing"} is offered`, () => {
    const choice = chooseEffort(settings, { effort, preset: findPreset("codex")! });
    const { failure, notice, ...rest } = { failure: undefined, notice: undefined, ...choice };
    const message = (failure as { message: string } | undefined)?.message ?? notice;
    assert.deepEqual(message === undefined ? rest : { ...rest, message }, expected);
  });
}
