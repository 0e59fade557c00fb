import assert from "node:assert/strict";
import {
  attentionAtEnd,
  attentionText,
  desktopCommand,
  terminalSignal,
} from "../../../lib/plan/notify/attention.ts";
import type { NotifyTerminal } from "../../../schemas/policy.ts";

const RUN = { command: "execute-phase 1", reason: "" };

Deno.test("the end of a run is finished, waits or failed by its exit code, and an interruption calls nobody", () => {
  const kinds = ([0, 1, 2, 3, 4, 70, 130] as const).map((code) => attentionAtEnd(code, RUN)?.kind);
  assert.deepEqual(kinds, ["finished", "failed", "failed", "waiting", "failed", "failed", undefined]);
  assert.equal(attentionAtEnd(1, { ...RUN, reason: "No disk" })?.text, "execute-phase 1: No disk");
});

Deno.test("a message is one line of limited length that cannot control a terminal", () => {
  const text = attentionText({ kind: "waiting", text: "Merge\n\x1b]0;x\x07it? \u202e" }, "shop");
  assert.equal(text, "wf in shop waits for you: Merge ]0;xit? ");
  assert.equal(attentionText({ kind: "failed", text: "x".repeat(1000) }, "shop").length, 300);
});

type Variables = Readonly<Record<string, string>>;

const SIGNALS: readonly (readonly [terminal: NotifyTerminal, env: Variables, signal: string])[] = [
  ["off", {}, ""],
  ["bell", { TMUX: "x" }, "\x07"],
  ["desktop", {}, "\x07\x1b]9;a, b\x07"],
  ["desktop", { VTE_VERSION: "7" }, "\x07\x1b]777;notify;wf;a, b\x07"],
  ["desktop", { TERM: "foot" }, "\x07\x1b]777;notify;wf;a, b\x07"],
  ["desktop", { TMUX: "x" }, "\x07\x1bPtmux;\x1b\x1b]9;a, b\x07\x1b\\"],
];

for (const [terminal, env, signal] of SIGNALS) {
  Deno.test(`a terminal with ${JSON.stringify(env)} gets ${JSON.stringify(signal)} for ${terminal}`, () => {
    assert.equal(terminalSignal("a; b", { terminal, env: (name) => env[name] }), signal);
  });
}

const DESKTOPS: readonly (readonly [terminal: NotifyTerminal, env: Variables, isThere: boolean])[] = [
  ["desktop", { DISPLAY: ":0" }, true],
  ["desktop", { WAYLAND_DISPLAY: "w" }, true],
  ["desktop", { DISPLAY: ":0", SSH_CONNECTION: "x" }, false],
  ["desktop", {}, false],
  ["bell", { DISPLAY: ":0" }, false],
];

for (const [terminal, env, isThere] of DESKTOPS) {
  Deno.test(`notify-send is${isThere ? "" : " not"} called for ${terminal} with ${JSON.stringify(env)}`, () => {
    const command = desktopCommand("--text", { terminal, env: (name) => env[name] });
    assert.deepEqual(command?.slice(-3), isThere ? ["--", "wf", "--text"] : undefined);
  });
}

Deno.test("the text of a notification is no markup", () => {
  const env = (name: string) => name === "DISPLAY" ? ":0" : undefined;
  assert.equal(
    desktopCommand("a && b <c>", { terminal: "desktop", env })?.at(-1),
    "a &amp;&amp; b &lt;c&gt;",
  );
});
