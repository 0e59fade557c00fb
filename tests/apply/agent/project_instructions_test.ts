import assert from "node:assert/strict";
import { Conversation } from "../../../lib/apply/agent/core/conversation.ts";
import { projectInstructions } from "../../../lib/apply/agent/project_instructions.ts";
import { Folder, host } from "../../support/repository.ts";
import { ScriptedAgent } from "./scripted_agent.ts";

Deno.test("projectInstructions() names what Claude no longer reads on its own, and only what is there", async () => {
  await using folder = await Folder.make({ "CLAUDE.md": "Use tabs\n" });
  const expected = "First read CLAUDE.md: the project's instructions for you.\n\n";
  assert.equal(await projectInstructions(host, folder.path, "claude"), expected);
  assert.equal(await projectInstructions(host, folder.path, "claude-cli"), expected);
  assert.equal(await projectInstructions(host, folder.path, "codex"), "");
  await using bare = await Folder.make();
  assert.equal(await projectInstructions(host, bare.path, "claude"), "");
});

Deno.test("a conversation with Claude begins with the project's instructions, once", async () => {
  await using folder = await Folder.make({ "CLAUDE.md": "Use tabs\n" });
  const agent = Object.assign(new ScriptedAgent(["one", "two"]), { name: "claude" });
  const conversation = new Conversation({
    host,
    members: [{ agent, away: { until: 0 } }],
    retries: 0,
    limit: 60_000,
    session: {
      directory: folder.path,
      role: "execution",
      strict: true,
      onOutput: () => {},
      onNotice: () => {},
      onPermission: () => Promise.resolve({ kind: "refuse", reason: "no" }),
    },
  });
  const work = { prompt: (begins: boolean) => begins ? "begin" : "go on", plan: "01-01", attempt: 1 };
  for (let turn = 0; turn < 2; turn++) await conversation.turn(work, new AbortController().signal);
  await conversation.close();
  assert.deepEqual(agent.prompts, [
    "First read CLAUDE.md: the project's instructions for you.\n\nbegin",
    "go on",
  ]);
});
