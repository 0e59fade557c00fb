import assert from "node:assert/strict";
import { ShellAgent } from "../../../../lib/apply/agent/shell/agent.ts";
import type { Task } from "../../../../schemas/plan_file.ts";
import { Folder, host } from "../../../support/repository.ts";

Deno.test("what a block leaves running lives until the next turn, so also at a checkpoint, or the end of the session", async () => {
  await using folder = await Folder.make();
  const opened = await new ShellAgent(host).open({
    directory: folder.path,
    role: "execution",
    strict: true,
    onOutput: () => {},
    onNotice: () => {},
    onPermission: () => Promise.resolve({ kind: "allow" }),
  });
  assert.ok(opened.kind === "opened");
  const { session } = opened;
  const turn = async (script: string) => {
    const task = { type: "auto", number: 1, action: `\`\`\`sh\n${script}\n\`\`\`\n` } as Task;
    const signal = new AbortController().signal;
    const { kind } = await session.turn({ prompt: "", plan: "01-01", task, attempt: 1, signal });
    assert.equal(kind, "finished");
  };
  const isRunning = async () => {
    const argv = ["ps", "-o", "stat=", "-p", (await folder.read("server")).trim()] as const;
    return /^[^Z\n]/.test((await host.run({ argv, cwd: "/" })).stdout);
  };
  const start = "setsid sleep 300 > /dev/null 2>&1 & echo $! > server";
  await turn(start);
  assert.equal(await isRunning(), true);
  await turn("true");
  assert.equal(await isRunning(), false);
  await turn(start);
  assert.equal(await isRunning(), true);
  await session.close();
  assert.equal(await isRunning(), false);
});
