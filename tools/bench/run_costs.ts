/**
 * Measures the cost of runs without that of their agents.
 * @module
 */
import { type Bench, measured } from "./bench.ts";
import { takeTurns } from "./measure.ts";
import { execution, fileOf, type RunProject, shell } from "./runs.ts";
import { printTable, progress } from "./table.ts";

/** Compares the cost of a task without its agent with the necessary git commands. */
export async function measureTasks({ programs: { wf }, ...bench }: Bench): Promise<void> {
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
  const at = `${bench.folder}/tasks`;
  const [many, one, agent, git] = await takeTurns([
    execution(at, project(tasks), wf),
    execution(at, project(1), wf),
    shell(at, [], numbers.map((task) => `sh -e -c "${write(task)}"`).join("\n")),
    shell(at, files, commits.join("\n")),
  ], bench.rounds("short"));
  const ours = many.rounds.map((time, round) => {
    return (time - one.rounds[round]!) / (tasks - 1) - agent.rounds[round]! / tasks;
  });
  const theirs = { rounds: git.rounds.map((time) => time / tasks) };
  printTable(
    "A task of a run, without its agent",
    `Milliseconds per task: a run of ${tasks} tasks that write a file each, less a run of one, less the shell's\ntime for the same scripts.`,
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

/** Compares eight concurrent plans with the slowest of them, and with sequential execution. */
export async function measureWave({ programs: { wf }, ...bench }: Bench): Promise<void> {
  progress("A wave of a run");
  const slowest = 8;
  const seconds = [3, 3.5, 4, 4.5, 5, 6, 7, slowest];
  const work = (time: number, plan: number) => [`sleep ${time}; echo ${time} > ${fileOf(plan, 1)}`];
  const plans = seconds.map((time, index) => work(time, index + 1));
  const at = `${bench.folder}/wave`;
  const [ours, alone, inTurn] = await takeTurns([
    execution(at, { plans, config: { parallelization: { max_concurrent_agents: 8 } } }, wf),
    execution(at, { plans: [work(slowest, 1)], config: {} }, wf),
    ...bench.quick ? [] : [execution(at, { plans, config: { parallelization: { enabled: false } } }, wf)],
  ], bench.quick ? 1 : 3);
  const what = "eight concurrent plans";
  printTable(
    "A wave of eight plans whose agents sleep",
    `Whole processes. The agents sleep ${seconds.join(", ")} seconds.`,
    [
      { ...measured({ what, ours, against: "the slowest plan alone", theirs: alone }), goal: 1.1 },
      ...inTurn === undefined ? [] : [measured({ what, ours, against: "sequential plans", theirs: inTurn })],
    ],
  );
}
