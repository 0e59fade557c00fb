import assert from "node:assert/strict";
import type { AgentInfo } from "../../../schemas/results/agents.ts";
import type { Question } from "../../../schemas/question.ts";
import { makeAsker } from "../../../lib/commands/context/answers.ts";
import type { CommandContext } from "../../../lib/commands/context/command_context.ts";
import { chooseAgent } from "../../../lib/commands/new_project/choose_agent.ts";

const INSTALLED: readonly Partial<AgentInfo>[] = [
  { name: "shell", title: "sh", found: true, permissions: "scripted" },
  { name: "mock", title: "a rehearsal", found: true, permissions: "asks" },
  { name: "claude", title: "asks over ACP", version: "2.1", found: true, permissions: "asks" },
  { name: "claude-cli", title: "Claude Code", found: true, permissions: "asks" },
  { name: "codex", title: "Codex", found: false, permissions: "asks" },
  { name: "custom", title: "yours", found: true, permissions: "asks" },
];

/** A context of `agents` that are installed, at a terminal or not, and its notices. */
function contextOf(agents: readonly Partial<AgentInfo>[], terminal: boolean) {
  const notices: string[] = [];
  const context = {
    host: { isTerminal: () => terminal },
    json: false,
    byAgent: () => false,
    progress: (text: string) => notices.push(text),
    progressStyle: { yellow: (text: string) => text },
    call: () => Promise.resolve({ exitCode: 0, result: { agents } }),
  } as unknown as CommandContext;
  return { context, notices };
}

/** An asker that selects the first choice, and keeps the question. */
function selecting(asked: Question[]) {
  return {
    given: new Map<string, string>(),
    cancelled: new AbortController().signal,
    ask: (question: Question) => {
      asked.push(question);
      return Promise.resolve({ value: question.choices[0]!.value, by: "person" as const });
    },
    require: () => {},
    unused: () => [],
  };
}

Deno.test("at a terminal the installed agents are offered, each program once, and none last", async () => {
  const asked: Question[] = [];
  assert.equal(await chooseAgent(selecting(asked), contextOf(INSTALLED, true).context), "claude");
  assert.equal(asked[0]!.preselected, "claude");
  assert.deepEqual(asked[0]!.choices.map(({ value, label }) => [value, label]), [
    ["claude", "Claude Code 2.1"],
    ["shell", "none: templates to fill in, and a first plan to try"],
  ]);
});

Deno.test("without an installed agent nobody is asked, and the way to one is shown", async () => {
  const asked: Question[] = [];
  const { context, notices } = contextOf(INSTALLED.slice(0, 2), true);
  assert.equal(await chooseAgent(selecting(asked), context), undefined);
  assert.deepEqual(asked, []);
  assert.match(notices.join(), /wf agents shows how to install one/);
});

Deno.test("without a terminal only --answer agent= chooses one", async () => {
  const { context } = contextOf(INSTALLED, false);
  const answering = (given: readonly (readonly [string, string])[]) => {
    return makeAsker({ answers: new Map(given), yes: true }, context);
  };
  assert.equal(await chooseAgent(answering([]), context), undefined);
  assert.equal(await chooseAgent(answering([["agent", "claude"]]), context), "claude");
  await assert.rejects(chooseAgent(answering([["agent", "codex"]]), context), /"codex" is not an answer/);
});
