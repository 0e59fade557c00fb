import assert from "node:assert/strict";
import type { FailureReason } from "../../../../lib/plan/agents/retry.ts";
import type { MockStep } from "../../../../schemas/mock_script.ts";
import { findPreset } from "../../../../lib/plan/agents/presets.ts";
import type { MockError, MockRefusal } from "../../../../schemas/mock_script.ts";
import { host } from "../../../support/repository.ts";
import { Rehearsal, rehearse, task } from "../session.ts";

const ALLOW = () => ({ kind: "allow" }) as const;
const DESTRUCTIVE = "rm -rf build";

Deno.test("the mock agent writes the files a task declares, and asks for each", async () => {
  await using rehearsal = await Rehearsal.make({ decide: ALLOW });
  const result = await rehearsal.turn({ task: task(2, "a.txt", "lib/b.txt") });
  assert.deepEqual(result, { kind: "finished", text: "Wrote a.txt, lib/b.txt.\n", refused: [] });
  assert.equal(await rehearsal.folder.read("lib/b.txt"), "01-01/2 wrote this\n");
  assert.deepEqual(rehearsal.asked.map(({ kind, paths }) => [kind, ...paths.map(({ path }) => path)]), [
    ["edit", `${rehearsal.folder.path}/a.txt`],
    ["edit", `${rehearsal.folder.path}/lib/b.txt`],
  ]);
});

Deno.test("an earlier update is part of the request for permission", async () => {
  await using rehearsal = await rehearse([{ do: "ask", title: "Tidy up", command: DESTRUCTIVE }]);
  await rehearsal.turn();
  assert.deepEqual(rehearsal.asked, [
    {
      id: "call-1",
      kind: "execute",
      tool: "",
      title: "Tidy up",
      command: DESTRUCTIVE,
      paths: [],
      diffs: [],
      raw: JSON.stringify({ command: DESTRUCTIVE }),
    },
  ]);
});

Deno.test("permission is given for a single time", async () => {
  await using rehearsal = await rehearse([{ do: "ask", command: "echo x > made" }], { decide: ALLOW });
  assert.deepEqual(await rehearsal.turn(), { kind: "finished", text: "", refused: [] });
  assert.equal(await rehearsal.folder.read("made"), "x\n");
});

for (const refused of ["end", "cancel"] satisfies MockRefusal[]) {
  Deno.test(`after a refusal an agent that ends its turn by "${refused}" has a refused result, and can continue`, async () => {
    await using rehearsal = await Rehearsal.make({
      script: {
        rules: [{ turn: 1, steps: [{ do: "ask", command: DESTRUCTIVE, refused }] }, {
          steps: [{ do: "say", text: "on" }],
        }],
      },
    });
    const refusals = [{ what: DESTRUCTIVE, reason: "no" }];
    assert.deepEqual(await rehearsal.turn(), { kind: "refused", refused: refusals });
    assert.deepEqual(await rehearsal.turn(), { kind: "finished", text: "on", refused: [] });
  });
}

Deno.test("after a refusal an agent that continues on its own has finished, and the refusal is reported", async () => {
  await using rehearsal = await rehearse([{ do: "ask", command: DESTRUCTIVE }]);
  assert.deepEqual(await rehearsal.turn(), {
    kind: "finished",
    text: "Continuing without it.\n",
    refused: [{ what: DESTRUCTIVE, reason: "no" }],
  });
});

Deno.test("a cancellation voids a question that is open", async () => {
  const turn = new AbortController();
  let voided: AbortSignal | undefined;
  await using rehearsal = await rehearse([{ do: "ask", command: DESTRUCTIVE }], {
    decide: (_, signal) => {
      voided = signal;
      turn.abort();
      return new Promise(() => {});
    },
  });
  assert.deepEqual(await rehearsal.turn({ signal: turn.signal }), { kind: "cancelled" });
  assert.equal(voided?.aborted, true);
});

const ERRORS: readonly (readonly [MockError, FailureReason])[] = [
  ["auth", "auth"],
  ["rate-limit", "rate-limit"],
  ["billing", "billing"],
  ["model", "model"],
  ["context", "context"],
  ["network", "network"],
  ["other", "protocol"],
];

Deno.test("errors of agents are distinguished, and the session stays", async () => {
  await using rehearsal = await Rehearsal.make({
    script: { rules: ERRORS.map(([error]) => ({ contains: error, steps: [{ do: "fail", error }] })) },
  });
  for (const [error, reason] of ERRORS) {
    const result = await rehearsal.turn({ prompt: `Fail: ${error}` });
    assert.equal(result.kind === "failed" && result.reason, reason, error);
    assert.ok(result.kind === "failed" && result.hint.length > 0, error);
  }
});

Deno.test("the end of a rate limit is read", async () => {
  await using rehearsal = await rehearse([{ do: "fail", error: "rate-limit", after: 60 }]);
  const result = await rehearsal.turn();
  assert.ok(result.kind === "failed" && result.retryAt !== undefined);
  assert.ok(Math.abs(result.retryAt - host.now() - 60_000) < 20_000);
});

Deno.test("how a turn ends has its meaning", async () => {
  const endings = ["end_turn", "max_tokens", "max_turn_requests", "refusal", "cancelled"] as const;
  await using rehearsal = await Rehearsal.make({
    script: { rules: endings.map((ending) => ({ contains: ending, steps: [{ do: "end", ending }] })) },
  });
  const results = [];
  for (const ending of endings) {
    const result = await rehearsal.turn({ prompt: ending });
    results.push(result.kind === "failed" ? result.reason : result.kind);
  }
  assert.deepEqual(results, ["finished", "context", "finished", "model", "protocol"]);
});

Deno.test("a crash during a turn is reported with the exit code, and the session is over", async () => {
  await using rehearsal = await rehearse([{ do: "say", text: "one" }, { do: "crash", code: 7 }]);
  const result = await rehearsal.turn();
  assert.equal(result.kind === "failed" && result.reason, "crash");
  assert.match(result.kind === "failed" ? result.message : "", /exit code 7/);
  const again = await rehearsal.turn();
  assert.equal(again.kind, "failed");
});

Deno.test("an agent without output that ignores signals is ended with its descendants", async () => {
  const steps = [{ do: "run", command: "setsid sleep 60 > out 2>&1 & echo $! > pid" }, {
    do: "hang",
  }] as const;
  await using rehearsal = await rehearse(steps, { times: { stall: 300 } });
  const result = await rehearsal.turn();
  assert.equal(result.kind === "failed" && result.reason, "stall");
  const pid = Number(await rehearsal.folder.read("pid"));
  const { stdout } = await host.run({
    argv: ["ps", "-o", "stat=", "-p", String(pid)],
    cwd: rehearsal.folder.path,
  });
  assert.match(stdout.trim(), /^(?:Z.*)?$/);
});

Deno.test("an agent that only writes the reason for its silence to standard error is recognized", async () => {
  const wrapper = '(until [ -f go ]; do sleep 0.05; done; echo "API key not valid" >&2) & exec "$@"';
  const steps = [{ do: "run", command: "touch go" }, { do: "hang" }] as const;
  await using rehearsal = await rehearse(steps, { times: { stall: 1000 }, wrapper });
  const result = await rehearsal.turn();
  assert.equal(result.kind === "failed" && result.reason, "auth");
});

Deno.test("silence does not count while a person is asked", async () => {
  await using rehearsal = await rehearse([{ do: "ask", command: "true" }], {
    times: { stall: 150 },
    decide: () => new Promise((done) => setTimeout(() => done({ kind: "allow" }), 400)),
  });
  await rehearsal.session();
  assert.equal((await rehearsal.turn()).kind, "finished");
});

Deno.test("a turn is ended when its signal fires, and the session continues", async () => {
  const turn = new AbortController();
  await using rehearsal = await Rehearsal.make({
    script: {
      rules: [{ turn: 1, steps: [{ do: "say", text: "go" }, { do: "wait", ms: 60_000 }] }, { steps: [] }],
    },
    times: { cancel: 5_000 },
    session: { onOutput: () => turn.abort() },
  });
  assert.deepEqual(await rehearsal.turn({ signal: turn.signal }), { kind: "cancelled" });
  assert.equal((await rehearsal.turn()).kind, "finished");
});

Deno.test("lines that are not messages, floods and lines of megabytes do no harm", async () => {
  await using rehearsal = await rehearse([
    { do: "garbage", text: "Loading…" },
    { do: "garbage", text: "{ half" },
    { do: "garbage", text: "[1, 2]" },
    { do: "garbage", count: 3_000_000 },
    { do: "say", text: "y".repeat(3_000_000) },
    { do: "flood", count: 3_000, text: "z" },
  ]);
  const result = await rehearsal.turn();
  assert.equal(result.kind, "finished");
  assert.equal(rehearsal.said.length, 3_003_000);
  assert.equal(rehearsal.notices.length, 3);
  assert.match(rehearsal.notices[0]!, /Loading/);
});

Deno.test("unknown requests are answered as such, and files are confined to the folder", async () => {
  await using rehearsal = await rehearse([
    { do: "request", method: "terminal/create" },
    { do: "request", method: "wf/unknown" },
    { do: "write-file", path: "in/side.txt", text: "one\ntwo\n" },
    { do: "read-file", path: "in/side.txt" },
    { do: "read-file", path: "missing.txt" },
    { do: "read-file", path: "/etc/hostname" },
    { do: "write-file", path: "link/x", text: "x" },
    { do: "write-file", path: ".git/hooks/pre-commit", text: "x" },
    { do: "write-file", path: ".planning/config.json", text: "{}" },
    { do: "write-file", path: "../x", text: "x" },
  ], { decide: ALLOW });
  await Deno.symlink("/tmp", `${rehearsal.folder.path}/link`);
  assert.equal((await rehearsal.turn()).kind, "finished");
  const lines = rehearsal.said.split(/(?=error|written|one\n)/).map((line) => line.trim().split(":")[0]);
  assert.deepEqual(lines, [
    "error -32601",
    "error -32601",
    "written",
    "one\ntwo",
    "error -32002",
    ...Array(5).fill("error -32602"),
  ]);
  assert.equal(rehearsal.notices.length, 5);
});

Deno.test("files that an agent lets wf read or write are judged like its own tool calls", async () => {
  await using rehearsal = await rehearse([
    { do: "write-file", path: "a.txt", text: "a\n" },
    { do: "read-file", path: "a.txt" },
  ]);
  assert.equal((await rehearsal.turn()).kind, "finished");
  assert.deepEqual(rehearsal.asked.map(({ kind, paths }) => [kind, ...paths.map(({ intent }) => intent)]), [
    ["edit", "write"],
    ["read", "read"],
  ]);
  assert.equal(rehearsal.said.match(/error -32602/g)?.length, 2);
  assert.equal(await rehearsal.folder.has("a.txt"), false);
});

Deno.test("a prompt that begins with a slash is not a command of the agent", async () => {
  const script = {
    rules: [{ contains: "Do this:\n/wipe", steps: [{ do: "say", text: "harmless" }] }],
  } as const;
  await using rehearsal = await Rehearsal.make({ script });
  const result = await rehearsal.turn({ prompt: "/wipe all" });
  assert.equal(result.kind === "finished" && result.text, "harmless");
});

Deno.test("an agent that cannot be made to ask is refused, unless it need not", async () => {
  const preset = { ...findPreset("mock")!, name: "custom" as const, strict: { modes: ["read-only"] } };
  await using rehearsal = await Rehearsal.make({ preset });
  const opened = await rehearsal.open();
  assert.equal(opened.kind === "failed" && opened.reason, "unsafe");
  assert.match(opened.kind === "failed" ? opened.message : "", /read-only.*unasked, ask/);
  await using loose = await Rehearsal.make({ preset, session: { strict: false } });
  assert.equal((await loose.open()).kind, "opened");
});

/** A step in which an agent sends an update as it stands. */
function update(update: object): MockStep {
  const line = { jsonrpc: "2.0", method: "session/update", params: { sessionId: "s", update } };
  return { do: "garbage", text: JSON.stringify(line) };
}

Deno.test("an agent that reads without asking continues, and one that does more is stopped", async () => {
  const ends = async (command: string) => {
    const call = {
      toolCallId: "1",
      title: "Do it",
      kind: "execute",
      status: "completed",
      rawInput: { command },
    };
    await using rehearsal = await rehearse([update({ sessionUpdate: "tool_call", ...call })]);
    const result = await rehearsal.turn();
    return result.kind === "failed" ? result.reason : result.kind;
  };
  assert.deepEqual(await Promise.all(["ls -la", "npm ci", "cat /etc/hosts"].map(ends)), [
    "finished",
    "unsafe",
    "unsafe",
  ]);
});

/** An update with metadata of Codex. */
function codex(told: object): MockStep {
  return update({ sessionUpdate: "session_info_update", _meta: { codex: told } });
}

const SYSTEM_ERROR = codex({ threadStatus: { type: "systemError" } });

Deno.test("a turn that ends normally although its metadata reports a failure has failed", async () => {
  const texts = [
    '{"error":{"message":"Your input is too long.","code":"context_length_exceeded"}}\n\n',
    "stream disconnected before completion",
    "Rate limit reached. Please try again in 12s.",
    "",
  ];
  const results = await Promise.all(texts.map(async (text) => {
    await using rehearsal = await rehearse([
      { do: "say", text: "On it." },
      SYSTEM_ERROR,
      ...(text === "" ? [] : [{ do: "say", text } as const]),
    ]);
    const result = await rehearsal.turn();
    return result.kind === "failed" ? [result.reason, result.message.split(": ").at(-1)] : result;
  }));
  assert.deepEqual(results, [
    ["context", "Your input is too long"],
    ["network", "stream disconnected before completion"],
    ["rate-limit", "Rate limit reached. Please try again in 12s"],
    ["protocol", "it gives no reason"],
  ]);
});

Deno.test("an agent that continues after its own error has not failed", async () => {
  const call = {
    sessionUpdate: "tool_call",
    toolCallId: "1",
    title: "Read",
    kind: "read",
    status: "completed",
  };
  await using rehearsal = await rehearse([SYSTEM_ERROR, update(call), { do: "say", text: "Done." }]);
  const result = await rehearsal.turn();
  assert.equal(result.kind === "finished" && result.text, "Done.");
});

Deno.test("an agent that only retries to reach its model is reported, and ended at last", async () => {
  const error = { message: "Reconnecting", additionalDetails: "no route", willRetry: true };
  const tries = [codex({ error }), { do: "wait", ms: 30 }] as const;
  const session = { times: { stall: 400 } };
  await using lost = await rehearse([...Array(200).fill(tries).flat(), { do: "say", text: "late" }], session);
  const result = await lost.turn();
  assert.equal(result.kind === "failed" && result.reason, "network");
  assert.match(
    result.kind === "failed" ? result.message : "",
    /lost its connection to the model: Reconnecting/,
  );
  assert.deepEqual(lost.notices.filter((notice) => notice.includes("retries on its own")).length, 1);
  await using back = await rehearse([...tries, { do: "say", text: "Done." }]);
  assert.equal((await back.turn()).kind, "finished");
});

Deno.test("the variables that make an agent ask are always in its environment", async () => {
  const preset = { ...findPreset("mock")!, strict: { modes: ["ask"], env: { WF_STRICT: "yes" } } };
  const script = {
    rules: [{ steps: [{ do: "run", command: "echo $WF_STRICT $GIT_ALLOW_PROTOCOL > env" }] }],
  } as const;
  await using rehearsal = await Rehearsal.make({
    preset,
    script,
    session: { env: { WF_STRICT: undefined } },
  });
  await rehearsal.turn();
  assert.equal(await rehearsal.folder.read("env"), "yes none\n");
});

Deno.test("the arguments that make an agent ask are part of its command, while it has to ask", async () => {
  const preset = { ...findPreset("mock")!, strict: { modes: ["ask"], args: ["--ask-always"] } };
  for (const strict of [true, false]) {
    const wrapper = `printf '%s ' "$@" > args; exec "$@"`;
    await using rehearsal = await Rehearsal.make({ preset, wrapper, session: { strict } });
    await rehearsal.open();
    assert.equal((await rehearsal.folder.read("args")).includes("--ask-always"), strict);
  }
});

Deno.test("an agent that is missing, or ends immediately, is recognized", async () => {
  const preset = findPreset("claude")!;
  await using missing = await Rehearsal.make({ preset, command: ["wf-no-such-agent"] });
  const opened = await missing.open();
  assert.deepEqual(opened.kind === "failed" && [opened.reason, opened.hint], [
    "not-installed",
    preset.install,
  ]);
  assert.equal((await missing.agent.probe()).kind, "unusable");
  await using dead = await Rehearsal.make({
    preset,
    command: ["sh", "-c", "echo Not logged in >&2; exit 3"],
  });
  const failed = await dead.open();
  assert.deepEqual(failed.kind === "failed" && [failed.reason, failed.hint], ["auth", preset.login]);
});

for (const name of ["gemini", "copilot", "claude", "claude-cli"]) {
  Deno.test(`${name} is not started with a model that it would read as an option`, async () => {
    const options = { preset: findPreset(name)!, session: { model: "--yolo" } };
    await using rehearsal = await Rehearsal.make({ ...options, command: ["sh", "-c", "touch started"] });
    const opened = await rehearsal.open();
    assert.equal(opened.kind === "failed" && opened.reason, "model");
    assert.match(opened.kind === "failed" ? opened.message : "", /"--yolo" is an option, not a model$/);
    assert.equal(await rehearsal.folder.has("started"), false);
  });
}

Deno.test("an agent that does not answer at its start is ended", async () => {
  await using silent = await Rehearsal.make({ command: ["sh", "-c", "sleep 60"], times: { start: 100 } });
  const opened = await silent.open();
  assert.equal(opened.kind === "failed" && opened.reason, "stall");
});

Deno.test("a script that does not match its schema is reported", async () => {
  await using rehearsal = await Rehearsal.make({
    script: { rules: [{ steps: [{ do: "dance" as "say" }] }] },
  });
  const opened = await rehearsal.open();
  assert.match(
    opened.kind === "failed" ? opened.message + opened.output : "",
    /rules\.0\.steps\.0\.do must be equal/,
  );
});

for (const sessions of [undefined, "load", "resume"] as const) {
  Deno.test(`a session of an earlier process is continued by an agent that can ${sessions ?? "do neither"}`, async () => {
    const rules = [
      { resumed: true, steps: [{ do: "say", text: "known" }] },
      { steps: [{ do: "say", text: "new" }] },
    ] as const;
    const known: string[] = [];
    for (const resume of ["mock-1-0", "lost"]) {
      const session = { resume, onSession: (id: string) => void known.push(id) };
      await using rehearsal = await Rehearsal.make({
        script: { rules, ...sessions === undefined ? {} : { sessions } },
        session,
      });
      const opened = await rehearsal.open();
      const continues = sessions !== undefined && resume !== "lost";
      assert.equal(opened.kind === "opened" && opened.resumed, continues);
      // The history that loading repeats is not output.
      assert.equal(rehearsal.said, "");
      const text = continues ? "known" : "new";
      assert.deepEqual(await rehearsal.turn(), { kind: "finished", text, refused: [] });
      const isLost = sessions !== undefined && resume === "lost";
      assert.equal(rehearsal.notices.some((notice) => notice.includes("a new one begins")), isLost);
    }
    assert.deepEqual(known.map((id) => id === "mock-1-0"), sessions === undefined ? [] : [true, false]);
  });
}
