/**
 * Measures runs in repositories of increasing size.
 * @module
 */
import { wrapWords } from "../../lib/report/terminal/wrap_words.ts";
import { type Bench, grouped, measured } from "./bench.ts";
import { processorTime, takeTurns } from "./measure.ts";
import {
  execution,
  executionCall,
  fileOf,
  makeRepository,
  type RepositorySize,
  type RunProject,
  shell,
} from "./runs.ts";
import { printTable, progress, type Row } from "./table.ts";

const TASKS = 30;
/** The number of tasks in a repository whose commands take long. */
const FEW_TASKS = 10;
/** The number of files from which commands take long. */
const MANY_FILES = 50_000;

/** Compares runs with git alone, and concurrent plans with sequential ones, by the size of the repository. */
export async function measureBigRepositories(bench: Bench): Promise<void> {
  const sizes: readonly RepositorySize[] = [
    { files: 100, commits: 100 },
    { files: 5000, commits: 100 },
    { files: 100, commits: 20_000 },
    { files: 50_000, commits: 100 },
  ];
  const tasks: Row[] = [];
  const plans: Row[] = [];
  for (const size of sizes) {
    const what = `${grouped(size.files)} files, ${grouped(size.commits)} commits`;
    progress(what);
    const folder = `${bench.folder}/big-${size.files}-${size.commits}`;
    tasks.push(...await measureTask(what, folder, size, bench));
    plans.push(...await measurePlans(what, folder, size, bench));
    await Deno.remove(folder, { recursive: true });
  }
  printTable(
    "A task of a run, by the size of the repository",
    `Milliseconds of processor time per task, of all processes: a run of ${TASKS} tasks (${FEW_TASKS} with ${
      grouped(MANY_FILES)
    } files), less a run of one task per
plan. In worktrees, two plans have half of the tasks each, and their commits are replayed. The other program is
a shell that starts the same scripts in shells of their own, then git. The repositories have a pre-commit hook.`,
    tasks,
  );
  printTable("Processes of git, for tasks without a check", await processesOf(bench), []);
  printTable(
    "Concurrent plans, by the size of the repository",
    "Whole processes. Each plan has one task, or two tasks, that take two seconds.",
    plans,
  );
}

/** The number of further plans whose processes are counted. */
const MORE_PLANS = 10;

/** The numbers of plans whose tasks run in place, and in worktrees. */
const PLACES = [["in place", 1], ["in worktrees", 2]] as const;

/** Turns of a minute, as if the last run had measured them: plans with them run in worktrees of any size. */
const COSTS = { turns: { shell: 60 } };

async function measureTask(
  what: string,
  folder: string,
  size: RepositorySize,
  { programs: { wf }, rounds, quick }: Bench,
): Promise<readonly Row[]> {
  const isBig = size.files >= MANY_FILES;
  const count = isBig ? FEW_TASKS : TASKS;
  const git = shell(`${folder}/git`, [], scriptsOf(1, count).map(withCommit).join("\n"), {
    size,
    run: processorTime,
  });
  const runs = PLACES.flatMap(([, plans]) =>
    [count / plans, 1].map((tasks) => {
      const project = { plans: plansOf(plans, tasks), config: {}, size, costs: COSTS };
      return execution(`${folder}/${plans}-${tasks}`, project, wf, processorTime);
    })
  );
  const [theirs, ...ours] = await takeTurns([git, ...runs], isBig && quick ? 1 : rounds("long"));
  return PLACES.map(([place, plans], index): Row => {
    const [many, one] = [ours[2 * index]!, ours[2 * index + 1]!];
    const perTask = many.rounds.map((time, round) => (time - one.rounds[round]!) / (count - plans));
    const against = "sh, git add, git commit";
    if (Math.min(...perTask) <= 0) {
      return {
        kind: "missing",
        what: `${what}, ${place}`,
        against,
        why: "checkouts vary more than tasks take",
      };
    }
    return {
      ...measured({
        what: `${what}, ${place}`,
        ours: { rounds: perTask },
        against,
        theirs: { rounds: theirs!.rounds.map((time) => time / count) },
      }),
      goal: 1.5,
    };
  });
}

/** Returns the scripts of plans, with the same number of tasks each. */
function plansOf(plans: number, tasks: number): readonly (readonly string[])[] {
  return Array.from({ length: plans }, (_, plan) => scriptsOf(plan + 1, tasks));
}

function scriptsOf(plan: number, tasks: number): readonly string[] {
  return Array.from({ length: tasks }, (_, task) => `echo ${task} > ${fileOf(plan, task + 1)}`);
}

/** Returns commands that run the script of a task of the first plan in a shell, and commit its file. */
function withCommit(script: string, task: number): string {
  const file = fileOf(1, task + 1);
  return `sh -e -c "${script}"; git add -- ${file}; git commit --quiet --message=${file}`;
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

/** Returns the processes of git that a task takes, and a plan in a worktree, as lines. */
export async function processesOf({ folder, programs: { wf } }: Bench): Promise<string> {
  const lines: string[] = [];
  for (const [place, plans] of PLACES) {
    const one = await commandsOf(`${folder}/processes`, plansOf(plans, 1), wf);
    const more = await commandsOf(`${folder}/processes`, plansOf(plans, 1 + TASKS), wf);
    lines.push(difference(`a task ${place}`, one, more, TASKS * plans));
  }
  const few = await commandsOf(`${folder}/processes`, plansOf(2, 1), wf);
  const many = await commandsOf(`${folder}/processes`, plansOf(2 + MORE_PLANS, 1), wf);
  lines.push(difference("a plan of one task in a worktree", few, many, MORE_PLANS));
  return lines.join("\n");
}

/** Returns the number of processes that a part of a run takes, and their names with the numbers of those that are not one. */
function difference(
  what: string,
  few: readonly string[],
  many: readonly string[],
  parts: number,
): string {
  const names = [...new Set(many)].map((name) => {
    const count = (all: readonly string[]) => all.filter((one) => one === name).length;
    return [name, (count(many) - count(few)) / parts] as const;
  }).filter(([, count]) => count >= 0.05);
  const sum = names.reduce((sum, [, count]) => sum + count, 0);
  const list = names.map(([name, count]) => count === 1 ? name : `${name} (${count.toFixed(1)})`);
  const text = `${what}: ${sum.toFixed(1)}: ${list.join(", ")}`;
  return wrapWords(text, { width: 110, first: 0, indent: 2 });
}

/** Returns the commands of git that a run of plans starts, in order. */
async function commandsOf(at: string, plans: RunProject["plans"], wf: string): Promise<readonly string[]> {
  await makeRepository(at, { plans, config: {} });
  const { argv: [program = "", ...args], cwd, env = {} } = executionCall(at, wf);
  const command = new Deno.Command(program, { args, cwd, env: { ...env, WF_DEBUG: "git" } });
  const text = new TextDecoder().decode((await command.output()).stderr).replaceAll("'", "");
  return text.split("\n").flatMap((line) => {
    const [, words] = /^debug \S+ git: git ((?:-[cC] \S+ )*(?:--literal-pathspecs )?\S+)/.exec(line) ?? [];
    return words?.split(" ").at(-1) ?? [];
  });
}
