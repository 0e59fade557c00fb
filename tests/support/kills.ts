/**
 * Runs that are killed, and what has to be the same after them as after a run that nothing disturbs.
 * @module
 */
import assert from "node:assert/strict";
import { smallProject, writes } from "./plans.ts";
import { start, wf } from "./program.ts";
import { type Folder, repository } from "./repository.ts";
import { homeIn, leftovers, projectWith } from "./wide.ts";

export interface Scenario {
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

/** Two of three plans run at the same time, so that the third takes over a worktree. */
const TWO = { parallelization: { max_concurrent_agents: 2 } };
const PHASE = { git: { branching_strategy: "phase" } };
export const SCENARIOS: readonly Scenario[] = [
  { name: "one after the other", files: smallProject({ mode: "yolo" }) },
  { name: "one after the other, squashed", files: smallProject({ mode: "yolo", ...PHASE }) },
  {
    name: "sequential, merged with history",
    files: smallProject({ mode: "yolo", ...PHASE }),
    args: ["--answer", "merge=history"],
  },
  { name: "plans at the same time", files: wideProject() },
  { name: "plans one of which takes over a worktree, squashed", files: wideProject({ ...PHASE, ...TWO }) },
  {
    name: "documents that are tracked and not committed",
    files: smallProject({ mode: "yolo", planning: { commit_docs: false } }),
  },
  {
    name: "plans at the same time with documents that git ignores",
    files: { ...wideProject(TWO), ".gitignore": ".planning/*\n!.planning/config.json\n" },
  },
  {
    name: "concurrent plans and tasks",
    files: wideProject({ parallelization: { task_level: true } }),
  },
];

/** Numbers from 0 to 1 that are the same for the same seed. */
export function* randoms(seed: number): Generator<number> {
  for (let state = seed;;) {
    state = (state * 1664525 + 1013904223) % 2 ** 32;
    yield state / 2 ** 32;
  }
}

/** Returns the result of a run: branches with their commits and files, the working tree, and any remains. */
export async function result(folder: Folder): Promise<string> {
  const refs = (await folder.git("for-each-ref", "--format=%(refname)", "refs/heads", "refs/tags")).split(
    "\n",
  );
  const parts = [
    await folder.git("branch", "--show-current"),
    await folder.git("status", "--porcelain"),
    ...await leftovers(folder),
    ...await folder.has(".git/wf/lock.json") ? ["lock"] : [],
    ...await gitLocks(folder.path),
    await folder.git("grep", "--no-index", "--no-exclude-standard", "", "--", ":(glob)**/.planning/**"),
  ];
  for (const ref of refs) {
    parts.push(
      ref,
      await folder.git("log", "--reverse", "--topo-order", "--format=%p%n%B", ref, "--"),
      await folder.git("ls-tree", "-r", "--format=%(objectmode) %(path)", ref),
      await folder.git("grep", "", ref, "--"),
    );
  }
  return undated(parts.join("\n"));
}

/** Removes what differs between two runs that do the same: commits, times and durations. */
function undated(text: string): string {
  return text.replace(/\b\d{4}-\d\d-\d\d(?:T[\d:.]+Z)?/g, "<time>").replace(
    /\b[0-9a-f]{7,40}\b/g,
    "<commit>",
  );
}

/** Lock files that git has left. */
async function gitLocks(path: string): Promise<string[]> {
  const found: string[] = [];
  for await (const { name, isDirectory } of Deno.readDir(`${path}/.git`)) {
    if (name.endsWith(".lock")) found.push(name);
    if (isDirectory && /^(?:refs|worktrees)$/.test(name)) {
      const { stdout } = await new Deno.Command("find", { args: [`${path}/.git/${name}`, "-name", "*.lock"] })
        .output();
      found.push(...new TextDecoder().decode(stdout).split("\n").filter((line) => line !== ""));
    }
  }
  return found;
}

/** Returns the command line of a scenario. */
export function command({ args = [] }: Scenario): string[] {
  return ["execute-phase", "1", ...args];
}

/** Resumes a run until it is done, and compares its result. */
export async function complete(
  scenario: Scenario,
  folder: Folder,
  expected: string,
  when: string,
): Promise<void> {
  const { code, stderr } = await wf(command(scenario), { cwd: folder.path, env: homeIn(folder) });
  assert.equal(code, 0, `${when}: ${stderr}`);
  assert.equal(await result(folder), expected, `${when}: ${stderr}`);
}

/** A run that nothing disturbs: its result, its duration in milliseconds, and the number of its effects. */
export interface Undisturbed {
  readonly expected: string;
  readonly whole: number;
  readonly effects: number;
}

export async function undisturbed(scenario: Scenario): Promise<Undisturbed> {
  await using folder = await repository(scenario.files);
  const started = performance.now();
  let effects = 0;
  const onEffect = () => void effects++;
  const { code, stderr } = await wf(command(scenario), { cwd: folder.path, env: homeIn(folder), onEffect });
  assert.equal(code, 0, stderr);
  const whole = performance.now() - started;
  return { expected: await result(folder), whole, effects };
}

/** The variable that marks a run and all its programs, so that all of them can be killed. */
const TREE = "WF_TREE";

/** Starts a run whose whole tree of processes can be killed, git included. */
export function startTree(
  args: readonly string[],
  folder: Folder,
  env: Readonly<Record<string, string>> = {},
): { readonly run: Deno.ChildProcess; readonly killTree: () => void } {
  const mark = crypto.randomUUID();
  const run = start(args, { cwd: folder.path, env: { ...homeIn(folder), ...env, [TREE]: mark } });
  return { run, killTree: () => killMarked(`${TREE}=${mark}`) };
}

/** Kills all processes with a mark in their environment: first stops them, so that none starts another one. */
function killMarked(mark: string): void {
  for (const signal of ["SIGSTOP", "SIGSTOP", "SIGKILL"] as const) {
    for (const { name } of Deno.readDirSync("/proc")) {
      if (!/^\d+$/.test(name)) continue;
      try {
        if (!Deno.readTextFileSync(`/proc/${name}/environ`).includes(mark)) continue;
        Deno.kill(Number(name), signal);
      } catch {
        // It has ended.
      }
    }
  }
}

/** Returns the lines in which two texts differ. */
export function difference(expected: string, found: string): string {
  const [one, other] = [expected.split("\n"), found.split("\n")];
  const missing = one.filter((line) => !other.includes(line)).map((line) => `- ${line}`);
  const added = other.filter((line) => !one.includes(line)).map((line) => `+ ${line}`);
  const lines = [...missing, ...added];
  return (lines.length === 0 ? ["another order or number of lines"] : lines).slice(0, 40).join("\n");
}
