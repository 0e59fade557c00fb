import assert from "node:assert/strict";
import type { RunEvent } from "../../schemas/event.ts";
import { quoteShell } from "../../lib/text/quote_shell.ts";
import { planText } from "../support/plans.ts";
import { program, wf } from "../support/program.ts";
import { repository } from "../support/repository.ts";

Deno.test("another agent judges the truths, and a fallback takes over when one has reached its limit", async () => {
  const [command, first] = program();
  const agent = {
    name: "custom",
    command: [command, ...first, "mock-agent", "limited.json"].map(quoteShell).join(" "),
    roles: { verification: "mock model=judge" },
    fallbacks: ["claude-cli", "mock model=other"],
  };
  await using folder = await repository({
    ".planning/config.json": JSON.stringify({ mode: "yolo", agent }),
    "limited.json": JSON.stringify({
      rules: [{ steps: [{ do: "fail", error: "rate-limit", after: 7200 }] }],
    }),
    ".planning/phases/01-base/01-01-PLAN.md": planText({
      plan: "01",
      files: ["a.txt", "b.txt"],
      tasks: ["a", "b"].map((name) => ({
        name,
        files: `${name}.txt`,
        script: "true",
        check: `test -f ${name}.txt`,
      })),
    }),
  });
  const { stdout, stderr } = await wf(["execute-phase", "1", "--json"], { cwd: folder.path });
  const events: readonly RunEvent[] = stdout.trim().split("\n").map((line) => JSON.parse(line));
  const notices = events.flatMap((event) => event.kind === "notice" ? [event.message] : []);
  assert.deepEqual(notices.filter((message) => message.includes("takes over")), [
    "Plan 01-01: The custom agent: its rate limit is reached: request rejected. mock takes over",
  ]);
  assert.match(
    stderr,
    /! Cannot use agent claude-cli: claude is not installed, so it takes no turns\. npm install/,
  );
  const attempts = events.flatMap((event) => event.kind === "turn-started" ? [event.attempt] : []);
  assert.deepEqual(attempts, [1, 1]);
  for (
    const [target, session] of [["01-01/1", "mock \\(other\\), execution"], [
      "verification",
      "mock \\(judge\\), verification",
    ]]
  ) {
    const log = await wf(["log", target!], { cwd: folder.path });
    assert.match(log.stdout, new RegExp(`session: ${session}`), target);
  }
});
