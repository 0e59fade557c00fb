/**
 * Measures runs in repositories of increasing size.
 * @module
 */
import { type Bench, grouped, measured } from "./bench.ts";
import { processorTime, type Sample, takeTurns } from "./measure.ts";
import { execution, executionCall, fileOf, makeRepository, type RepositorySize, shell } from "./runs.ts";
import { printTable, progress, type Row, write } from "./table.ts";

const TASKS = 30;

/** Compares runs with git alone, and concurrent plans with sequential ones, by the size of the repository. */
export async function measureBigRepositories(bench: Bench): Promise<void> {
  const sizes: readonly RepositorySize[] = [
    { files: 100, commits: 100 },
    { files: 5000, commits: 100 },
    ...bench.quick ? [] : [{ files: 50_000, commits: 100 }, { files: 100, commits: 20_000 }],
  ];
  const tasks: Row[] = [];
  const plans: Row[] = [];
  for (const size of sizes) {
    const what = `${grouped(size.files)} files, ${grouped(size.commits)} commits`;
    progress(what);
    const folder = `${bench.folder}/big-${size.files}-${size.commits}`;
    tasks.push(await measureTask(what, folder, size, bench));
    plans.push(...await measurePlans(what, folder, size, bench));
    await Deno.remove(folder, { recursive: true });
  }
  printTable(
    "A task of a run, by the size of the repository",
    `Milliseconds of processor time per task, of all processes: a run of ${TASKS} tasks in place, less a run of one.\nThe other program is a shell that starts the same scripts in shells of their own, then git. The repositories\nhave a pre-commit hook.`,
    tasks,
  );
  printTable(
    "Concurrent plans, by the size of the repository",
    "Whole processes. Each plan has one task, or two tasks, that take two seconds.",
    plans,
  );
  await showProcesses(bench);
}

async function measureTask(
  what: string,
  folder: string,
  size: RepositorySize,
  { programs: { wf }, rounds }: Bench,
): Promise<Row> {
  const numbers = Array.from({ length: TASKS }, (_, index) => index + 1);
  const scripts = numbers.map((task) => `echo ${task} > ${fileOf(1, task)}`);
  const commits = scripts.map((script, index) => {
    const file = fileOf(1, index + 1);
    return `sh -e -c "${script}"; git add -- ${file}; git commit --quiet --message=${file}`;
  });
  const [many, one, git] = await takeTurns([
    execution(`${folder}/many`, { plans: [scripts], config: {}, size }, wf, processorTime),
    execution(`${folder}/one`, { plans: [scripts.slice(0, 1)], config: {}, size }, wf, processorTime),
    shell(`${folder}/git`, [], commits.join("\n"), { size, run: processorTime }),
  ], rounds("long"));
  const perTask = ({ rounds }: Sample): Sample => ({ rounds: rounds.map((time) => time / TASKS) });
  const ours = many.rounds.map((time, round) => (time - one.rounds[round]!) / (TASKS - 1));
  const theirs = perTask(git);
  return {
    ...measured({ what, ours: { rounds: ours }, against: "sh, git add, git commit", theirs }),
    goal: 1.5,
  };
}

async function measurePlans(
  what: string,
  folder: string,
  size: RepositorySize,
  { programs: { wf }, quick }: Bench,
): Promise<readonly Row[]> {
  const rows: Row[] = [];
  for (const [plans, tasks] of [[2, 1], [6, 2]] as const) {
    const project = {
      plans: Array.from({ length: plans }, (_, plan) => {
        return Array.from({ length: tasks }, (_, task) => `sleep 2; echo 1 > ${fileOf(plan + 1, task + 1)}`);
      }),
      size,
    };
    const at = `${folder}/plans-${plans}`;
    const [ours, inTurn] = await takeTurns([
      execution(at, { ...project, config: {} }, wf),
      execution(`${at}-in-turn`, { ...project, config: { parallelization: { enabled: false } } }, wf),
    ], quick ? 1 : 3);
    const row = { what: `${what}: ${plans} plans`, ours, against: "sequential plans", theirs: inTurn };
    rows.push({ ...measured(row), goal: 1.05 });
  }
  return rows;
}

/** Prints the processes of git that a task takes, with and without a check. */
async function showProcesses({ folder, programs: { wf } }: Bench): Promise<void> {
  const at = `${folder}/processes`;
  const scripts = [1, 2, 3].map((task) => `echo ${task} > ${fileOf(1, task)}`);
  await makeRepository(at, { plans: [scripts], config: {} });
  const { argv: [program = "", ...args], cwd, env = {} } = executionCall(at, wf);
  const command = new Deno.Command(program, { args, cwd, env: { ...env, WF_DEBUG: "git,steps" } });
  const lines = new TextDecoder().decode((await command.output()).stderr).replaceAll("'", "").split("\n");
  const place = (step: string) => lines.findIndex((line) => line.includes(` steps: 01-01/3/${step}`));
  const commands = lines.slice(place("turn (started"), place("commit (done")).flatMap((line) => {
    const [, words] = /^debug \S+ git: git ((?:-[cC] \S+ )*\S+)/.exec(line) ?? [];
    return words?.split(" ").at(-1) ?? [];
  });
  write(`\nProcesses of git for a task without a check: ${commands.length}\n\n  ${commands.join(", ")}\n`);
}
