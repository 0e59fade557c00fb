import assert from "node:assert/strict";
import type { Usage } from "../../../schemas/usage.ts";
import type { Question } from "../../../schemas/question.ts";
import type { Agent, OpenResult, SessionOptions, Turn } from "../../../lib/apply/agent/core/port.ts";
import type { EventDraft } from "../../../lib/apply/interaction/interaction.ts";
import { Git } from "../../../lib/apply/git/git.ts";
import { meteredAgent, UsageMeter } from "../../../lib/apply/usage/metered_agent.ts";
import { readUsage } from "../../../lib/apply/usage/usage_file.ts";
import { configOf } from "../../support/project.ts";
import { host, repository } from "../../support/repository.ts";

type Opened = Extract<OpenResult, { readonly kind: "opened" }>;

/** An agent whose turns use 1000 tokens and, if it reports that, one US dollar. */
function agentThat(reportsCost: boolean, reports: boolean): Agent {
  const usage = {
    tokens: { input: 900, output: 100 },
    ...(reportsCost ? { cost: { amount: 1, currency: "USD" } } : {}),
  };
  return {
    name: "claude",
    probe: () => Promise.resolve({ kind: "ready", version: "", permissions: "asks" }),
    open: () =>
      Promise.resolve({
        kind: "opened",
        session: {
          turn: () =>
            Promise.resolve({ kind: "finished", text: "", refused: [], ...(reports ? { usage } : {}) }),
          close: () => Promise.resolve(),
        },
      }),
  };
}

const OPTIONS = { role: "execution", model: "big" } as SessionOptions;

function turn(plan: string): Turn {
  return {
    prompt: "do",
    plan,
    task: { number: 1 } as never,
    attempt: 1,
    signal: new AbortController().signal,
  };
}

interface MeterInput {
  readonly budget: Readonly<Record<string, number>>;
  readonly answers?: readonly string[];
  readonly ceilings?: Readonly<Record<string, number>>;
  readonly reportsCost?: boolean;
  readonly reports?: boolean;
}

/** A meter in a new repository, its agent, and what it asked and reported. */
async function metered(
  { budget, answers = [], ceilings = {}, reportsCost = true, reports = true }: MeterInput,
) {
  const folder = await repository({ "a.txt": "a" });
  const place = { git: await Git.open(host, folder.path), prefix: "", project: "" };
  const asked: Question[] = [];
  const events: EventDraft[] = [];
  const left = [...answers];
  const open = (used: Usage[] = []) =>
    UsageMeter.open({
      used,
      ceilings,
      repository: place as never,
      budget: { ...configOf().agent.budget, ...budget },
      phase: "01",
      run: "20260101-000000",
      ask: (question) => {
        asked.push(question);
        const value = left.shift();
        return Promise.resolve(value === undefined ? undefined : { value, by: "person" as const });
      },
      report: (event) => void events.push(event),
    });
  const session = async (used?: Usage[]) => {
    const agent = meteredAgent(agentThat(reportsCost, reports), await open(used));
    return async () => (await agent.open(OPTIONS) as Opened).session;
  };
  return { session, asked, events, place, [Symbol.asyncDispose]: () => folder[Symbol.asyncDispose]() };
}

Deno.test("a turn is recorded with its agent, model, role, plan, task, phase and run, and reported", async () => {
  await using meter = await metered({ budget: {} });
  const { turn: take } = await (await meter.session())();
  await take(turn("01-02"));
  const [{ at, ...record } = { at: "" }] = await readUsage(meter.place as never);
  assert.ok(Date.parse(at) > 0);
  const by = { agent: "claude", model: "big", role: "execution", plan: "01-02", task: 1 };
  const used = { tokens: { input: 900, output: 100 }, cost: { amount: 1, currency: "USD" } };
  assert.deepEqual(record, {
    formatVersion: 1,
    run: "20260101-000000",
    phase: "01",
    project: "",
    ...by,
    ...used,
  });
  assert.deepEqual(meter.events, [{ kind: "usage", ...by, ...used }]);
});

Deno.test("a budget that is used up stops the next turn, and no session is opened", async () => {
  await using meter = await metered({ budget: { run_cost: 2 } });
  const open = await meter.session();
  const session = await open();
  assert.equal((await session.turn(turn("01-01"))).kind, "finished");
  assert.equal((await session.turn(turn("01-01"))).kind, "finished");
  const stopped = await session.turn(turn("01-01"));
  assert.deepEqual(stopped.kind === "failed" && [stopped.reason, stopped.question?.id], ["budget", "budget"]);
  assert.equal(await open(), undefined);
  assert.equal(meter.asked.length, 2);
});

Deno.test("concurrent plans share a budget, and ask about it once", async () => {
  await using meter = await metered({ budget: { run_tokens: 2000 }, answers: ["continue"] });
  const open = await meter.session();
  const sessions = [await open(), await open(), await open()];
  await sessions[0]!.turn(turn("01-01"));
  await sessions[1]!.turn(turn("01-02"));
  const results = await Promise.all(sessions.map((session) => session.turn(turn("01-03"))));
  assert.deepEqual(results.map(({ kind }) => kind), ["finished", "finished", "finished"]);
  assert.equal(meter.asked.length, 1);
  // Three more turns have used the 2000 tokens that the answer added.
  assert.equal((await sessions[0]!.turn(turn("01-01"))).kind, "failed");
});

Deno.test("a later run counts what earlier ones used for the phase and the day, but not for itself", async () => {
  for (const [key, opens] of [["run_cost", true], ["phase_cost", false], ["day_cost", false]] as const) {
    await using meter = await metered({ budget: { [key]: 1 } });
    await (await (await meter.session())()).turn(turn("01-01"));
    assert.equal(await (await meter.session())() !== undefined, opens, key);
  }
});

Deno.test("the stages of a run share a limit that was raised, except that of a phase", async () => {
  for (const [key, asked] of [["run_cost", 1], ["day_cost", 1], ["phase_cost", 2]] as const) {
    await using meter = await metered({ budget: { [key]: 1 }, answers: ["continue", "continue"] });
    const used: Usage[] = [];
    await (await (await meter.session(used))()).turn(turn("01-01"));
    await (await meter.session(used))();
    assert.notEqual(await (await meter.session(used))(), undefined);
    assert.equal(meter.asked.length, asked, key);
  }
});

Deno.test("the stages of a run share its budget", async () => {
  await using meter = await metered({ budget: { run_cost: 1 } });
  const used: Usage[] = [];
  await (await (await meter.session(used))()).turn(turn("01-01"));
  assert.equal(await (await meter.session(used))(), undefined);
});

Deno.test("what the user adds to a budget ends at the policy, which is asked about as a safety question", async () => {
  await using meter = await metered({
    budget: { run_cost: 2 },
    ceilings: { run_cost: 3 },
    answers: ["continue", "continue"],
  });
  const session = await (await meter.session())();
  for (const _ of [1, 2, 3, 4]) assert.equal((await session.turn(turn("01-01"))).kind, "finished");
  assert.deepEqual(meter.asked.map(({ kind, title }) => [kind, /of \d/.exec(title)?.[0]]), [
    ["decision", "of 2"],
    ["safety", "of 3"],
  ]);
});

Deno.test("an agent without a cost is reported once if only a budget of costs is set", async () => {
  await using meter = await metered({ budget: { run_cost: 1 }, reportsCost: false });
  const session = await (await meter.session())();
  for (const plan of ["01-01", "01-02"]) assert.equal((await session.turn(turn(plan))).kind, "finished");
  const notices = meter.events.filter(({ kind }) => kind === "notice");
  assert.equal(notices.length, 1);
});

Deno.test("turns of an agent that reports nothing are recorded as such, and the user is notified once", async () => {
  await using meter = await metered({ budget: { run_tokens: 1 }, reports: false });
  const session = await (await meter.session())();
  for (const plan of ["01-01", "01-02"]) assert.equal((await session.turn(turn(plan))).kind, "finished");
  assert.deepEqual((await readUsage(meter.place as never)).map(({ tokens }) => tokens), [
    undefined,
    undefined,
  ]);
  assert.deepEqual(meter.events.map(({ kind }) => kind), ["notice"]);
});
