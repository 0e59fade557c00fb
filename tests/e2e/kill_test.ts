import assert from "node:assert/strict";
import { smallProject, writes } from "../support/plans.ts";
import { killIfThere, start, wf } from "../support/program.ts";
import { type Folder, repository } from "../support/repository.ts";
import { fromRoot } from "../support/root.ts";
import { homeIn, leftovers, projectWith } from "../support/wide.ts";

/** Number of kills at random moments in each test. `deno task soak` sets more. */
const KILLS = Number(Deno.env.get("WF_KILLS") ?? 2);
const SEED = Number(Deno.env.get("WF_KILL_SEED") ?? 20);
/** Of how many effects one is the last. `deno task soak` sets 1: each. */
const STRIDE = Number(Deno.env.get("WF_KILL_STRIDE") ?? 97);

interface Scenario {
  readonly name: string;
  readonly files: Readonly<Record<string, string>>;
  readonly args?: readonly string[];
}

/** Two tasks: the second appends to the file of the first, so that a repeated task is detected. */
function twoTasks(plan: string) {
  const append = {
    name: `Extend ${plan}`,
    files: `${plan}.txt`,
    script: `echo more >> ${plan}.txt; sleep 0.02; echo ${plan} > ${plan}b.txt`,
    check: `test -f ${plan}b.txt`,
  };
  return { plan, files: [`${plan}.txt`, `${plan}b.txt`], tasks: [writes(`${plan}.txt`), append] };
}

/** Three plans at the same time, then one that uses what two of them made. */
function wideProject(config: object = {}): Readonly<Record<string, string>> {
  const last = { name: "Use both", files: "04.txt", script: "cat 01b.txt 02b.txt > 04.txt" };
  const fourth = { plan: "04", wave: 2, dependsOn: ["01-01", "01-02"], files: ["04.txt"], tasks: [last] };
  return projectWith([twoTasks("01"), twoTasks("02"), twoTasks("03"), fourth], config);
}

const PHASE = { git: { branching_strategy: "phase" } };
const SCENARIOS: readonly Scenario[] = [
  { name: "one after the other", files: smallProject({ mode: "yolo" }) },
  { name: "one after the other, squashed", files: smallProject({ mode: "yolo", ...PHASE }) },
  {
    name: "sequential, merged with history",
    files: smallProject({ mode: "yolo", ...PHASE }),
    args: ["--answer", "merge=history"],
  },
  { name: "plans at the same time", files: wideProject() },
  { name: "plans at the same time, squashed", files: wideProject(PHASE) },
  {
    name: "concurrent plans and tasks",
    files: wideProject({ parallelization: { task_level: true } }),
  },
];

/** Numbers from 0 to 1 that are the same for the same seed. */
function* randoms(seed: number): Generator<number> {
  for (let state = seed;;) {
    state = (state * 1664525 + 1013904223) % 2 ** 32;
    yield state / 2 ** 32;
  }
}

/** Returns the result of a run: branches with their subjects and files, the working tree, and any remains. */
async function result(folder: Folder): Promise<string> {
  const branches = (await folder.git("for-each-ref", "--format=%(refname)", "refs/heads")).split("\n");
  const parts = [
    await folder.git("branch", "--show-current"),
    await folder.git("status", "--porcelain"),
    ...await leftovers(folder),
    ...await folder.has(".git/wf/lock.json") ? ["lock"] : [],
  ];
  for (const branch of branches) {
    parts.push(
      branch,
      (await folder.subjects(branch)).join("\n"),
      await folder.git("ls-tree", "-r", "--name-only", branch),
      await folder.git("grep", "", branch, "--", "*.txt"),
    );
  }
  return parts.join("\n");
}

const command = ({ args = [] }: Scenario) => ["execute-phase", "1", ...args];

/** Resumes a run until it is done, and compares its result. */
async function complete(scenario: Scenario, folder: Folder, expected: string, when: string): Promise<void> {
  const { code, stderr } = await wf(command(scenario), { cwd: folder.path, env: homeIn(folder) });
  assert.equal(code, 0, `${when}: ${stderr}`);
  assert.equal(await result(folder), expected, when);
}

/** A run that nothing disturbs: its result, its duration in milliseconds, and the number of its effects. */
interface Undisturbed {
  readonly expected: string;
  readonly whole: number;
  readonly effects: number;
}

async function undisturbed(scenario: Scenario): Promise<Undisturbed> {
  await using folder = await repository(scenario.files);
  const started = performance.now();
  let effects = 0;
  const onEffect = () => void effects++;
  const { code, stderr } = await wf(command(scenario), { cwd: folder.path, env: homeIn(folder), onEffect });
  assert.equal(code, 0, stderr);
  const whole = performance.now() - started;
  return { expected: await result(folder), whole, effects };
}

for (const scenario of SCENARIOS) {
  let first: Promise<Undisturbed> | undefined;

  Deno.test(`a run has the same history after random kills: ${scenario.name}`, async () => {
    const { expected, whole } = await (first ??= undisturbed(scenario));
    const random = randoms(SEED);
    for (let kills = 0; kills < KILLS;) {
      await using folder = await repository(scenario.files);
      for (let tries = 0; tries < 3 && kills < KILLS; tries++) {
        const run = start(command(scenario), { cwd: folder.path, env: homeIn(folder) });
        const timer = setTimeout(() => killIfThere(run), random.next().value! * whole);
        const { code, stderr } = await run.output();
        clearTimeout(timer);
        if (code === 0) break;
        kills++;
        assert.equal(code, 137, `seed ${SEED}, kill ${kills}: ${new TextDecoder().decode(stderr)}`);
      }
      await complete(scenario, folder, expected, `seed ${SEED}, kill ${kills}`);
    }
  });

  Deno.test(`a run has the same history after a kill before any effect: ${scenario.name}`, async () => {
    const program = fromRoot("tests/support/mortal_program.ts");
    const { expected, effects } = await (first ??= undisturbed(scenario));
    assert.ok(effects > 30, `${effects} effects`);
    for (let effect = 1 + SEED % STRIDE; effect <= effects; effect += STRIDE) {
      await using folder = await repository(scenario.files);
      const dying = { ...homeIn(folder), WF_DIE_AT: String(effect) };
      const { code, stderr } = await wf(command(scenario), { cwd: folder.path, env: dying, program });
      // What runs at the same time does not always come in the same order, nor as often.
      assert.ok(code === 137 || code === 0, `effect ${effect}: ${code} ${stderr}`);
      await complete(scenario, folder, expected, `effect ${effect} of ${effects}`);
    }
  });
}
