import assert from "node:assert/strict";
import { findPreset } from "../../../../lib/plan/agents/presets.ts";
import { fromRoot } from "../../../support/root.ts";
import { type AgentOptions, Rehearsal } from "../session.ts";

function make(options: AgentOptions = {}): Promise<Rehearsal> {
  const command = [
    Deno.execPath(),
    "run",
    "--quiet",
    fromRoot("tests/apply/agent/claude_cli_agent.ts"),
  ] as const;
  return Rehearsal.make({ preset: findPreset("claude-cli")!, command, ...options });
}

Deno.test("Claude's JSON stream: turns, permission and refusals", async () => {
  await using claude = await make();
  assert.deepEqual(await claude.turn(), { kind: "finished", text: "done", refused: [] });
  assert.deepEqual(await claude.turn({ prompt: "remove" }), {
    kind: "finished",
    text: "went on",
    refused: [{ what: "rm -rf build", reason: "no" }],
  });
  assert.equal(claude.asked[0]?.kind, "execute");
  const denied = await claude.turn({ prompt: "denied" });
  assert.deepEqual(denied.kind === "finished" && denied.refused.map(({ what }) => what), ["git push"]);
  const unknown = await claude.turn({ prompt: "unknown" });
  assert.equal(unknown.kind === "finished" && unknown.text, "error: Unknown request mcp_message");
});

Deno.test("Claude's JSON stream: an error counts even with subtype success", async () => {
  await using claude = await make();
  const auth = await claude.turn({ prompt: "auth" });
  assert.equal(auth.kind === "failed" && auth.reason, "auth");
  const limit = await claude.turn({ prompt: "limit" });
  assert.deepEqual(limit.kind === "failed" && [limit.reason, limit.retryAt], [
    "rate-limit",
    1_900_000_000_000,
  ]);
  const died = await claude.turn({ prompt: "die" });
  assert.equal(died.kind === "failed" && died.reason, "crash");
});

Deno.test("Claude's stream of JSON: cancellation, silence, and a mode in which it does not ask", async () => {
  const turn = new AbortController();
  await using claude = await make({
    session: { onOutput: () => turn.abort() },
    times: { cancel: 5_000, stall: 400 },
  });
  assert.deepEqual(await claude.turn({ prompt: "wait", signal: turn.signal }), { kind: "cancelled" });
  const silent = await claude.turn({ prompt: "wait" });
  assert.equal(silent.kind === "failed" && silent.reason, "stall");
  await using loose = await make();
  const unsafe = await loose.turn({ prompt: "init bypass" });
  assert.equal(unsafe.kind === "failed" && unsafe.reason, "unsafe");
});

for (const strict of [true, false]) {
  const how = strict ? "while it has to ask" : "while it need not ask";
  Deno.test(`Claude's stream of JSON: only the user's settings are read ${how}`, async () => {
    await using claude = await make({ session: { strict } });
    const { text } = await claude.turn({ prompt: "arguments" }) as { readonly text: string };
    assert.match(text, / --setting-sources user --strict-mcp-config/);
  });
}

Deno.test("Claude's stream of JSON: a session is continued, or a new one begins if it is lost", async () => {
  for (const [resume, resumed] of [["s-1", true], ["lost", false]] as const) {
    const known: string[] = [];
    await using claude = await make({ session: { resume, onSession: (id) => known.push(id) } });
    const opened = await claude.open();
    assert.equal(opened.kind === "opened" && opened.resumed, resumed);
    const { text } = await claude.turn({ prompt: "arguments" }) as { readonly text: string };
    assert.equal(text.includes("--resume=s-1"), resumed);
    assert.deepEqual(known, ["s-1"]);
    assert.equal(claude.notices.some((notice) => notice.includes("a new one begins")), !resumed);
  }
});

for (
  const [words, said, input] of [
    ["in the turn", "both", 10],
    ["once it has answered", "second", 20],
    ["after a stray", "second", 20],
  ] as const
) {
  Deno.test(`Claude's stream of JSON: words that arrive ${words} end with the turn`, async () => {
    const taken: Promise<boolean>[] = [];
    await using claude: Rehearsal = await make({
      session: {
        onOutput: (text) => {
          if (text === "working") taken.push(claude.session().then((session) => session.steer!(words)));
        },
      },
    });
    const session = await claude.session();
    assert.equal(await session.steer!("before the turn"), false);
    const result = await claude.turn({ prompt: "lifecycle" });
    assert.deepEqual(await Promise.all(taken), [true]);
    assert.equal(result.kind === "finished" && result.text, said);
    // A stray result belongs to no message of the turn, but was paid for.
    assert.equal(result.usage?.tokens?.input, words === "after a stray" ? 30 : input);
    const next = await claude.turn();
    assert.equal(next.kind === "finished" && next.text, "done");
  });
}

Deno.test("Claude's stream of JSON: a version that does not name messages takes no words during a turn", async () => {
  const taken: Promise<boolean>[] = [];
  await using claude: Rehearsal = await make({
    session: { onOutput: () => void taken.push(claude.session().then((session) => session.steer!("x"))) },
  });
  assert.equal((await claude.turn()).kind, "finished");
  assert.deepEqual(await Promise.all(taken), [false]);
});
