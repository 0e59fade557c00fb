/** A milestone from its first task to its last, with all that can stop or change a run on the way. */
import assert from "node:assert/strict";
import type { MockRule } from "../../schemas/mock_script.ts";
import type { UsageRecord } from "../../schemas/usage.ts";
import { killMarked } from "../support/kills.ts";
import { planText } from "../support/plans.ts";
import { start, wf } from "../support/program.ts";
import { type Folder, repository } from "../support/repository.ts";
import { homeIn, leftovers } from "../support/wide.ts";
import { appears } from "../support/progress.ts";

const ROADMAP = `# Roadmap

- 🚧 **v1.0 MVP** - Phases 1-3

## Phases

- [ ] **Phase 1: Base** - the beginning
- [ ] **Phase 2: Middle** - two plans at the same time
- [ ] **Phase 3: End** - the rest

### Phase 1: Base
**Goal**: A file
### Phase 2: Middle
**Goal**: Two files
### Phase 3: End
**Goal**: A last file

## Progress

| Phase | Plans | Status | Completed |
|-------|-------|--------|-----------|
| 1. Base | 0/1 | Not started | - |
| 2. Middle | 0/2 | Not started | - |
| 3. End | 0/1 | Not started | - |
`;

/** A plan with a task for each name, which writes a file of that name. */
function plan(phase: string, number: string, names: readonly string[]): readonly [string, string] {
  const tasks = names.map((name) => ({
    name: `Add ${name}`,
    files: `${name}.txt`,
    script: "true",
    check: `grep -q good ${name}.txt`,
  }));
  const text = planText({ phase, plan: number, files: names.map((name) => `${name}.txt`), tasks });
  return [`.planning/phases/${phase}/${phase.slice(0, 2)}-${number}-PLAN.md`, text];
}

const USED = { do: "use", tokens: { input: 1000, output: 100 }, cost: 0.5 } as const;
const writes = (name: string, text = "good\n") => ({ do: "write", path: `${name}.txt`, text }) as const;
const says = (text: string) => ({ do: "say", text }) as const;

/** Judges that the truths of a phase hold, each with its evidence. */
function judges(...evidence: readonly string[]) {
  const truths = evidence.map((line, index) => ({ number: index + 1, verdict: "verified", evidence: line }));
  return says(`\`\`\`json\n${JSON.stringify({ truths })}\n\`\`\`\n`);
}

/** @param shared A folder in which the agents report where they are. */
function rules(shared: string): readonly MockRule[] {
  const reports = (name: string) => ({ do: "run", command: `touch ${shared}/${name}` }) as const;
  const isTold = { do: "run", command: `until test -e ${shared}/told; do sleep 0.02; done` } as const;
  const half = (name: string) =>
    [writes(name, "half\n"), says("Half."), reports(name), { do: "wait", ms: 600_000 }] as const;
  const again = { resumed: true, contains: "An earlier run stopped in it" } as const;
  return [
    { plan: "01-01", task: 1, steps: [{ do: "ask", command: "rm -rf old" }, writes("one"), USED] },
    { plan: "01-01", task: 2, turn: 1, steps: [writes("two", "bad\n"), USED] },
    { plan: "01-01", task: 2, contains: "`grep -q good two.txt` failed", steps: [writes("two"), USED] },
    { plan: "01-01", task: 3, steps: [writes("three"), USED] },
    { plan: "02-01", task: 1, turn: 1, steps: [writes("four"), reports("four"), isTold] },
    { plan: "02-01", task: 1, contains: "Write it twice", steps: [writes("four", "good\ngood\n")] },
    { plan: "02-01", task: 2, ...again, steps: [writes("five")] },
    { plan: "02-02", task: 1, ...again, steps: [writes("six")] },
    { contains: again.contains, steps: [{ do: "fail" }] },
    { plan: "02-01", task: 2, steps: half("five") },
    { plan: "02-02", task: 1, steps: half("six") },
    { plan: "03-01", model: "spare", steps: [writes("seven"), USED] },
    { plan: "03-01", steps: [{ do: "fail", error: "rate-limit", after: 7200 }] },
    { role: "verification", contains: "01-01-SUMMARY", steps: [judges("one.txt:1")] },
    { role: "verification", contains: "02-01-SUMMARY", steps: [judges("four.txt:2", "six.txt:1")] },
    { role: "verification", contains: "03-01-SUMMARY", steps: [judges("seven.txt:1")] },
  ];
}

const SUBJECTS = [
  "feat(01-01): add one",
  "feat(01-01): add two",
  "feat(01-01): add three",
  "docs(01-01): complete plan: build part 01",
  "docs(01): verify phase: passed, 1/1 must-haves verified",
  "feat(02-01): add four",
  "feat(02-01): add five",
  "docs(02-01): complete plan: build part 01",
  "feat(02-02): add six",
  "docs(02-02): complete plan: build part 02",
  "docs(02): verify phase: passed, 2/2 must-haves verified",
  "feat(03-01): add seven",
  "docs(03-01): complete plan: build part 01",
  "docs(03): verify phase: passed, 1/1 must-haves verified",
];

async function story(): Promise<Folder> {
  const agent = { name: "mock", command: ".git/story.json", fallbacks: ["mock model=spare"] };
  const folder = await repository({
    ".planning/config.json": JSON.stringify({
      mode: "yolo",
      agent: { ...agent, budget: { phase_cost: 1.5 } },
    }),
    ".planning/ROADMAP.md": ROADMAP,
    "old/kept.txt": "kept\n",
    ...Object.fromEntries([
      plan("01-base", "01", ["one", "two", "three"]),
      plan("02-middle", "01", ["four", "five"]),
      plan("02-middle", "02", ["six"]),
      plan("03-end", "01", ["seven"]),
    ]),
  });
  const script = { sessions: "load", rules: rules(`${folder.path}/.git`) };
  await folder.write({ ".git/story.json": JSON.stringify(script) });
  return folder;
}

Deno.test({
  name: "a milestone survives a refusal, a failed check, a budget, words, a kill and a limit",
  // Linux tells which processes carry a mark.
  ignore: Deno.build.os !== "linux",
  fn: async () => {
    await using folder = await story();
    const options = { cwd: folder.path, env: homeIn(folder) };
    const call = async (...args: readonly string[]) => (await wf(args, options)).stdout;

    const stopped = await wf(["run"], options);
    assert.equal(stopped.code, 3, stopped.stderr);
    assert.match(stopped.stderr, /refused the agent: rm -rf old \(it deletes "old"/);
    assert.match(stopped.stderr, /The budget of this phase is used up: 1\.50 of 1\.50 USD/);
    const [, next = ""] = /^ {2}wf (run .*budget=continue)$/m.exec(stopped.stderr) ?? [];

    const mark = crypto.randomUUID();
    const killed = start(next.split(" "), { ...options, env: { ...options.env, STORY: mark } });
    const ended = killed.output();
    await appears(folder, ".git/four", ended);
    assert.match(
      await call("tell", "02-01", "Write it twice"),
      /gets your words during its turn if it takes any/,
    );
    await folder.write({ ".git/told": "" });
    await Promise.all([appears(folder, ".git/five", ended), appears(folder, ".git/six", ended)]);
    killMarked(`STORY=${mark}`);
    const { signal, stderr: shown } = await ended;
    assert.equal(signal, "SIGKILL");
    assert.doesNotMatch(new TextDecoder().decode(shown), /continues with the work/);

    const { code, stdout, stderr } = await wf(["run"], options);
    assert.equal(code, 0, stderr);
    assert.match(stderr, /An earlier run was interrupted \(execute-phase 2, /);
    assert.match(stderr, /its rate limit is reached: request rejected\. Its model spare takes over$/m);
    assert.match(stdout, /nothing is left to do\n\nNext:\n {2}wf complete-milestone\n/);

    assert.deepEqual((await folder.subjects()).slice(1), SUBJECTS);
    assert.deepEqual(
      await Promise.all(
        ["one", "two", "three", "four", "five", "six", "seven"].map((name) => folder.read(`${name}.txt`)),
      ),
      ["good\n", "good\n", "good\n", "good\ngood\n", "good\n", "good\n", "good\n"],
    );
    assert.equal(await folder.read("old/kept.txt"), "kept\n");
    assert.deepEqual(
      [await folder.git("status", "--porcelain"), await folder.git("stash", "list"), await leftovers(folder)],
      ["", "", []],
    );
    const trailers = await folder.git(
      "log",
      "--reverse",
      "--grep=^feat",
      "--format=%(trailers:only,separator=%x20)",
    );
    assert.deepEqual(trailers.split("\n"), [
      "Wf-Plan: 01-01 Wf-Task: 1",
      "Wf-Plan: 01-01 Wf-Task: 2",
      "Wf-Plan: 01-01 Wf-Task: 3",
      "Wf-Plan: 02-01 Wf-Task: 1 Wf-Answer: Write it twice",
      "Wf-Plan: 02-01 Wf-Task: 2",
      "Wf-Plan: 02-02 Wf-Task: 1",
      "Wf-Plan: 03-01 Wf-Task: 1",
    ]);

    const status = JSON.parse(await call("status", "--json"));
    assert.deepEqual(status.totals, {
      phases: { done: 3, total: 3 },
      plans: { done: 4, total: 4 },
      tasks: { done: 7, total: 7 },
    });
    assert.match(
      await folder.read(".planning/phases/01-base/01-01-SUMMARY.md"),
      /^- Task 2: 2k tokens in, 200 out, 1\.00 USD\n- Task 3: 1k .*\n- All turns: 4k tokens in, 400 out, 2\.00 USD$/m,
    );
    assert.match(await folder.read(".planning/phases/02-middle/02-01-SUMMARY.md"), /Write it twice/);
    const turns: readonly UsageRecord[] = (await folder.read(".git/wf/usage.jsonl")).trim().split("\n")
      .map((line) => JSON.parse(line));
    const reported = turns.filter(({ tokens }) => tokens !== undefined);
    assert.deepEqual(reported.map(({ plan, task, model }) => `${plan}/${task} ${model}`), [
      "01-01/1 mock-b",
      "01-01/2 mock-b",
      "01-01/2 mock-b",
      "01-01/3 mock-b",
      "03-01/1 spare",
    ]);
    const states = JSON.parse(await call("runs", "--json")).runs.map(({ state }: { state: string }) => state);
    assert.deepEqual(states, ["done", "done", "killed", "done", "waiting"]);
    assert.match(await call("log", "02-01/1"), /The user tells you:\n\n```\nWrite it twice\n/);
    for (const [task, name] of [["02-01/2", "five"], ["02-02/1", "six"]]) {
      const resumed = new RegExp(
        `^── prompt, turn 1\nTask \\d \\(Add ${name}\\) is not done yet\\. An earlier run stopped`,
        "m",
      );
      assert.match(await call("log", task!), resumed, "a session that goes on knows its task");
    }
  },
});
