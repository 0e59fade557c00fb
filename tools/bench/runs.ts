/**
 * Small repositories whose phase is executed with the shell agent, and the same work with only git and a
 * shell.
 * @module
 */
import { type Call, type Candidate, runProcess } from "./measure.ts";

/** A phase to execute. */
export interface RunProject {
  /**
   * The plans, each with the scripts of its tasks. A task's script writes the file that {@link fileOf} names.
   */
  readonly plans: readonly (readonly string[])[];
  /** Configuration, as in `.planning/config.json`. */
  readonly config: object;
  /** The size of the repository, besides the project; by default nothing. */
  readonly size?: RepositorySize;
  /** Durations that an earlier run has measured, as in `.git/wf/costs.json`. */
  readonly costs?: object;
}

/** The size of a repository. */
export interface RepositorySize {
  /** The number of files. */
  readonly files: number;
  /** The number of commits. */
  readonly commits: number;
}

/** Returns the name of the file that a task creates. Both numbers count from 1. */
export function fileOf(plan: number, task: number): string {
  return `part-${plan}-${task}.txt`;
}

/** Returns a candidate that executes a phase in a new repository each time. Creating that is not measured. */
export function execution(
  at: string,
  project: RunProject,
  program: string,
  run: (call: Call) => Promise<number | void> = runProcess,
): Candidate {
  return {
    async prepare() {
      await makeRepository(at, project);
      if (project.costs === undefined) return;
      await Deno.mkdir(`${at}/.git/wf`);
      await Deno.writeTextFile(`${at}/.git/wf/costs.json`, JSON.stringify(project.costs));
    },
    run: () => run(executionCall(at, program)),
  };
}

/** Returns the call that executes the phase of a repository. */
export function executionCall(at: string, program: string): Call {
  const flags = ["--quiet", "--no-prompt", "--no-config", "--no-lock", "--allow-all"];
  const argv = [Deno.execPath(), "run", ...flags, program, "execute-phase", "1"];
  return { argv, cwd: at, env: environmentIn(at) };
}

/** Returns a candidate that runs a shell script in a new repository with uncommitted files each time. */
export function shell(
  at: string,
  files: readonly string[],
  script: string,
  { size, run = runProcess }: {
    readonly size?: RepositorySize;
    readonly run?: (call: Call) => Promise<number | void>;
  } = {},
): Candidate {
  return {
    async prepare() {
      await makeRepository(at, { plans: [], config: {}, ...size === undefined ? {} : { size } });
      for (const file of files) await Deno.writeTextFile(`${at}/${file}`, `${file}\n`);
    },
    run: () => run({ argv: ["sh", "-e", "-c", script], cwd: at, env: environmentIn(at) }),
  };
}

/** Returns an environment without the user's git configuration, worktrees of other runs, and a sandbox. */
export function environmentIn(at: string): NonNullable<Call["env"]> {
  const wf = { WF_TRUST: "1", WF_SANDBOX: "off" };
  return { ...wf, HOME: `${at}.home`, GIT_CONFIG_GLOBAL: "/dev/null", GIT_CONFIG_NOSYSTEM: "1" };
}

/** Creates a repository, or restores a big one as it was created. */
export async function makeRepository(at: string, { plans, config, size }: RunProject): Promise<void> {
  const git = (...args: readonly string[]) =>
    runProcess({ argv: ["git", ...args], cwd: at, env: environmentIn(at) });
  if (size !== undefined && await Deno.stat(at).then(() => true, () => false)) {
    await git("switch", "--quiet", "--force", "--detach", "start");
    await git("clean", "--quiet", "--force", "-d");
    await git("branch", "--quiet", "--force", "main", "start");
    await git("switch", "--quiet", "main");
    await Deno.remove(`${at}/.git/wf`, { recursive: true }).catch(() => {});
    return;
  }
  await Deno.remove(at, { recursive: true }).catch(() => {});
  const phase = `${at}/.planning/phases/01-part-1`;
  await Deno.mkdir(phase, { recursive: true });
  await Deno.writeTextFile(
    `${at}/.planning/config.json`,
    `${JSON.stringify({ ...UNATTENDED, ...config })}\n`,
  );
  await Deno.writeTextFile(`${at}/.planning/ROADMAP.md`, "# Roadmap\n\n### Phase 1: Part 1\n");
  for (const [index, scripts] of plans.entries()) {
    await Deno.writeTextFile(`${phase}/01-${two(index + 1)}-PLAN.md`, planText(index + 1, scripts));
  }
  await git("init", "--quiet", "--initial-branch=main");
  await git("config", "user.name", "bench");
  await git("config", "user.email", "bench@example.invalid");
  if (size !== undefined) {
    await Deno.writeTextFile(`${at}/.git/import`, importText(size));
    await runProcess({ argv: ["sh", "-c", "git fast-import --quiet < .git/import"], cwd: at });
    await git("reset", "--quiet", "--hard");
  }
  await git("add", "--all");
  await git("commit", "--quiet", "--message=all");
  await git("tag", "start");
  if (size !== undefined) await Deno.writeTextFile(`${at}/.git/hooks/pre-commit`, HOOK, { mode: 0o755 });
}

/** A hook that accepts each commit. */
const HOOK = "#!/bin/sh\nexit 0\n";

/** Returns commits as `git fast-import` reads them: the first adds all files, each of the others changes one. */
function importText({ files, commits }: RepositorySize): string {
  const data = (text: string) => `data ${text.length}\n${text}\n`;
  const file = (number: number, text: string) => {
    const path = `source/folder-${Math.floor(number / 100)}/file-${number}.txt`;
    return `M 100644 inline ${path}\n${data(`${text}\n`.repeat(20))}`;
  };
  const numbers = Array.from({ length: files }, (_, number) => number);
  const changes = Array.from({ length: commits }, (_, number) => {
    const time = 1_700_000_000 + number;
    const head = `commit refs/heads/main\ncommitter bench <bench@example.invalid> ${time} +0000\n`;
    const changed = number === 0 ? numbers : [number * 7919 % files];
    return head + data(`feat: change ${number}\n`) + changed.map((at) => file(at, `text ${number}`)).join("");
  });
  return changes.join("");
}

/** Asks no questions, and skips the verification after the plans. */
const UNATTENDED = { mode: "yolo", workflow: { verifier: false } };

function planText(plan: number, scripts: readonly string[]): string {
  const files = scripts.map((_, index) => fileOf(plan, index + 1));
  return `---
phase: 01-part-1
plan: ${two(plan)}
type: execute
wave: 1
depends_on: []
files_modified: [${files.join(", ")}]
autonomous: true
must_haves:
  truths: ["It works"]
---

<objective>
Build part ${plan}.
</objective>

<tasks>
${scripts.map((script, index) => taskText(files[index]!, script)).join("\n")}
</tasks>
`;
}

function taskText(file: string, script: string): string {
  return `
<task type="auto">
  <name>Add ${file}</name>
  <files>${file}</files>
  <action>
\`\`\`sh
${script}
\`\`\`
  </action>
  <verify>Look at it.</verify>
  <done>It is there.</done>
</task>`;
}

function two(number: number): string {
  return String(number).padStart(2, "0");
}
