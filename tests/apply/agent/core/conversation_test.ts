import assert from "node:assert/strict";
import {
  Conversation,
  type ConversationOptions,
  type Work,
} from "../../../../lib/apply/agent/core/conversation.ts";
import type { Agent } from "../../../../lib/apply/agent/core/port.ts";
import type { MockScript } from "../../../../schemas/mock_script.ts";
import { host } from "../../../support/repository.ts";
import { Rehearsal } from "../session.ts";

const DO: Work = { prompt: (begins) => begins ? "begin" : "go on", plan: "01-01", attempt: 1 };
const NEVER = new AbortController().signal;

interface Talk extends AsyncDisposable {
  readonly conversation: Conversation;
  readonly notices: string[];
  readonly waited: number[];
}

async function talk(script: MockScript, options: Partial<ConversationOptions> = {}): Promise<Talk> {
  const rehearsal = await Rehearsal.make({ script });
  const notices: string[] = [];
  const waited: number[] = [];
  const conversation = new Conversation({
    host,
    agent: rehearsal.agent,
    retries: 2,
    limit: 60_000,
    wait: (time) => Promise.resolve(void waited.push(time)),
    session: {
      directory: rehearsal.folder.path,
      role: "execution",
      strict: true,
      onOutput: () => {},
      onNotice: (message) => notices.push(message),
      onPermission: () => Promise.resolve({ kind: "refuse", reason: "no" }),
    },
    ...options,
  });
  return {
    conversation,
    notices,
    waited,
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
    agent: { name: "mock", open: () => Promise.resolve(failed) } as unknown as Agent,
    retries: 0,
  });
  assert.deepEqual(await one.conversation.turn(DO, NEVER), { ...failed, message: "used ***", output: "***" });
});
