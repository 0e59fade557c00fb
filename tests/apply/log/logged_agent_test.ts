import assert from "node:assert/strict";
import type { PermissionRequest } from "../../../schemas/permission.ts";
import type { Agent, SessionOptions, Turn, TurnResult } from "../../../lib/apply/agent/core/port.ts";
import { loggedAgent } from "../../../lib/apply/log/logged_agent.ts";
import { readLogFile } from "../../../lib/apply/log/read_log.ts";
import { RunLog } from "../../../lib/apply/log/run_log.ts";
import { Git } from "../../../lib/apply/git/git.ts";
import { parseLogLines } from "../../../lib/plan/log/log_entries.ts";
import { host, repository } from "../../support/repository.ts";

const REQUEST: PermissionRequest = {
  id: "1",
  kind: "execute",
  tool: "",
  title: "rm x",
  command: "rm x",
  paths: [],
  diffs: [],
  raw: "",
};

const DIFF = { path: ["", "work", "a.txt"].join("/"), before: "one\ntwo\n", after: "one\nthree\n" };

/** An agent that says a word, edits a file, asks once, and ends its turns as told. */
function agentThat(name: string, ...results: readonly TurnResult[]): Agent {
  const left = [...results];
  return {
    name,
    probe: () => Promise.resolve({ kind: "ready", version: "", permissions: "asks" }),
    open: ({ onOutput, onTool, onPermission }) =>
      Promise.resolve({
        kind: "opened",
        session: {
          async turn({ signal }) {
            onOutput("working\n");
            onTool?.({ id: "1", title: "Edit a.txt", status: "completed", diffs: [DIFF] });
            await onPermission(REQUEST, signal);
            return left.shift()!;
          },
          close: () => Promise.resolve(),
        },
      }),
  };
}

const OPTIONS: SessionOptions = {
  directory: "/work",
  role: "execution",
  model: "big",
  strict: true,
  onOutput: () => {},
  onNotice: () => {},
  onPermission: () => Promise.resolve({ kind: "refuse", reason: "it deletes" }),
};

function turn(task: number, attempt = 1): Turn {
  const { signal } = new AbortController();
  return { prompt: `do ${task}`, plan: "01-01", task: { number: task } as never, attempt, signal };
}

async function transcript(agent: Agent, turns: readonly Turn[]): Promise<readonly (readonly unknown[])[]> {
  await using folder = await repository({ "a.txt": "a" });
  const git = await Git.open(host, folder.path);
  const log = await RunLog.open({ git, prefix: "", project: "" }, {
    command: "x",
    startedAt: new Date().toISOString(),
  });
  const opened = await loggedAgent(agent, log).open(OPTIONS);
  assert.equal(opened.kind, "opened");
  for (const each of turns) await (opened as Extract<typeof opened, { kind: "opened" }>).session.turn(each);
  const entries = parseLogLines(await readLogFile(git, log.id, "turns/01-01.1.jsonl") ?? "");
  return entries.map((entry) => {
    const { formatVersion: _, elapsed: __, ...content } = entry as never as Record<string, unknown>;
    return Object.values(content);
  });
}

const SESSION = (agent: string) => ["session-opened", agent, "execution", "big", "/work"];
const EDITED = [
  "tool",
  "1",
  "Edit a.txt",
  "completed",
  [{ path: "a.txt", text: "@@ -1,2 +1,2 @@\n one\n-two\n+three\n" }],
];
const ASKED = ["request", REQUEST, "refuse", "it deletes"];

Deno.test("a transcript has the prompt, what the agent said, changed and asked, and how its turn ended", async () => {
  const agent = agentThat(
    "claude",
    { kind: "failed", reason: "crash", message: "it crashed", hint: "", output: "trace" },
    { kind: "finished", text: "done", refused: [] },
  );
  assert.deepEqual(await transcript(agent, [turn(1), turn(1, 2)]), [
    SESSION("claude"),
    ["prompt", 1, "do 1"],
    ["output", "working\n"],
    EDITED,
    ASKED,
    ["turn-ended", "failed", "it crashed\ntrace"],
    ["prompt", 2, "do 1"],
    ["output", "working\n"],
    EDITED,
    ASKED,
    ["turn-ended", "finished", "done"],
  ]);
});

Deno.test("each task has a transcript of its own", async () => {
  const done: TurnResult = { kind: "finished", text: "", refused: [] };
  const entries = await transcript(agentThat("claude", done, done), [turn(1), turn(2)]);
  assert.deepEqual(entries.filter(([kind]) => kind === "prompt"), [["prompt", 1, "do 1"]]);
});

Deno.test("the prompt of a hosted task is logged when the host gets it, not again with its report", async () => {
  const agent = agentThat("host", { kind: "suspended" }, { kind: "finished", text: "done", refused: [] });
  const entries = await transcript(agent, [turn(1), turn(1)]);
  assert.equal(entries.filter(([kind]) => kind === "prompt").length, 1);
  assert.deepEqual(entries.at(-1), ["turn-ended", "finished", "done"]);
});
