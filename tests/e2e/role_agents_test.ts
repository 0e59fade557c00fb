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

Deno.test("no command writes anything before it knows that its agent can start", async () => {
  await using folder = await repository({
    ".planning/config.json": JSON.stringify({ agent: { name: "gemini" } }),
    ".planning/ROADMAP.md": "# Roadmap\n\n### Phase 1: Base\n**Goal**: x\n\n### Phase 2: More\n**Goal**: y\n",
    ".planning/phases/01-base/01-01-PLAN.md": planText({ plan: "01", files: [], tasks: [] }),
    "idea.md": "A shop\n",
    "other/README.md": "# Other\n",
  });
  const before = await folder.git("rev-parse", "HEAD");
  const calls = [
    ["quick", "Fix the title"],
    ["plan-phase", "2"],
    ["discuss-phase", "2"],
    ["execute-phase", "1"],
    ["verify-phase", "1"],
    ["new-milestone", "Two", "--from", "idea.md"],
    ["new-project", "--from", "../idea.md", "--agent", "gemini", "--cwd", "other"],
  ];
  for (const [command = "", ...args] of calls) {
    const { code, stderr } = await wf([command, ...args, "--yes"], { cwd: folder.path });
    assert.equal(code, 2, command);
    assert.match(stderr, /Cannot use agent gemini: gemini is not installed\n.*npm install/, command);
    assert.equal(await folder.git("status", "--porcelain"), "", command);
    assert.equal(await folder.git("rev-parse", "HEAD"), before, command);
  }
});

Deno.test("the profile chooses among the models that an agent offers, and two failures the next one", async () => {
  const [command, first] = program();
  const named = (script: string) => [command, ...first, "mock-agent", script].map(quoteShell).join(" ");
  const plan = (phase: string, number: string, name: string) =>
    planText({
      phase,
      plan: number,
      files: [`${name}.txt`],
      tasks: [{ name, files: `${name}.txt`, script: "true", check: `test -f ${name}.txt` }],
    });
  await using folder = await repository({
    ".planning/config.json": JSON.stringify({ mode: "yolo", workflow: { verifier: false } }),
    "offers.json": JSON.stringify({
      models: ["x-haiku", "x-sonnet", "x-opus"],
      rules: [{ model: "x-opus", steps: [{ do: "files" }] }, { steps: [] }],
    }),
    "alone.json": JSON.stringify({ models: ["x"], rules: [] }),
    ".planning/phases/01-base/01-01-PLAN.md": plan("01-base", "01", "a"),
    ".planning/phases/01-base/01-02-PLAN.md": plan("01-base", "02", "b"),
    ".planning/phases/02-more/02-01-PLAN.md": plan("02-more", "01", "c"),
    ".planning/phases/02-more/02-02-PLAN.md": plan("02-more", "02", "d"),
  });
  const run = async (phase: string, script: string, profile: string) => {
    const config = { "agent.name": "custom", "agent.command": named(script), model_profile: profile };
    const settings = Object.entries(config).flatMap(([key, value]) => ["--set", `${key}=${value}`]);
    const { stdout } = await wf(["execute-phase", phase, "--json", ...settings], { cwd: folder.path });
    return stdout.trim().split("\n").map((line): RunEvent => JSON.parse(line));
  };
  const events = await run("1", "offers.json", "balanced");
  const said = (kind: string) =>
    events.flatMap((event) => event.kind === kind && "message" in event ? [event.message] : []);
  assert.deepEqual(said("notice").filter((message) => message.includes("takes over")).sort(), [
    "Plan 01-01: After 2 failed turns, x-opus takes over",
    "Plan 01-02: After 2 failed turns, x-opus takes over",
  ]);
  const { stdout } = await wf(["log", "01-01/1"], { cwd: folder.path });
  assert.deepEqual(stdout.match(/session: custom \(x-\w+\)/g), [
    "session: custom (x-sonnet)",
    "session: custom (x-opus)",
  ]);
  const other = await run("2", "alone.json", "budget");
  const nothing = other.filter((event) =>
    event.kind === "notice" && event.message.includes("The profile budget changes nothing for custom")
  );
  assert.equal(nothing.length, 1);
});
