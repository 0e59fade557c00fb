import assert from "node:assert/strict";
import {
  Conversation,
  type ConversationMember,
  type ConversationOptions,
  type Work,
} from "../../../../lib/apply/agent/core/conversation.ts";
import type { Agent, Turn, TurnResult } from "../../../../lib/apply/agent/core/port.ts";
import type { TierNames } from "../../../../lib/plan/agents/offered_models.ts";
import type { MockScript } from "../../../../schemas/mock_script.ts";
import { host } from "../../../support/repository.ts";
import { Rehearsal } from "../session.ts";

const DO: Work = { prompt: (begins) => begins ? "begin" : "go on", plan: "01-01", attempt: 1 };
const HIGHER: Work = { ...DO, attempt: 3 };
const NEVER = new AbortController().signal;

function member(agent: Agent, models: Partial<ConversationMember> = {}): ConversationMember {
  return { agent, away: { until: 0 }, ...models };
}

interface Talk extends AsyncDisposable {
  readonly conversation: Conversation;
  readonly notices: string[];
  readonly waited: number[];
  /** A value for each time that a later process may no longer continue the session. */
  readonly forgotten: readonly undefined[];
}

async function talk(script: MockScript, options: Partial<ConversationOptions> = {}): Promise<Talk> {
  const rehearsal = await Rehearsal.make({ script });
  const notices: string[] = [];
  const waited: number[] = [];
  const forgotten: undefined[] = [];
  const conversation = new Conversation({
    host,
    members: [member(rehearsal.agent)],
    retries: 2,
    limit: 60_000,
    wait: (time) => Promise.resolve(void waited.push(time)),
    session: {
      directory: rehearsal.folder.path,
      role: "execution",
      strict: true,
      onOutput: () => {},
      onSession: (known) => void (known === undefined && forgotten.push(known)),
      onNotice: (message) => notices.push(message),
      onPermission: () => Promise.resolve({ kind: "refuse", reason: "no" }),
    },
    ...options,
  });
  return {
    conversation,
    notices,
    waited,
    forgotten,
    async [Symbol.asyncDispose]() {
      await conversation.close();
      await rehearsal[Symbol.asyncDispose]();
    },
  };
}

Deno.test("after a crash a new session starts, at most agent.retries times", async () => {
  const script: MockScript = {
    rules: [
      { turn: 1, steps: [{ do: "crash" }] },
      { contains: "begin", steps: [{ do: "say", text: "fresh" }] },
      { contains: "go on", steps: [{ do: "say", text: "known" }] },
    ],
  };
  await using one = await talk(script);
  assert.deepEqual(await one.conversation.turn(DO, NEVER), { kind: "finished", text: "fresh", refused: [] });
  assert.match(one.notices.join(), /ended unexpectedly.*A fresh session continues/s);
  assert.deepEqual(await one.conversation.turn(DO, NEVER), { kind: "finished", text: "known", refused: [] });
  await using none = await talk(script, { retries: 0 });
  const failed = await none.conversation.turn(DO, NEVER);
  assert.equal(failed.kind === "failed" && failed.reason, "crash");
});

Deno.test("a session whose context is nearly full is not continued, a fresh one is", async () => {
  for (const [input, said] of [[80_000, "known"], [81_000, "fresh"]] as const) {
    await using one = await talk({
      rules: [
        { turn: 1, steps: [{ do: "use", tokens: { input, output: 0 }, cost: 1 }] },
        { contains: "begin", steps: [{ do: "say", text: "fresh" }] },
        { contains: "go on", steps: [{ do: "say", text: "known" }] },
      ],
    });
    await one.conversation.turn(DO, NEVER);
    const result = await one.conversation.turn(DO, NEVER);
    assert.equal(result.kind === "finished" && result.text, said);
    assert.equal(one.notices.length, said === "fresh" ? 1 : 0);
    assert.equal(one.forgotten.length, said === "fresh" ? 1 : 0);
  }
});

Deno.test("a rate limit is waited for, visibly, and uses no attempt", async () => {
  const limited = (
    turn: number,
  ) => ({ turn, steps: [{ do: "fail", error: "rate-limit", after: 30 }] } as const);
  await using one = await talk({ rules: [limited(1), limited(2), { steps: [] }] }, { retries: 0 });
  assert.equal((await one.conversation.turn(DO, NEVER)).kind, "finished");
  assert.equal(one.waited.length, 2);
  assert.ok(one.waited.every((time) => time > 10_000 && time < 32_000));
  assert.match(one.notices[0]!, /rate limit.*Waiting until \d\d:\d\d:\d\d UTC/s);
});

Deno.test("a refusal is reported in another turn, however the agent ended", async () => {
  for (const refused of ["end", "cancel"] as const) {
    await using one = await talk({
      rules: [
        { contains: "were refused", steps: [{ do: "say", text: "without it" }] },
        { steps: [{ do: "ask", command: "rm -rf x", refused }] },
      ],
    });
    assert.deepEqual(await one.conversation.turn(DO, NEVER), {
      kind: "finished",
      text: "without it",
      refused: [{ what: "rm -rf x", reason: "no" }],
    }, refused);
  }
});

Deno.test("an agent that asks for the same again and again leaves the rest to the checks", async () => {
  await using one = await talk({ rules: [{ steps: [{ do: "ask", command: "rm -rf x", refused: "end" }] }] });
  const result = await one.conversation.turn(DO, NEVER);
  assert.equal(result.kind === "finished" && result.refused.length, 3);
});

Deno.test("a turn that takes too long is distinguished from an interruption", async () => {
  await using slow = await talk({ rules: [{ steps: [{ do: "wait", ms: 60_000 }] }] }, { limit: 50 });
  assert.deepEqual(await slow.conversation.turn(DO, NEVER), { kind: "timed-out" });
  const stop = new AbortController();
  stop.abort();
  assert.deepEqual(await slow.conversation.turn(DO, stop.signal), { kind: "interrupted" });
});

Deno.test("an agent that continued after a refusal gets the reason with the next prompt, once", async () => {
  const script: MockScript = {
    rules: [
      { turn: 1, steps: [{ do: "ask", command: "rm -rf build" }] },
      { contains: "- rm -rf build: no\n\ngo on", steps: [{ do: "say", text: "knows why" }] },
      { contains: "go on", steps: [{ do: "say", text: "again" }] },
    ],
  };
  await using one = await talk(script);
  assert.equal((await one.conversation.turn(DO, NEVER)).kind, "finished");
  for (const text of ["knows why", "again"]) {
    assert.deepEqual(await one.conversation.turn(DO, NEVER), { kind: "finished", text, refused: [] });
  }
});

Deno.test("a failure contains no secrets", async () => {
  const secret = `${"gh" + "p_"}${"a1B2".repeat(9)}`;
  const failed = {
    kind: "failed",
    reason: "auth",
    message: `used ${secret}`,
    hint: "",
    output: secret,
  } as const;
  await using one = await talk({ rules: [] }, {
    members: [member({ name: "mock", open: () => Promise.resolve(failed) } as unknown as Agent)],
    retries: 0,
  });
  assert.deepEqual(await one.conversation.turn(DO, NEVER), { ...failed, message: "used ***", output: "***" });
});

/** An agent whose turns have the given results, then finish; it lists how each session was opened. */
function scripted(name: string, results: readonly TurnResult[] = [], tiers: TierNames = {}) {
  const opened: string[] = [];
  const left = [...results];
  const agent: Agent = {
    name,
    probe: () => Promise.resolve({ kind: "ready", version: "", permissions: "asks" }),
    open: ({ model, tier = "its own", resume = "", onSession }) => {
      opened.push(`${name} ${model ?? tier}${resume}`);
      onSession?.(`of ${name}`);
      const turn = ({ prompt }: Turn) =>
        Promise.resolve(
          left.shift() ?? { kind: "finished", text: `${name}: ${prompt}`, refused: [] } as const,
        );
      return Promise.resolve({ kind: "opened", session: { turn, close: () => Promise.resolve() }, tiers });
    },
  };
  return { agent, opened };
}

const LIMITED: TurnResult = {
  kind: "failed",
  reason: "rate-limit",
  message: "its rate limit is reached",
  hint: "",
  output: "",
};

Deno.test("another agent takes over with the whole prompt, in all conversations, and later ones begin with it", async () => {
  const first = scripted("codex", [LIMITED]);
  const second = scripted("claude");
  const members = [member(first.agent), member(second.agent)] as const;
  await using one = await talk({ rules: [] }, { members, retries: 0 });
  await using other = await talk({ rules: [] }, { members, retries: 0 });
  for (const { conversation } of [one, other]) {
    const result = await conversation.turn(DO, NEVER);
    assert.equal(result.kind === "finished" && result.text, "claude: begin");
  }
  assert.deepEqual([first.opened, one.notices, other.notices, one.waited], [
    ["codex its own"],
    ["its rate limit is reached. claude takes over"],
    [],
    [],
  ]);
});

Deno.test("the last available agent waits for its limit", async () => {
  const first = scripted("codex", [LIMITED]);
  const second = scripted("claude", [LIMITED]);
  const members = [member(first.agent), member(second.agent)] as const;
  await using one = await talk({ rules: [] }, { members });
  const result = await one.conversation.turn(DO, NEVER);
  assert.deepEqual([result.kind === "finished" && result.text, one.waited.length], ["claude: begin", 1]);
});

Deno.test("a task that failed twice gets the model of the next tier, and the next task that of its own", async () => {
  const offered = { A: "a", B: "b" };
  for (
    const [models, tiers, sessions] of [
      [{ usual: { tier: "B", model: "b" }, higher: { tier: "A", model: "a" } }, {}, ["b", "a", "b"]],
      [{ usual: { tier: "B" }, higher: { tier: "A" } }, offered, ["B", "a", "B"]],
      // The agent may use the only model whose tier is certain already.
      [{ usual: { tier: "B" }, higher: { tier: "A" } }, { A: "a" }, ["B"]],
      [{ usual: { tier: "A", model: "a" } }, offered, ["a"]],
    ] as const
  ) {
    const { agent, opened } = scripted("claude", [], tiers);
    await using one = await talk({ rules: [] }, { members: [member(agent, models)] });
    for (const work of [DO, HIGHER, HIGHER, DO]) await one.conversation.turn(work, NEVER);
    assert.deepEqual(opened, sessions.map((model) => `claude ${model}`));
    assert.deepEqual(one.notices, sessions.length === 1 ? [] : ["After 2 failed turns, a takes over"]);
  }
});

Deno.test("a session of an earlier process continues only with its own agent", async () => {
  const first = scripted("codex");
  const second = scripted("claude");
  for (const known of ["codex", "claude"]) {
    await using one = await talk({ rules: [] }, {
      members: [member(first.agent), member(second.agent)],
      session: {
        directory: "/",
        role: "execution",
        strict: true,
        onOutput: () => {},
        onNotice: () => {},
        onPermission: () => Promise.resolve({ kind: "refuse", reason: "no" }),
        resume: { agent: known, id: " resumed" },
        onSession: (session) => assert.deepEqual(session, { agent: "codex", id: "of codex" }),
      },
    });
    await one.conversation.turn(DO, NEVER);
  }
  assert.deepEqual([first.opened, second.opened], [["codex its own resumed", "codex its own"], []]);
});
