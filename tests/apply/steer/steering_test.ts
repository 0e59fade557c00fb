import assert from "node:assert/strict";
import type { AskStep } from "../../../schemas/execution_plan.ts";
import type { SteeringCommand } from "../../../schemas/steering.ts";
import { Git } from "../../../lib/apply/git/git.ts";
import { RunLog } from "../../../lib/apply/log/run_log.ts";
import { addCommand } from "../../../lib/apply/steer/command_file.ts";
import { type SteeredStep, Steering } from "../../../lib/apply/steer/steering.ts";
import { type Folder, host, repository } from "../../support/repository.ts";

const AT = "2026-11-23T04:05:06.789Z";

type Sent = Pick<SteeringCommand, "action" | "plan" | "task" | "text" | "model">;

async function openIn(folder: Folder) {
  const git = await Git.open(host, folder.path);
  const place = { git, prefix: "", project: "" };
  const log = await RunLog.open(place, { command: "execute-phase 1", startedAt: AT });
  const notices: string[] = [];
  const steering = Steering.open({
    repository: place,
    run: log.id,
    agents: ["mock"],
    isElsewhere: (plan) => plan === "01-02",
    report: (event) => {
      if (event.kind === "notice") notices.push(event.message);
    },
  });
  const send = (command: Sent) => addCommand(git, log.id, { formatVersion: 1, at: AT, ...command });
  return { steering, send, notices };
}

/** Sends commands to a run that carries out no further step, and returns its notices. */
async function noticesAfter(commands: readonly Sent[], folder: Folder): Promise<readonly string[]> {
  const { steering, send, notices } = await openIn(folder);
  for (const command of commands) await send(command);
  await steering.close();
  return notices;
}

Deno.test("a skip that the run is too late for is one of the next run, unless another order follows", async () => {
  await using folder = await repository({ "a.txt": "a" });
  const skip = { action: "skip", plan: "01-01", text: "not needed" } as const;
  const retry = { action: "retry", plan: "01-01", text: "" } as const;
  const sent = [{ ...skip, task: 1 }, { ...skip, task: 2 }, { ...retry, task: 2 }, { ...retry, task: 3 }];
  assert.deepEqual(await noticesAfter(sent, folder), [
    "Task 01-01/1 is not skipped yet: the run ended before that. The next run skips it",
  ]);
  const { steering } = await openIn(folder);
  const performed: number[] = [];
  for (const task of [1, 2]) {
    const step = { kind: "turn", plan: "01-01", task } as SteeredStep;
    const outcome = await steering.during(step, { signal: new AbortController().signal }, () => {
      performed.push(task);
      return Promise.resolve({ kind: "done" });
    });
    assert.equal(outcome.kind, task === 1 ? "skipped" : "done");
  }
  await steering.close();
  assert.deepEqual(performed, [2]);
});

Deno.test("a skip of a task that was just committed leads to the undo of its commit", async () => {
  await using folder = await repository({ "a.txt": "a" });
  const { steering, send, notices } = await openIn(folder);
  const step = { kind: "commit-task", plan: "01-01", task: 1 } as SteeredStep;
  await steering.during(
    step,
    { signal: new AbortController().signal },
    () => Promise.resolve({ kind: "done" }),
  );
  await send({ action: "skip", plan: "01-01", task: 1, text: "not needed" });
  await steering.close();
  assert.match(notices.join("\n"), /^Task 01-01\/1 was done before it could be skipped.*: wf undo 01-01\/1$/);
  assert.deepEqual(await noticesAfter([], folder), []);
});

Deno.test("no order takes back a task that a worker elsewhere has just committed", async () => {
  for (
    const [action, done] of [["skip", "skipped"], ["retry", "retried"], ["interrupt", "interrupted"]] as const
  ) {
    await using folder = await repository({ "a.txt": "a" });
    const { steering, send, notices } = await openIn(folder);
    const place = { plan: "01-02", task: 1 };
    const none = { signal: new AbortController().signal };
    await steering.during({ kind: "turn", ...place } as SteeredStep, none, async () => {
      await send({ action, ...place, text: action === "skip" ? "not needed" : "" });
      return { kind: "done" };
    });
    const commit = { kind: "commit-task", ...place } as SteeredStep;
    const late = { ...none, takeBack: () => Promise.resolve(false) };
    const outcome = await steering.during(commit, late, () => Promise.resolve({ kind: "done" }));
    assert.deepEqual(outcome, { kind: "done" });
    await steering.close();
    const message = `Task 01-02/1 was done before it could be ${done}. To take it back: wf undo 01-02/1`;
    assert.deepEqual(notices, [message]);
    assert.deepEqual(await noticesAfter([], folder), []);
  }
});

Deno.test("words to a task that is committed are for the plan's next prompt, those of a retry for none", async () => {
  await using folder = await repository({ "a.txt": "a" });
  const { steering, send } = await openIn(folder);
  const done = { plan: "01-01", task: 1 };
  const none = { signal: new AbortController().signal };
  await steering.during({ kind: "commit-task", ...done } as SteeredStep, none, async () => {
    await send({ action: "tell", ...done, text: "during the commit" });
    return { kind: "done" };
  });
  await send({ action: "retry", ...done, text: "with blue" });
  await send({ action: "tell", ...done, text: "after it" });
  let words: readonly string[] = [];
  await steering.during({ kind: "turn", plan: "01-01", task: 2 } as SteeredStep, none, (control) => {
    words = control.words;
    return Promise.resolve({ kind: "done" });
  });
  await steering.close();
  assert.deepEqual(words, ["during the commit", "after it"]);
});

Deno.test("a turn elsewhere is interrupted, also if it began before the run knew of it", async () => {
  await using folder = await repository({ "a.txt": "a" });
  const { steering, send } = await openIn(folder);
  const step = { kind: "turn", plan: "01-02", task: 2 } as SteeredStep;
  await send({ action: "interrupt", plan: "01-02", task: 2, text: "" });
  const elsewhere = { signal: new AbortController().signal, takeBack: () => Promise.resolve(true) };
  const outcome = await steering.during(step, elsewhere, () => assert.fail());
  assert.equal(outcome.kind, "asks");
  await steering.close();
});

Deno.test("a skip ends the question that waits about its task, whose next turn is skipped", async () => {
  await using folder = await repository({ "a.txt": "a" });
  const { steering, send } = await openIn(folder);
  const place = { plan: "01-01", task: 1 };
  const question = { id: "01-01/1/person", kind: "agent", choices: [{ value: "continue", label: "" }] };
  const asked = steering.asking({ kind: "ask", ...place, question } as unknown as AskStep, (signal) => {
    return new Promise((resolve) => {
      signal!.addEventListener("abort", () => resolve({ kind: "unanswered" }));
    });
  });
  await send({ action: "skip", ...place, text: "not needed" });
  assert.deepEqual(await asked, { kind: "answered", value: "continue" });
  const turn = { kind: "turn", ...place } as SteeredStep;
  const outcome = await steering.during(turn, { signal: new AbortController().signal }, () => assert.fail());
  assert.deepEqual(outcome, { kind: "skipped", why: "not needed" });
  await steering.close();
});

Deno.test("a plan on another machine is not retried with a model that its worker would not use", async () => {
  await using folder = await repository({ "a.txt": "a" });
  const chosen = { action: "retry", task: 1, text: "", model: "big" } as const;
  const notices = await noticesAfter([{ ...chosen, plan: "01-02" }, { ...chosen, plan: "01-01" }], folder);
  assert.match(notices.join("\n"), /^Plan 01-02 is not retried: its worker .*: wf tell 01-02 --retry$/);
});
