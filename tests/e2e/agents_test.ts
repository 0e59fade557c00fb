import assert from "node:assert/strict";
import { schemaProblems } from "../deps/ajv.ts";
import { planText, smallProject } from "../support/plans.ts";
import { homeAt, program, wf } from "../support/program.ts";
import { Folder, repository } from "../support/repository.ts";
import { isInstalled, Terminal } from "../support/terminal.ts";

const PLAN = ".planning/phases/01-base/01-01-PLAN.md";

/** A project of one task, with the mock agent and a script for it. */
async function rehearsal(script: object): Promise<Folder> {
  return await repository({
    ".planning/config.json": JSON.stringify({
      mode: "yolo",
      agent: { name: "mock", command: "script.json", retries: 0 },
    }),
    "script.json": JSON.stringify(script),
    [PLAN]: planText({
      plan: "01",
      files: ["a.txt"],
      tasks: [{ name: "Add a", files: "a.txt", script: "true", check: "test -f a.txt" }],
    }),
  });
}

Deno.test("agents lists the presets, marks the installed ones, and shows how to install the others", async () => {
  await using folder = await Folder.make();
  const path = Deno.env.get("PATH")!.split(":").filter((part) => !part.includes("node_modules")).join(":");
  const { code, stdout } = await wf(["agents", "--json"], { cwd: folder.path, env: { PATH: path } });
  assert.equal(code, 0);
  const result = JSON.parse(stdout);
  assert.equal(await schemaProblems("agents", result), "");
  const named = (name: string) => result.agents.find((agent: { name: string }) => agent.name === name);
  assert.equal(result.configured, "shell");
  assert.deepEqual([named("shell").found, named("shell").permissions], [true, "scripted"]);
  assert.deepEqual([named("mock").found, named("mock").permissions], [true, "asks"]);
  assert.deepEqual([named("custom").found, named("claude").models.A], [false, "opus"]);
  const text = await wf(["agents"], { cwd: folder.path });
  assert.match(text.stdout, /^\* shell +found +follows the plan/m);
});

Deno.test("agents and doctor show the agent of each role, and whether it can be started and has a login", async () => {
  const agent = { name: "mock", roles: { verification: "codex model=big" }, fallbacks: ["claude", "gemini"] };
  await using folder = await repository(smallProject({ agent }));
  await using home = await Folder.make({
    "bin/codex-acp": "#!/bin/sh\necho 1.0\n",
    "bin/claude-agent-acp": "#!/bin/sh\necho 2.0\n",
    ".codex/auth.json": "{}",
  });
  for (const name of ["codex-acp", "claude-agent-acp"]) await Deno.chmod(`${home.path}/bin/${name}`, 0o755);
  const cleared = Object.fromEntries(
    ["ANTHROPIC_API_KEY", "ANTHROPIC_AUTH_TOKEN", "CLAUDE_CODE_OAUTH_TOKEN"].map((name) => [name, ""]),
  );
  const env = { ...homeAt(home.path), ...cleared, PATH: `${home.path}/bin:${Deno.env.get("PATH")}` };
  const call = async (...args: readonly string[]) => (await wf(args, { cwd: folder.path, env })).stdout;
  const text = await call("agents");
  assert.match(text, /^ {2}verification +codex +big +then claude, gemini \(not found\)$/m);
  assert.match(text, /^ {2}No login of claude is found in its usual places\. Run: claude, then \/login/m);
  assert.doesNotMatch(text, /No login of codex/);
  const health = await call("doctor");
  assert.match(health, /^✓ Agent codex 1\.0 .*, with a login: verification \(big\)$/m);
  assert.match(health, /^✓ Agent claude 2\.0 .*: fallback$/m);
  assert.equal(await schemaProblems("agents", JSON.parse(await call("agents", "--json"))), "");
});

Deno.test("agents, set-profile and settings name an agent that the profile does not affect", async () => {
  await using folder = await repository(smallProject({ agent: { name: "codex", models: { B: "own" } } }));
  const text = async (...args: readonly string[]) => (await wf(args, { cwd: folder.path })).stdout;
  const missing =
    "No models are preset for codex, so model_profile has an effect only if the names of the offered models " +
    "show their size, such as pro and flash, or once you set";
  assert.match(await text("agents"), /No models are preset for opencode, copilot, custom, so /);
  assert.ok((await text("set-profile", "quality")).endsWith(`\n${missing} agent.models.A, agent.models.C\n`));
  assert.ok((await text("settings", "--agent.models.A", "x")).endsWith(`\n${missing} agent.models.C\n`));
  assert.doesNotMatch(await text("settings", "--agent.models.C", "y"), /No models/);
  assert.doesNotMatch(await text("settings", "--agent.name", "claude"), /No models/);
  assert.doesNotMatch(await text("set-profile", "quality", "--json"), /No models/);
});

Deno.test("agents and the first lines of a run show what an agent does without asking", async () => {
  await using folder = await rehearsal({ rules: [] });
  const settings = ["--set", "agent.name=custom", "--set", "agent.command=cat"];
  const said = "asks according to its own settings";
  const listed = await wf(["agents", ...settings], { cwd: folder.path });
  assert.match(listed.stdout, new RegExp(`^  custom ${said}$`, "m"));
  const json = await wf(["agents", ...settings, "--json"], { cwd: folder.path });
  const { agents } = JSON.parse(json.stdout);
  assert.equal(agents.find(({ name }: { name: string }) => name === "custom").unasked, said);
  assert.equal(await schemaProblems("agents", JSON.parse(json.stdout)), "");
  const off = ["safety.always_confirm_destructive=false", "safety.always_confirm_external_services=false"];
  const unguarded = off.flatMap((key) => ["--set", key]);
  for (const [flags, expected] of [[[], true], [unguarded, false]] as const) {
    const { stderr } = await wf(["execute-phase", "1", ...settings, ...flags], { cwd: folder.path });
    assert.equal(stderr.includes(`! The custom agent ${said}`), expected, stderr);
  }
});

Deno.test("config explain model_profile shows the model that each role gets", async () => {
  await using folder = await rehearsal({ rules: [] });
  const args = [
    "--set",
    "agent.name=claude",
    "--set",
    "agent.models.A=best",
    "--set",
    "agent.models.C=small",
  ];
  const profile = (
    name: string,
  ) => ["config", "explain", "model_profile", "--set", `model_profile=${name}`, ...args];
  const { stdout } = await wf(profile("balanced"), { cwd: folder.path });
  assert.match(stdout, /^planning +tier A +best$/m);
  assert.match(stdout, /^execution +tier B +sonnet$/m);
  const budget = await wf(profile("budget"), { cwd: folder.path });
  assert.match(budget.stdout, /^verification +tier C +small$/m);
  const json = await wf([...profile("quality"), "--json"], { cwd: folder.path });
  assert.equal(await schemaProblems("config-explanation", JSON.parse(json.stdout)), "");
});

Deno.test("a dry run shows the models of the roles that take part", async () => {
  await using folder = await rehearsal({ rules: [] });
  const args = [
    "execute-phase",
    "1",
    "--dry-run",
    "--set",
    "agent.models.C=small",
    "--set",
    "model_profile=budget",
  ];
  const { stdout } = await wf(args, { cwd: folder.path });
  assert.match(stdout, /agent mock \(execution: mock-b, tier B; verification: small, tier C\)/);
  const json = await wf([...args, "--json"], { cwd: folder.path });
  assert.deepEqual(JSON.parse(json.stdout).models, [
    { role: "execution", tier: "B", agent: "mock", model: "mock-b" },
    { role: "verification", tier: "C", agent: "mock", model: "small" },
  ]);
});

Deno.test("agent.command names the script that mock plays", async () => {
  await using folder = await rehearsal({
    rules: [{ steps: [{ do: "write", path: "a.txt", text: "played\n" }] }],
  });
  const { code, stdout, stderr } = await wf(["execute-phase", "1"], { cwd: folder.path });
  assert.equal(code, 0, stdout + stderr);
  assert.equal(await folder.git("show", "HEAD~1:a.txt"), "played");
});

Deno.test("agent.stall_minutes ends an agent without output", async () => {
  await using folder = await rehearsal({ rules: [{ steps: [{ do: "wait", ms: 60_000 }] }] });
  const args = ["execute-phase", "1", "--set", "agent.stall_minutes=0.005"];
  const { code, stdout, stderr } = await wf(args, { cwd: folder.path });
  assert.equal(code, 1, stdout + stderr);
  assert.match(stdout + stderr, /sent no output for 0\.01 minutes/);
});

Deno.test("agent.retries restarts a crashed agent's task", async () => {
  await using folder = await rehearsal({ rules: [{ turn: 1, steps: [{ do: "crash" }] }] });
  const without = await wf(["execute-phase", "1"], { cwd: folder.path });
  assert.equal(without.code, 1, without.stdout);
  const again = await wf(["execute-phase", "1", "--set", "agent.retries=1"], { cwd: folder.path });
  assert.equal(again.code, 0, again.stdout + again.stderr);
});

const CHECKPOINT = `<task type="checkpoint:human-verify" gate="blocking">
  <what-built>A page</what-built>
  <how-to-verify>Visit it</how-to-verify>
  <resume-signal>Type "approved"</resume-signal>
</task>`;
const SERVE = 'echo $$ > "$PWD/.git/server.pid"; exec sleep 300';

Deno.test({
  name: "before a checkpoint the agent starts the server that the user needs; it runs until the answer",
  ignore: !isInstalled("script", "--version"),
  fn: async () => {
    await using folder = await repository({
      ".planning/config.json": JSON.stringify({
        gates: { confirm_plan: false },
        workflow: { verifier: false },
        agent: { name: "mock", command: "script.json", retries: 0 },
      }),
      "serve.sh": `${SERVE}\n`,
      "script.json": JSON.stringify({
        rules: [{
          contains: "A person is going to check",
          steps: [
            { do: "run", command: "sh serve.sh > /dev/null 2>&1 &" },
            { do: "say", text: "http://127.0.0.1:8042/" },
          ],
        }],
      }),
      [PLAN]: planText({ plan: "01", autonomous: false, tasks: [CHECKPOINT] }),
    });
    const [command, first] = program();
    const line = [command, ...first, "execute-phase", "1"].map((word) => `'${word}'`).join(" ");
    await using terminal = new Terminal({ command: `sh -c "${line}"`, cwd: folder.path, env: {} });
    await terminal.until("the URL", (shown) => shown.includes("http://127.0.0.1:8042/"));
    await terminal.until("the question", (shown) => shown.includes("Something is wrong"));
    const pid = Number(await folder.read(".git/server.pid"));
    Deno.kill(pid, "SIGCONT"); // Throws when it is gone.
    // Enter alone does not approve: the choice that does is below.
    await terminal.type("\x1b[B\r");
    await terminal.until("the end", (shown) => shown.includes("Phase executed"));
    assert.throws(() => Deno.kill(pid, "SIGCONT"));
  },
});
