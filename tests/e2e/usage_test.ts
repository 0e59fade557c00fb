import assert from "node:assert/strict";
import type { RunEvent } from "../../schemas/event.ts";
import { schemaProblems } from "../deps/ajv.ts";
import { smallProject } from "../support/plans.ts";
import { homeAt, wf } from "../support/program.ts";
import { Folder, repository } from "../support/repository.ts";

const SCRIPT = {
  rules: [{
    role: "execution",
    steps: [{ do: "files" }, { do: "use", tokens: { input: 1000, cached: 900, output: 100 }, cost: 0.5 }],
  }],
};
const AGENT = ["--agent", "mock", "--set", "agent.command=script.json", "--yes"];

function project(agent: object = {}, more: object = {}): Record<string, string> {
  const files = smallProject({ mode: "yolo", agent: { sandbox: "off", ...agent }, ...more });
  return { ...files, "script.json": JSON.stringify(SCRIPT) };
}

function eventsOf(stdout: string): readonly RunEvent[] {
  return stdout.trim().split("\n").map((line) => JSON.parse(line));
}

Deno.test("a run reports what each turn used, and their sum", async () => {
  await using folder = await repository(project());
  const { code, stdout, stderr } = await wf(["execute-phase", "1", "--json", ...AGENT], { cwd: folder.path });
  assert.equal(code, 0, stderr);
  const events = eventsOf(stdout);
  for (const event of events) assert.equal(await schemaProblems("event", event), "");
  const used = events.filter((event) => event.kind === "usage");
  assert.deepEqual(used.map(({ plan, task }) => `${plan}/${task}`), [
    "01-01/1",
    "01-01/2",
    "01-02/1",
    "01-02/2",
  ]);
  const records = (await folder.read(".git/wf/usage.jsonl")).trim().split("\n").map((line) =>
    JSON.parse(line)
  );
  assert.deepEqual([...new Set(records.map(({ phase }) => phase))], ["01"]);
  const last = events.findLast((event) => event.kind === "run-finished");
  assert.deepEqual(last?.summary.usage, {
    turns: 4,
    tokens: { input: 4000, cached: 3600, output: 400 },
    costs: [{ amount: 2, currency: "USD" }],
    unpriced: 0,
  });
});

Deno.test("a budget that is used up ends a run with 3, and the printed command continues it", async () => {
  await using folder = await repository(project({ budget: { phase_cost: 1 } }));
  const first = await wf(["execute-phase", "1", ...AGENT], { cwd: folder.path });
  assert.equal(first.code, 3, first.stderr);
  assert.match(first.stderr + first.stdout, /The budget of this phase is used up: 1\.00 of 1\.00 USD/);
  const [, next = ""] = /wf (execute-phase .*--answer budget=continue)$/m.exec(first.stderr + first.stdout) ??
    [];
  const second = await wf(next.split(" "), { cwd: folder.path });
  assert.equal(second.code, 0, second.stderr);
});

Deno.test("--budget limits one run, and the printed command continues it", async () => {
  await using folder = await repository(project());
  for (
    const [budget, title] of [["0.5usd", "0\\.5 of 0\\.50? USD"], ["2k", "2\\.2k of 2k tokens"]] as const
  ) {
    const { code, stdout, stderr } = await wf(["execute-phase", "1", "--budget", budget, ...AGENT], {
      cwd: folder.path,
    });
    assert.equal(code, 3, stderr);
    const text = stderr + stdout;
    assert.match(text, new RegExp(`The budget of this run is used up: ${title} \\(agent\\.budget\\.run_`));
    assert.match(text, new RegExp(`execute-phase 1 .*--budget ${budget} .*--answer budget=continue$`, "m"));
  }
  const staged = await wf(["run", "--budget", "1usd", ...AGENT], { cwd: folder.path });
  assert.equal(staged.code, 0, staged.stdout + staged.stderr);
  const refused = await wf(["execute-phase", "1", "--budget", "5", ...AGENT], { cwd: folder.path });
  assert.equal(refused.code, 2);
  assert.match(refused.stderr, /Cannot read --budget "5"[^]*5usd/);
});

Deno.test("a budget that is used up before the verification asks its own question, alone and in a run", async () => {
  const use = { do: "use", tokens: { input: 1000, cached: 0, output: 100 }, cost: 0.5 };
  const truths = [1, 2].map((number) => ({ number, verdict: "verified", evidence: "a.txt:1" }));
  const script = {
    rules: [...SCRIPT.rules, {
      role: "verification",
      steps: [use, { do: "say", text: JSON.stringify({ truths }) }],
    }],
  };
  const files = project({ budget: { phase_cost: 2 } }, { workflow: { verifier: true } });
  await using folder = await repository({ ...files, "script.json": JSON.stringify(script) });
  const first = await wf(["execute-phase", "1", ...AGENT], { cwd: folder.path });
  const alone = await wf(["verify-phase", "1", ...AGENT], { cwd: folder.path });
  for (const { code, stdout, stderr } of [first, alone]) {
    assert.equal(code, 3, stderr);
    assert.match(stdout + stderr, /The budget of this phase is used up: 2\.00 of 2\.00 USD/);
    assert.doesNotMatch(stdout + stderr, /must_haves/);
  }
  assert.equal(await folder.has(".planning/phases/01-base/01-VERIFICATION.md"), false);
  const [, next = ""] = /wf (verify-phase .*--answer budget=continue)$/m.exec(alone.stdout + alone.stderr) ??
    [];
  const second = await wf(next.split(" "), { cwd: folder.path });
  assert.equal(second.code, 0, second.stderr + second.stdout);
});

Deno.test("no flag exceeds the budget of the user's policy, and only the user at a terminal continues", async () => {
  await using home = await Folder.make({ ".wf/policy.json": '{"agent":{"budget":{"day_cost":1}}}' });
  await using folder = await repository(project({ budget: { day_cost: 50 } }));
  const call = async (...args: readonly string[]) =>
    await wf(["execute-phase", "1", ...AGENT, ...args], { cwd: folder.path, env: homeAt(home.path) });
  const raised = await call("--set", "agent.budget.day_cost=2");
  assert.equal(raised.code, 2);
  assert.match(raised.stderr, /Cannot set agent\.budget\.day_cost with a flag: your policy allows at most 1/);
  const { code, stdout, stderr } = await call("--answer", "budget=continue");
  assert.equal(code, 3, stderr);
  assert.match(stderr + stdout, /Your policy applies, not \.planning\/config\.json: agent\.budget\.day_cost/);
  assert.match(stderr + stdout, /used up: 1\.00 of 1\.00 USD \(your policy, agent\.budget\.day_cost\)/);
  assert.match(stderr + stdout, /wf config --user set agent\.budget\.day_cost/);
});

Deno.test("runs, status, show and the summary tell what was used, and the next plans are estimated from it", async () => {
  await using folder = await repository(project());
  const call = async (...args: readonly string[]) => (await wf(args, { cwd: folder.path })).stdout;
  assert.doesNotMatch(await call("execute-phase", "1", "--dry-run", ...AGENT), /about/);
  await call("execute-phase", "1", "--plan", "01-01", ...AGENT);
  assert.match(
    await call("execute-phase", "1", "--dry-run", ...AGENT),
    /^about 2\.2k tokens, 1\.00 USD, as the last plan$/m,
  );
  const all = "2k tokens in \\(1\\.8k cached\\), 200 out, 1\\.00 USD";
  const one = "1k tokens in \\(900 cached\\), 100 out, 0\\.5 USD";
  assert.match(await call("status"), new RegExp(`^Used: ${all}$`, "m"));
  assert.match(await call("runs"), /done +[\d.]+ \w+ +1\.00 USD/);
  assert.match(await call("show", "01-01"), new RegExp(`· ${all}$[^]*^  ✓ 1 .*· ${one}$`, "m"));
  assert.match(
    await folder.read(".planning/phases/01-base/01-01-SUMMARY.md"),
    new RegExp(`^## Usage\n\n- Task 1: ${one}\n- Task 2: ${one}\n- All turns: ${all}\n`, "m"),
  );
  const { phaseUsage, roleUsage } = JSON.parse(await call("status", "--json"));
  assert.deepEqual([phaseUsage[0].phase, phaseUsage[0].turns], ["01", 2]);
  assert.deepEqual([roleUsage[0].role, roleUsage[0].turns], ["execution", 2]);
  for (const [schema, ...args] of [["status", "status"], ["runs", "runs"], ["show", "show", "01-01"]]) {
    assert.equal(await schemaProblems(schema!, JSON.parse(await call(...args, "--json"))), "", schema);
  }
});
