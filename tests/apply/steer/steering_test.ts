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
    const outcome = await steering.during(step, new AbortController().signal, () => {
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
  await steering.during(step, new AbortController().signal, () => Promise.resolve({ kind: "done" }));
  await send({ action: "skip", plan: "01-01", task: 1, text: "not needed" });
  await steering.close();
  assert.match(notices.join("\n"), /^Task 01-01\/1 was done before it could be skipped.*: wf undo 01-01\/1$/);
  assert.deepEqual(await noticesAfter([], folder), []);
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
  const outcome = await steering.during(turn, new AbortController().signal, () => assert.fail());
  assert.deepEqual(outcome, { kind: "skipped", why: "not needed" });
  await steering.close();
});

Deno.test("a plan on another machine is not retried with a model that its worker would not use", async () => {
  await using folder = await repository({ "a.txt": "a" });
  const chosen = { action: "retry", task: 1, text: "", model: "big" } as const;
  const notices = await noticesAfter([{ ...chosen, plan: "01-02" }, { ...chosen, plan: "01-01" }], folder);
  assert.match(notices.join("\n"), /^Plan 01-02 is not retried: its worker .*: wf tell 01-02 --retry$/);
});
