import assert from "node:assert/strict";
import { schemaProblems } from "../deps/ajv.ts";
import { planText, type TaskText, writes } from "../support/plans.ts";
import { type ProgramCalled, wf } from "../support/program.ts";
import { type Folder, repository } from "../support/repository.ts";

const ROADMAP = `# Roadmap

- 🚧 **v1.0 MVP** - Phases 1-2

### Phase 1: Base
**Goal**: A file
### Phase 2: More
**Goal**: Another file
`;
const CHECKPOINT = `<task type="checkpoint:human-verify" gate="blocking">
  <what-built>A file</what-built>
  <how-to-verify>Look at it</how-to-verify>
  <resume-signal>Type "approved"</resume-signal>
</task>`;

function plan(phase: string, tasks: readonly TaskText[]): string {
  return planText({
    phase,
    plan: "01",
    files: ["a.txt", "b.txt"],
    tasks,
    autonomous: !tasks.includes(CHECKPOINT),
  });
}

/** A milestone of two phases. Verification leaves nothing to a person. */
function files(second: readonly TaskText[] | undefined, config: object = {}): Record<string, string> {
  return {
    ".planning/config.json": JSON.stringify({
      gates: { confirm_plan: false },
      workflow: { verifier: false },
      ...config,
    }),
    ".planning/ROADMAP.md": ROADMAP,
    ".planning/phases/01-base/01-01-PLAN.md": plan("01-base", [writes("a.txt")]),
    ...second === undefined ? {} : { ".planning/phases/02-more/02-01-PLAN.md": plan("02-more", second) },
  };
}

function run(folder: Folder, ...args: string[]): Promise<ProgramCalled> {
  return wf(["run", ...args], { cwd: folder.path });
}

/** Returns the lines after `Next:`. */
function next({ stdout, stderr }: ProgramCalled): readonly string[] {
  return `${stdout}${stderr}`.split("Next:\n").slice(1).flatMap((text) => text.match(/^ {2}wf .*$/gm) ?? []);
}

Deno.test("run executes the phases of the milestone, and suggests only how to complete it", async () => {
  await using folder = await repository(files([writes("b.txt")]));
  const called = await run(folder);
  assert.equal(called.code, 0, called.stderr);
  assert.match(called.stderr, /^wf execute-phase 1$[^]*^wf execute-phase 2$/m);
  assert.match(called.stdout, /^✓ 2 stages done, nothing is left to do$/m);
  assert.deepEqual(next(called), ["  wf complete-milestone"]);
  assert.deepEqual((await folder.subjects()).filter((subject) => subject.startsWith("feat")), [
    "feat(01-01): add a.txt",
    "feat(02-01): add b.txt",
  ]);
  const again = await run(folder);
  assert.equal(again.code, 0);
  assert.match(again.stdout, /^✓ Nothing is left to do$/m);
});

Deno.test("run stops at a question, and the suggested command answers it and goes on", async () => {
  await using folder = await repository(files([writes("b.txt"), CHECKPOINT, writes("c.txt")]));
  const called = await run(folder);
  assert.equal(called.code, 3, called.stderr);
  assert.equal(called.stdout, "");
  assert.equal(next(called)[0], "  wf run --answer 02-01/2=approved");
  const again = await run(folder, "--answer", "02-01/2=approved", "--answer", "other=yes");
  assert.equal(again.code, 0, again.stderr);
  assert.match(again.stderr, /No question was asked with the ID "other"/);
  assert.doesNotMatch(again.stderr, /ID "02-01\/2"/);
  assert.equal(await folder.read("c.txt"), "c.txt\n");
});

Deno.test("an answer given in advance reaches its phase, and no other one complains about it", async () => {
  await using folder = await repository(files([writes("b.txt"), CHECKPOINT, writes("c.txt")]));
  const called = await run(folder, "--answer", "02-01/2=approved");
  assert.equal(called.code, 0, called.stderr);
  assert.doesNotMatch(called.stderr, /No question was asked/);
  assert.equal(await folder.read("c.txt"), "c.txt\n");
});

Deno.test("run --until ends after that phase", async () => {
  await using folder = await repository(files([writes("b.txt")]));
  const called = await run(folder, "--until", "1");
  assert.equal(called.code, 0, called.stderr);
  assert.doesNotMatch(called.stderr, /execute-phase 2/);
  assert.deepEqual(next(called), ["  wf execute-phase 2"]);
  const wrong = await run(folder, "--until", "more");
  assert.equal(wrong.code, 2);
  assert.match(wrong.stderr, /Cannot read --until more: expected the number of a phase/);
  const absent = await run(folder, "--until", "12");
  assert.equal(absent.code, 2);
  assert.match(absent.stderr, /Cannot find phase 12\n.*The phases are 1, 2/);
});

Deno.test("run stops at a failed task, and goes on once it is mended", async () => {
  const broken = {
    name: "Add b",
    files: "b.txt",
    script: "echo b > b.txt; test -e mended",
    check: "test -f b.txt",
  };
  await using folder = await repository(files([broken]));
  const called = await run(folder, "--until", "2");
  assert.equal(called.code, 1, called.stderr);
  assert.match(called.stderr, /^Next:\n.*wf run --until 2$/m);
});

Deno.test("run plans a phase without plans, unless the agent cannot", async () => {
  await using folder = await repository(files(undefined));
  const called = await run(folder);
  assert.equal(called.code, 1);
  assert.match(
    called.stdout,
    /^! Stopped: The next phase has no plans, and the configured agent cannot plan$/m,
  );
  const planner = {
    role: "planning",
    steps: [{
      do: "ask",
      path: ".planning/phases/02-more/02-01-PLAN.md",
      text: plan("02-more", [writes("b.txt")]),
    }],
  };
  await folder.write({ "script.json": JSON.stringify({ rules: [planner] }) });
  const config = {
    gates: { confirm_plan: false, confirm_breakdown: false },
    workflow: { verifier: false, research: false, plan_check: false },
    agent: { name: "mock", command: "script.json" },
  };
  await folder.write({ ".planning/config.json": JSON.stringify(config) });
  await folder.git("add", "-A");
  await folder.git("commit", "-qm", "use a planner");
  const planned = await run(folder, "--json");
  assert.equal(planned.code, 0, planned.stderr + planned.stdout);
  const values = planned.stdout.trim().split("\n").map((line) => JSON.parse(line));
  assert.equal(await schemaProblems("plan-phase", values[0]), "");
  assert.equal(await schemaProblems("run", values.at(-1)), "");
  assert.deepEqual(values.at(-1).stages, [
    { command: "plan-phase", phase: "2", exitCode: 0 },
    { command: "execute-phase", phase: "2", exitCode: 0 },
  ]);
});

Deno.test("run --dry-run shows the first stage and changes nothing", async () => {
  await using folder = await repository(files([writes("b.txt")]));
  const called = await run(folder, "--dry-run", "--json");
  assert.equal(called.code, 0, called.stderr);
  const result = JSON.parse(called.stdout);
  assert.equal(await schemaProblems("run", result), "");
  assert.deepEqual(result.first, { command: "execute-phase", phase: "1" });
  assert.deepEqual(result.stages, []);
  assert.deepEqual(await folder.subjects(), ["start"]);
  assert.match((await run(folder, "--dry-run")).stdout, /^It would begin with wf execute-phase 1$/m);
});
