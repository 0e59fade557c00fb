/**
 * Compares speeds and prints a table of ratios. Asserts nothing: machines differ and are busy, so
 * every number stands beside one that was measured at the same time.
 *
 *     deno task bench [--quick] [--peers]
 *
 * `--quick` measures fewer rounds and leaves out what takes longest. `--peers` installs what a user
 * would otherwise run from npm, in a temporary folder, and measures that too.
 * @module
 */
import { readSources } from "../lib/apply/read_sources.ts";
import { checkProject } from "../lib/check/rule.ts";
import { rules } from "../lib/check/rules.ts";
import { DenoHost } from "../lib/host/deno.ts";
import { parseProject } from "../lib/parse/project.ts";
import { planWaves, type WaveInput } from "../lib/plan/waves.ts";
import { loadFrontmatter } from "./bench/frontmatters.ts";
import {
  type Call,
  CallFailed,
  type Candidate,
  runProcess,
  type Sample,
  takeTurns,
} from "./bench/measure.ts";
import { installPeers, type Job, type MissingPeer, type Peer, peersFor } from "./bench/peers.ts";
import { planPath, writeProject } from "./bench/plans.ts";
import {
  inRepository,
  makePrograms,
  type Programs,
  script,
  scriptWithGit,
  stageChange,
} from "./bench/programs.ts";
import { execution, fileOf, type RunProject, shell } from "./bench/runs.ts";
import { type Measured, printTable, progress, type Row, write } from "./bench/table.ts";
import { MOST_TOKENS, promptTokens } from "./bench/tokens.ts";

const unknown = Deno.args.find((argument) => !["--quick", "--peers"].includes(argument));
if (unknown !== undefined) {
  write(`Unknown argument "${unknown}"\nUsage: deno task bench [--quick] [--peers]\n`);
  Deno.exit(2);
}
const quick = Deno.args.includes("--quick");
const folder = await Deno.makeTempDir({ prefix: "wf-bench-" });
try {
  progress("Making bundles and projects");
  const programs = await makePrograms(folder);
  const sizes = quick ? [10, 100, 1000] : [10, 100, 1000, 10_000];
  for (const size of sizes) await writeProject(project(size), size);
  await measureStart(programs);
  await measureStandalone(programs);
  await measureValidate(programs, sizes.slice(2));
  await measureStaged(programs);
  await measureGrowth(programs, sizes);
  await measureWaves();
  await measureTasks(programs);
  await measureWave(programs);
  showTokens();
  if (Deno.args.includes("--peers")) await measurePeers(programs);
} finally {
  await Deno.remove(folder, { recursive: true });
}

function project(plans: number): string {
  return `${folder}/${plans}`;
}

/** How often, where once takes so long. */
function rounds(each: "short" | "long"): number {
  if (quick) return each === "short" ? 7 : 3;
  return each === "short" ? 15 : 7;
}

async function measureStart({ wf, empty }: Programs): Promise<void> {
  progress("Start");
  const small = project(10);
  const samples = await takeTurns([
    process(script(small, empty)),
    process(script(small, wf, "--version")),
    process(script(small, inRepository("cli.ts"), "--version")),
    process(script(small, wf, "validate")),
    process(script(small, wf, "waves", "1")),
    firstStart(script(small, empty)),
    firstStart(script(small, wf, "validate")),
  ], rounds("short"));
  const [theirs, version, source, validate, waves, theirFirst, first] = samples as [
    Sample,
    Sample,
    Sample,
    Sample,
    Sample,
    Sample,
    Sample,
  ];
  const row = (what: string, ours: Sample) => measured({ what, ours, against: "empty program", theirs });
  printTable(
    "Start",
    "Whole processes of Deno. wf.js is the bundle, cli.ts the sources, the project has 10 plans. But for the\nlast row Deno finds in its cache the code that it compiled in the round before the first, as it does in a hook.",
    [
      { ...row("wf.js --version", version), goal: 1.3 },
      row("cli.ts --version", source),
      row("wf.js validate", validate),
      row("wf.js waves 1", waves),
      measured({
        what: "wf.js validate, no cache",
        ours: first,
        against: "empty program, no cache",
        theirs: theirFirst,
      }),
    ],
  );
}

/** A script of Deno as it starts for the first time on a machine: with nothing in Deno's cache. */
function firstStart(call: Call): Candidate {
  const cache = `${folder}/cache`;
  return {
    prepare: () => Deno.remove(cache, { recursive: true }).catch(() => {}),
    run: () => runProcess({ ...call, env: { ...call.env, DENO_DIR: cache } }),
  };
}

async function measureStandalone({ standalone, empty }: Programs): Promise<void> {
  if (standalone === undefined) return;
  progress("Start of the standalone program");
  const small = project(10);
  const samples = await takeTurns([
    process(script(small, empty)),
    process({ argv: [standalone, "--version"], cwd: small }),
    process({ argv: [standalone, "validate"], cwd: small }),
    process({ argv: [standalone, "waves", "1"], cwd: small }),
  ], rounds("short"));
  const [theirs, version, validate, waves] = samples as [Sample, Sample, Sample, Sample];
  const row = (what: string, ours: Sample) =>
    measured({ what, ours, against: "empty program of Deno", theirs });
  printTable(
    "Start of the standalone program",
    "Whole processes: 12 ms where an empty program of Deno takes 16 is a ratio of 0.75.",
    [
      { ...row("wf --version", version), goal: 0.75 },
      row("wf validate", validate),
      row("wf waves 1", waves),
    ],
  );
}

async function measureValidate(programs: Programs, sizes: readonly number[]): Promise<void> {
  const rows: Row[] = [];
  for (const size of sizes) {
    progress(`${grouped(size)} plans`);
    rows.push(...await besideReading(programs, size));
  }
  printTable(
    "Plans of 11 kB, six tasks each, in phases of ten",
    "Whole processes, against reading the plans and loading their frontmatter. The goal is for 10,000.",
    rows,
  );
  const sources = await readSources(new DenoHost(), project(1000));
  const texts = [...sources.texts].filter(([path]) => path.endsWith("-PLAN.md")).map(([, text]) => text);
  const parsed = parseProject(sources);
  const inside = await takeTurns([
    { run: () => void checkProject(parseProject(sources), rules) },
    { run: () => void checkProject(parsed, rules) },
    { run: () => texts.forEach(loadFrontmatter) },
  ], rounds("long"));
  const [both, check, yaml] = inside as [Sample, Sample, Sample];
  printTable(
    "1,000 plans without reading files",
    "In a process that has run before.",
    [
      measured({ what: "parse and check", ours: both, against: "js-yaml load", theirs: yaml }),
      measured({ what: "check alone", ours: check, against: "js-yaml load", theirs: yaml }),
    ],
  );
}

/** `validate` of so many plans, beside reading them one after the other with and without waiting. */
async function besideReading({ wf, frontmatters }: Programs, size: number): Promise<readonly Row[]> {
  const at = project(size);
  const samples = await takeTurns([
    process(script(at, wf, "validate")),
    process(script(at, frontmatters, at)),
    process(script(at, frontmatters, at, "--sync")),
  ], size > 1000 ? 3 : rounds("long"));
  const [ours, waiting, atOnce] = samples as [Sample, Sample, Sample];
  const what = `${grouped(size)} plans`;
  const goal = size === 10_000 ? { goal: 2.5 } : {};
  return [
    { ...measured({ what, ours, against: "await readTextFile, js-yaml load", theirs: waiting }), ...goal },
    { ...measured({ what, ours, against: "readTextFileSync, js-yaml load", theirs: atOnce }), ...goal },
  ];
}

async function measureStaged({ wf, empty }: Programs): Promise<void> {
  progress("A commit");
  const at = `${folder}/commit`;
  await writeProject(at, 500);
  await stageChange(at, planPath(3, 4));
  const samples = await takeTurns([
    process(scriptWithGit(at, wf, "validate", "--staged")),
    process(script(at, empty)),
    process(script(at, wf, "validate")),
  ], rounds("short"));
  const [ours, theirs, all] = samples as [Sample, Sample, Sample];
  const what = "wf.js validate --staged";
  printTable(
    "A commit that touches one of 500 plans",
    "As a hook runs it. The whole tree, for comparison, is read from the disk.",
    [
      { ...measured({ what, ours, against: "empty program", theirs }), goal: 4 },
      measured({ what, ours, against: "wf.js validate", theirs: all }),
    ],
  );
}

async function measureGrowth({ wf, empty }: Programs, sizes: readonly number[]): Promise<void> {
  progress("Growth");
  const calls = sizes.map((size) => process(script(project(size), wf, "validate")));
  const [start, ...samples] = await takeTurns([process(script(folder, empty)), ...calls], quick ? 3 : 5);
  const perPlan = samples.map((sample, index): Sample => ({
    rounds: sample.rounds.map((time, round) => (time - start!.rounds[round]!) / sizes[index]!),
  }));
  printTable(
    "Growth of wf.js validate",
    "Milliseconds per plan: whole process less an empty one, by the number of plans. 1.0 is linear.",
    perPlan.slice(1).map((ours, index) =>
      measured({
        what: `${grouped(sizes[index + 1]!)} plans, per plan`,
        ours,
        against: `${grouped(sizes[index]!)} plans, per plan`,
        theirs: perPlan[index]!,
      })
    ),
  );
}

/** The one table of counts: they are the same on every machine. */
function showTokens(): void {
  const turns = promptTokens();
  const total = turns.reduce((sum, { tokens }) => sum + tokens, 0);
  const rows = [...turns, { what: "together", tokens: total }];
  const lines = rows.map(({ what, tokens }) => `  ${what.padEnd(18)}  ${String(tokens).padStart(5)}`);
  write(
    `\nOur own words for a plan of three tasks\nTokens at most; the goal is ${
      grouped(MOST_TOKENS)
    } together: ${total < MOST_TOKENS ? "met" : "missed"}\n\n${lines.join("\n")}\n`,
  );
}

async function measureWaves(): Promise<void> {
  progress("Waves");
  const sizes = [1000, 10_000, 100_000];
  const inputs = sizes.map(waveInputs);
  const repeats = sizes.map((size) => sizes.at(-1)! / size);
  const samples = await takeTurns(
    inputs.map((plans, index) => ({
      run() {
        for (let time = 0; time < repeats[index]!; time++) planWaves(plans);
      },
    })),
    rounds("long"),
  );
  printTable(
    "Growth of planWaves()",
    "Milliseconds for 100,000 plans, in portions of so many; each depends on up to three. 1.0 is linear.",
    samples.slice(1).map((ours, index) =>
      measured({
        what: `in portions of ${grouped(sizes[index + 1]!)}`,
        ours,
        against: `in portions of ${grouped(sizes[index]!)}`,
        theirs: samples[index]!,
      })
    ),
  );
}

/** What a task costs beside its agent, against what git cannot do without. */
async function measureTasks({ wf }: Programs): Promise<void> {
  progress("Tasks of a run");
  const tasks = 30;
  const write = (task: number) => `echo ${task} > ${fileOf(1, task)}`;
  const numbers = Array.from({ length: tasks }, (_, index) => index + 1);
  const project = (count: number): RunProject => ({
    plans: [numbers.slice(0, count).map(write)],
    config: {},
  });
  const files = numbers.map((task) => fileOf(1, task));
  const commits = files.map((file) => `git add -- ${file}; git commit --quiet --message=${file}`);
  const at = `${folder}/tasks`;
  const samples = await takeTurns([
    execution(at, project(tasks), wf),
    execution(at, project(1), wf),
    shell(at, [], numbers.map((task) => `sh -e -c "${write(task)}"`).join("\n")),
    shell(at, files, commits.join("\n")),
  ], rounds("short"));
  const [many, one, agent, git] = samples as [Sample, Sample, Sample, Sample];
  const ours = many.rounds.map((time, round) => {
    return (time - one.rounds[round]!) / (tasks - 1) - agent.rounds[round]! / tasks;
  });
  const theirs = { rounds: git.rounds.map((time) => time / tasks) };
  printTable(
    "A task of a run, without its agent",
    `Milliseconds per task: a run of ${tasks} tasks that write a file each, less a run of one, less the shell's\nown time for the same scripts.`,
    [{
      ...measured({
        what: "wf.js, per task",
        ours: { rounds: ours },
        against: "git add, git commit",
        theirs,
      }),
      goal: 2,
    }],
  );
}

/** What eight plans at the same time take, against the slowest of them and against one after the other. */
async function measureWave({ wf }: Programs): Promise<void> {
  progress("A wave of a run");
  const slowest = 8;
  const seconds = [3, 3.5, 4, 4.5, 5, 6, 7, slowest];
  const work = (time: number, plan: number) => [`sleep ${time}; echo ${time} > ${fileOf(plan, 1)}`];
  const plans = seconds.map((time, index) => work(time, index + 1));
  const at = `${folder}/wave`;
  const samples = await takeTurns([
    execution(at, { plans, config: { parallelization: { max_concurrent_agents: 8 } } }, wf),
    execution(at, { plans: [work(slowest, 1)], config: {} }, wf),
    ...quick ? [] : [execution(at, { plans, config: { parallelization: { enabled: false } } }, wf)],
  ], quick ? 1 : 3);
  const [ours, alone, inTurn] = samples as [Sample, Sample, Sample?];
  const what = "eight plans at the same time";
  printTable(
    "A wave of eight plans whose agents sleep",
    `Whole processes. The agents sleep ${seconds.join(", ")} seconds.`,
    [
      { ...measured({ what, ours, against: "the slowest plan alone", theirs: alone }), goal: 1.1 },
      ...inTurn === undefined
        ? []
        : [measured({ what, ours, against: "one after the other", theirs: inTurn })],
    ],
  );
}

/** Plans of which each depends on up to three of the hundred before it. */
function waveInputs(count: number): readonly WaveInput[] {
  return Array.from({ length: count }, (_, index) => ({
    id: `01-${index}`,
    dependsOn: [1, 7, 61].filter((distance) => distance <= index % 100)
      .map((distance) => `01-${index - distance}`),
  }));
}

async function measurePeers({ wf }: Programs): Promise<void> {
  progress("Installing what others run");
  const installed = await installPeers(`${folder}/peers`);
  const tasks: readonly (readonly [title: string, job: Job, plans: number, args: readonly string[]])[] = [
    ["Start, against others", "start", 10, ["--version"]],
    ["One plan, against others", "one plan", 10, ["validate", planPath(1, 6)]],
    ["Waves of a phase of 10 plans, against others", "waves", 10, ["waves", "1"]],
    ["A project of 10 plans, against others", "project", 10, ["validate"]],
    ["A project of 1,000 plans, against others", "project", 1000, ["validate"]],
  ];
  for (const [title, job, plans, args] of tasks) {
    progress(title);
    const at = project(plans);
    const peers = await peersFor(installed, { folder: at, plans });
    const rows: Row[] = [];
    for (const peer of peers) {
      rows.push(
        await comparePeer(peer, job, script(at, wf, ...args), rounds(plans === 10 ? "short" : "long")),
      );
    }
    printTable(title, "Whole processes: ours on Deno, the others on node.", rows);
  }
}

async function comparePeer(
  peer: Peer | MissingPeer,
  job: Job,
  call: Call,
  times: number,
): Promise<Row> {
  const what = `wf.js ${call.argv.slice(call.argv.findIndex((word) => word.endsWith("wf.js")) + 1)[0]}`;
  if ("why" in peer) return { kind: "missing", what, against: peer.name, why: peer.why };
  const against = `${peer.name}: ${peer.describe(job)}`;
  const other = peer.call(job);
  if (other === undefined) {
    return { kind: "missing", what, against: peer.name, why: "has no such command" };
  }
  try {
    const [ours, theirs] = await takeTurns([process(call), process(other)], times);
    return measured({ what, ours: ours!, against, theirs: theirs! });
  } catch (error) {
    if (!(error instanceof CallFailed)) throw error;
    return { kind: "missing", what, against, why: error.message };
  }
}

function measured(row: Omit<Measured, "kind">): Measured {
  return { kind: "measured", ...row };
}

function process(call: Call): { readonly run: () => Promise<void> } {
  return { run: () => runProcess(call) };
}

function grouped(number: number): string {
  return number.toLocaleString("en");
}
