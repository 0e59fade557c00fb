import assert from "node:assert/strict";
import { AnswerRun, argumentsFor } from "../../../lib/commands/view/answer_run.ts";
import type { Git } from "../../../lib/apply/git/git.ts";
import { openRepository } from "../../../lib/apply/git/repository.ts";
import type { Command } from "../../../lib/host/host.ts";
import type { WaitingQuestion } from "../../../lib/report/view/page_state.ts";
import { MemoryHost } from "../../support/memory_host.ts";
import { host, repository } from "../../support/repository.ts";

const COMMANDS: readonly (readonly [command: string, args: readonly string[] | undefined])[] = [
  ["wf execute-phase 1 --answer a=yes", ["execute-phase", "1", "--answer", "a=no"]],
  ["wf execute-phase 1 --agent claude --answer b=1 --answer a=yes", [
    ..."execute-phase 1 --agent claude --answer b=1 --answer".split(" "),
    "a=no",
  ]],
  ["wf run --answer 'a=what is wrong'", ["run", "--answer", "a=no"]],
  ["wf execute-phase 1", undefined],
  ["wf trust --answer a=yes", undefined],
  ["rm -rf x --answer a=yes", undefined],
  ["wf execute-phase 1 --answer 'a=yes", undefined],
  ["", undefined],
];

for (const [command, args] of COMMANDS) {
  Deno.test(`the page ${args === undefined ? "does not answer" : "answers"} with: ${command}`, () => {
    assert.deepEqual(argumentsFor(command, "a=no"), args);
  });
}

const WAITING: WaitingQuestion = {
  question: {
    id: "a",
    kind: "gate",
    title: "Continue?",
    details: "",
    choices: [{ value: "yes", label: "Yes" }, { value: "no", label: "No" }],
    open: false,
  },
  commands: ["wf execute-phase 1 --answer a=yes"],
  answerable: true,
};

/** The runs that an answer starts, each ending with an exit code once it is told to. */
function runs(code: number) {
  const started: Command[] = [];
  const [begun, begin] = signal();
  const [ended, end] = signal();
  const host = new MemoryHost({
    run: async (command) => {
      started.push(command);
      begin();
      await ended;
      return { code, stdout: "", stderr: "It is not trusted" };
    },
  });
  return { started, answers: new AnswerRun(contextOf(host), {} as Git), begun, end };
}

Deno.test("the page of a coding agent gives no answer to a run in progress", async () => {
  const host = new MemoryHost({ env: { CLAUDECODE: "1" } });
  const answers = new AnswerRun(contextOf(host), {} as Git);
  assert.match(
    await answers.tell({ question: "a", value: "yes" }, [WAITING], "x") ?? "",
    /^A coding agent opened/,
  );
});

Deno.test("an answer to a run in progress is added to its commands, if the question waits and has such a choice", async () => {
  await using folder = await repository({});
  const run = "20260101-000000";
  await folder.write({ [`.git/wf/runs/${run}/run.json`]: "{}" });
  const { git } = await openRepository(host, folder.path);
  const answers = new AnswerRun({ host, cwd: () => Promise.resolve(folder.path), byAgent: () => false }, git);
  const tell = (question: string, value: string) => answers.tell({ question, value }, [WAITING], run);
  assert.match(await tell("b", "yes") ?? "", /no longer waits/);
  assert.match(await tell("a", "--yes") ?? "", /not an answer/);
  assert.equal(await tell("a", "no"), undefined);
  const lines = (await folder.read(`.git/wf/runs/${run}/commands.jsonl`)).trim().split("\n");
  assert.deepEqual(lines.map((line) => JSON.parse(line)).map(({ at: _, ...rest }) => rest), [
    { formatVersion: 1, action: "answer", question: "a", value: "no" },
  ]);
});

function contextOf(host: MemoryHost) {
  return { host, cwd: () => Promise.resolve("/p"), byAgent: () => host.env("CLAUDECODE") !== undefined };
}

function signal(): readonly [fired: Promise<void>, fire: () => void] {
  let fire = () => {};
  const fired = new Promise<void>((done) => fire = done);
  return [fired, () => fire()];
}

Deno.test("an answer starts the command of the waiting run again, one at a time", async () => {
  const { started, answers, begun, end } = runs(0);
  assert.equal(answers.start({ question: "a", value: "no" }, [WAITING]), undefined);
  assert.equal(answers.current?.state, "running");
  assert.match(answers.start({ question: "a", value: "no" }, [WAITING])!, /in progress/);
  await begun;
  end();
  await answers.close();
  assert.equal(answers.current, undefined);
  assert.deepEqual(started.map(({ argv }) => argv.slice(-4)), [["execute-phase", "1", "--answer", "a=no"]]);
});

Deno.test("the reason is shown if the run does not start", async () => {
  const { answers, begun, end } = runs(2);
  answers.start({ question: "a", value: "yes" }, [WAITING]);
  await begun;
  end();
  await answers.close();
  assert.deepEqual(answers.current, { state: "failed", text: "It is not trusted" });
});

Deno.test("only a question that waits is answered, with one of its choices", () => {
  const { started, answers } = runs(0);
  assert.match(answers.start({ question: "b", value: "yes" }, [WAITING])!, /no longer waits/);
  assert.match(
    answers.start({ question: "a", value: "yes" }, [{ ...WAITING, answerable: false }])!,
    /no longer/,
  );
  assert.match(answers.start({ question: "a", value: "--yes" }, [WAITING])!, /not an answer/);
  assert.deepEqual(started, []);
});
