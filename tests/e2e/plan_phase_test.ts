import assert from "node:assert/strict";
import type { MockRule } from "../../schemas/mock_script.ts";
import { schemaProblems } from "../deps/ajv.ts";
import { planText, writes } from "../support/plans.ts";
import { type Called, wf } from "../support/program.ts";
import { type Folder, repository } from "../support/repository.ts";

const PHASE = ".planning/phases/01-base";
const PLAN = `${PHASE}/01-01-PLAN.md`;
const RESEARCH = `${PHASE}/01-RESEARCH.md`;

const ROADMAP = `# Roadmap

### Phase 1: Base
**Goal**: People log in
**Requirements**: [AUTH-01]
**Success Criteria**:
1. A user logs in
**Plans**: TBD
`;

/** A project whose only phase has no plans yet. No gate asks. */
function files(rules: readonly MockRule[], config: object = {}): Record<string, string> {
  return {
    ".planning/config.json": JSON.stringify({
      mode: "interactive",
      gates: { confirm_breakdown: false },
      agent: { name: "mock", command: "script.json", retries: 0 },
      ...config,
    }),
    ".planning/ROADMAP.md": ROADMAP,
    ".planning/REQUIREMENTS.md": "# Requirements\n\n- [ ] **AUTH-01**: People log in\n",
    "script.json": JSON.stringify({ rules }),
  };
}

const GATES = { gates: { confirm_breakdown: true } };

/** A plan that delivers the requirement and tests it. */
function plan(number = "01", changes: Partial<Parameters<typeof planText>[0]> = {}): string {
  return planText({ plan: number, files: ["a.txt"], tasks: [writes("a.txt")], ...changes })
    .replace("must_haves:", "requirements: [AUTH-01]\nmust_haves:");
}

function found(...findings: readonly object[]): string {
  return `Looked.\n\n\`\`\`json\n${JSON.stringify({ findings })}\n\`\`\`\n`;
}

const RESEARCHER: MockRule = { role: "research", steps: [{ do: "ask", path: RESEARCH, text: "# Found\n" }] };
const PLANNER: MockRule = { role: "planning", steps: [{ do: "ask", path: PLAN, text: plan() }] };
const CONTENT: MockRule = { role: "plan check", steps: [{ do: "say", text: found() }] };

function planPhase(folder: Folder, ...args: string[]): Promise<Called> {
  return wf(["plan-phase", "1", ...args], { cwd: folder.path });
}

Deno.test("plan-phase researches, plans, checks, and commits the plans", async () => {
  await using folder = await repository(files([RESEARCHER, PLANNER, CONTENT]));
  const { code, stdout, stderr } = await planPhase(folder);
  assert.equal(code, 0, stdout + stderr);
  assert.match(stdout, /^ {2}01-01 Build part 01\. · 1 task$/m);
  assert.match(stdout, /^ {2}wf execute-phase 1$/m);
  assert.deepEqual(await folder.subjects(), [
    "start",
    "docs(01): research phase: Base",
    "docs(01): plan phase: 1 plan in 1 wave",
  ]);
  assert.equal(await folder.git("status", "--short"), "");
  assert.match(
    await folder.read(".planning/ROADMAP.md"),
    /0\/1 plans complete\n\n- \[ \] 01-01-PLAN\.md — Build part/,
  );
  const again = await planPhase(folder, "--answer", "replan=keep", "--json");
  assert.equal(again.code, 0, again.stderr);
  const result = JSON.parse(again.stdout);
  assert.equal(await schemaProblems("plan-phase", result), "");
  assert.deepEqual([result.status, result.waves, result.commits], ["planned", [["01-01"]], []]);
});

Deno.test("without a script a phase can be rehearsed, and its plans executed", async () => {
  await using folder = await repository(
    files([], { agent: { name: "mock" }, workflow: { verifier: false } }),
  );
  assert.equal((await planPhase(folder)).code, 0);
  const { code, stderr } = await wf(["execute-phase", "1", "--yes"], { cwd: folder.path });
  assert.equal(code, 0, stderr);
  assert.equal(await folder.has("rehearsal/01-01.md"), true);
});

Deno.test("workflow.research and workflow.plan_check decide which roles take part; flags win", async () => {
  await using folder = await repository(files([RESEARCHER, PLANNER, CONTENT]));
  const off = ["--set", "workflow.research=false", "--set", "workflow.plan_check=false"];
  const { stdout } = await planPhase(folder, "--dry-run", ...off, "--research");
  assert.match(stdout, /✓ research +tier B +mock mock-b +--research\n✓ planning +tier A +mock mock-a/);
  assert.match(stdout, /– plan check +tier B +mock mock-b +workflow\.plan_check is off/);
  const { code, stderr } = await planPhase(folder, ...off);
  assert.equal(code, 0, stderr);
  assert.doesNotMatch(stderr, /● (?:research|plan check)/);
  assert.match(stderr, /validate: 0 findings/);
});

Deno.test("model_profile gives each role the model of its session", async () => {
  const only = (model: string): MockRule[] => [
    { ...PLANNER, model },
    { role: "planning", steps: [{ do: "fail", error: "model" }] },
  ];
  await using folder = await repository(files(only("mock-b")));
  const args = ["--skip-research", "--skip-verify", "--set"];
  assert.equal((await planPhase(folder, ...args, "model_profile=balanced")).code, 1);
  assert.equal((await planPhase(folder, ...args, "model_profile=budget")).code, 0);
});

Deno.test("gates.confirm_breakdown shows the plans and stops without a terminal, and the printed command continues", async () => {
  await using folder = await repository(files([PLANNER, CONTENT], GATES));
  const follow = async (called: Called) => {
    assert.equal(called.code, 3, called.stderr);
    const [, command] = /^Next:\n {2}wf (.*)$/m.exec(called.stdout)!;
    return await wf(command!.split(" "), { cwd: folder.path });
  };
  const first = await planPhase(folder, "--skip-research");
  assert.match(first.stdout, /Accept this breakdown of phase 01\? 1 plan, 1 task[^]*1\. Add a\.txt/);
  assert.equal(await folder.has(PLAN), true);
  assert.deepEqual(await folder.subjects(), ["start"]);
  const second = await follow(first);
  assert.equal(second.code, 0, second.stderr);
  assert.equal((await folder.subjects()).at(-1), "docs(01): plan phase: 1 plan in 1 wave");
});

Deno.test("untouched plans are not replanned without a question, and uncommitted ones are kept", async () => {
  await using folder = await repository(files([PLANNER, CONTENT]));
  await folder.write({ [PLAN]: "---\nmine\n---\n" });
  const shell = await planPhase(folder, "--agent", "shell", "--answer", "replan=replan");
  assert.equal(shell.code, 2);
  assert.match(shell.stderr, /"shell" has no model[^]*--agent mock/);
  const waiting = await planPhase(folder, "--skip-research", "--yes");
  assert.equal(waiting.code, 3);
  assert.match(waiting.stdout, /--answer replan=keep$[^]*--answer replan=replan$/m);
  assert.equal(await folder.read(PLAN), "---\nmine\n---\n");
  const { code, stderr } = await planPhase(folder, "--skip-research", "--answer", "replan=replan");
  assert.equal(code, 0, stderr);
  const [, kept] = /kept in (\S+)/.exec(stderr)!;
  assert.equal(await Deno.readTextFile(`${kept}/${PLAN}`), "---\nmine\n---\n");
});

Deno.test("finished plans are never changed, and a complete phase is planned only with --gaps", async () => {
  const attempt: MockRule = {
    role: "planning",
    steps: [
      { do: "ask", path: PLAN, text: "changed" },
      { do: "write", path: PLAN, text: "changed" },
      {
        do: "ask",
        path: `${PHASE}/01-02-PLAN.md`,
        text: plan("02").replace("must_haves:", "gap_closure: true\nmust_haves:"),
      },
    ],
  };
  await using folder = await repository({
    ...files([{ ...attempt, contains: "Nobody can log out" }]),
    [PLAN]: plan(),
    [`${PHASE}/01-01-SUMMARY.md`]: "# Done\n\nAll of it.\n",
  });
  assert.match((await planPhase(folder)).stderr, /complete or begun[^]*--gaps/);
  await folder.write({
    [`${PHASE}/01-VERIFICATION.md`]:
      "---\nstatus: gaps_found\n---\n\n## Gaps\n\n1. Nobody can log out. Build it.\n",
  });
  const { code, stdout, stderr } = await planPhase(folder, "--gaps", "--skip-verify");
  assert.equal(code, 0, stdout + stderr);
  assert.equal(await folder.read(PLAN), plan());
  assert.match(stderr, /restored: \S+01-01-PLAN\.md/);
  assert.equal((await folder.subjects()).at(-1), "docs(01): plan gap closure: 1 plan in 1 wave");
});

Deno.test("planning continues after existing research, and a refusing hook is respected", async () => {
  await using folder = await repository(files([
    { ...RESEARCHER, turn: 1 },
    { ...PLANNER, turn: 1, model: "mock-b" },
    { role: "planning", steps: [{ do: "crash" }] },
    CONTENT,
  ]));
  const crashed = await planPhase(folder);
  assert.equal(crashed.code, 1, crashed.stderr);
  assert.deepEqual(await folder.subjects(), ["start", "docs(01): research phase: Base"]);
  await folder.hook("pre-commit", "echo not today; exit 1");
  const refused = await planPhase(folder, "--set", "model_profile=budget");
  assert.equal(refused.code, 1);
  assert.doesNotMatch(refused.stderr, /● research/);
  assert.match(refused.stdout, /A hook refused the commit[^]*not today/);
  assert.equal((await folder.subjects()).length, 2);
});

Deno.test("the questions of researcher and planner wait for answers, which reach their next turn", async () => {
  const asks = (role: "research" | "planning", path: string, text: string): MockRule => {
    return { role, steps: [{ do: "ask", path, text: `${plan()}\nDraft.\n` }, { do: "say", text }] };
  };
  await using folder = await repository(files([
    { ...RESEARCHER, contains: "the key is in the vault" },
    asks("research", RESEARCH, "Looked.\n\nneeds a person: sign in to the registry"),
    { ...PLANNER, contains: "leave logging out for later" },
    asks("planning", PLAN, "blocked: too much for one phase"),
    CONTENT,
  ]));
  const waits = async (id: string, ...args: string[]) => {
    const { code, stdout, stderr } = await planPhase(folder, ...args, "--json");
    assert.equal(code, 3, stdout + stderr);
    const { question, next } = JSON.parse(stdout);
    assert.deepEqual([question.kind, question.id], ["agent", id]);
    return { title: question.title, next: next[0] };
  };
  const first = await waits("research/person");
  assert.equal(first.title, "Research needs you: sign in to the registry");
  assert.equal(first.next, "wf plan-phase 1 --research --answer research/person=done");
  const vault = "research/person=the key is in the vault";
  const second = await waits("planning/blocked", "--research", "--answer", vault);
  assert.equal(second.title, "Planning is blocked: too much for one phase");
  assert.match(second.next, / --answer replan=replan --answer planning\/blocked=continue$/);
  const args = ["--answer", "replan=replan", "--answer", "planning/blocked=leave logging out for later"];
  const { code, stdout, stderr } = await planPhase(folder, ...args);
  assert.equal(code, 0, stdout + stderr);
  assert.equal(await folder.read(PLAN), plan());
  assert.equal(await folder.read(RESEARCH), "# Found\n");
});

Deno.test("certain findings in a planner's plans are fixed, and only the others go back to it with what was fixed", async () => {
  const wrong = plan("01", { files: ["a.txt"] }).replace("autonomous: true", "autonomous: yes");
  const write = (text: string): MockRule["steps"] => [{ do: "ask", path: PLAN, text }];
  await using folder = await repository(files([
    { role: "planning", contains: "01-01-PLAN.md: Write true", steps: write(plan()) },
    { role: "planning", steps: write(wrong.replace("depends_on: []", "depends_on: [01-09]")) },
  ]));
  const { code, stdout, stderr } = await planPhase(folder, "--skip-research", "--skip-verify");
  assert.equal(code, 0, stdout + stderr);
  assert.match(stderr, /Fixed \.planning[^:]*01-01-PLAN\.md: Write true/);
  assert.match(stderr, /validate: 1 finding/);
  await using easy = await repository(files([{ role: "planning", steps: write(wrong) }]));
  const once = await planPhase(easy, "--skip-research", "--skip-verify");
  assert.equal(once.code, 0, once.stdout + once.stderr);
  assert.match(await easy.read(PLAN), /^autonomous: true$/m);
  assert.equal(await easy.git("status", "--short"), "");
});
