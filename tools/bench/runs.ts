/**
 * Small repositories whose phase is executed with the shell agent, and what git and a shell alone would
 * take for the same.
 * @module
 */
import { type Call, type Candidate, runProcess } from "./measure.ts";

/** A phase to execute. */
export interface RunProject {
  /** Plans, each with the scripts of its tasks; a task's script writes the file that {@link fileOf} names. */
  readonly plans: readonly (readonly string[])[];
  /** Configuration, as in `.planning/config.json`. */
  readonly config: object;
}

/** Name of the file that a task makes; both numbers count from 1. */
export function fileOf(plan: number, task: number): string {
  return `part-${plan}-${task}.txt`;
}

/** Executes a phase in a new repository each time; making that is not measured. */
export function execution(at: string, project: RunProject, program: string): Candidate {
  const flags = ["--quiet", "--no-prompt", "--no-config", "--no-lock", "--allow-all"];
  const argv = [Deno.execPath(), "run", ...flags, program, "execute-phase", "1"];
  return {
    prepare: () => makeRepository(at, project),
    run: () => runProcess({ argv, cwd: at, env: environmentIn(at) }),
  };
}

/** Runs a script of the shell in a new repository each time, in which files wait to be committed. */
export function shell(at: string, files: readonly string[], script: string): Candidate {
  return {
    async prepare() {
      await makeRepository(at, { plans: [], config: {} });
      for (const file of files) await Deno.writeTextFile(`${at}/${file}`, `${file}\n`);
    },
    run: () => runProcess({ argv: ["sh", "-e", "-c", script], cwd: at, env: environmentIn(at) }),
  };
}

/** The user's own configuration of git, and worktrees of other runs, are left out of it. */
function environmentIn(at: string): NonNullable<Call["env"]> {
  return { HOME: `${at}.home`, GIT_CONFIG_GLOBAL: "/dev/null", GIT_CONFIG_NOSYSTEM: "1" };
}

async function makeRepository(at: string, { plans, config }: RunProject): Promise<void> {
  await Deno.remove(at, { recursive: true }).catch(() => {});
  const phase = `${at}/.planning/phases/01-part-1`;
  await Deno.mkdir(phase, { recursive: true });
  await Deno.writeTextFile(`${at}/.planning/config.json`, `${JSON.stringify({ ...QUIET, ...config })}\n`);
  await Deno.writeTextFile(`${at}/.planning/ROADMAP.md`, "# Roadmap\n\n### Phase 1: Part 1\n");
  for (const [index, scripts] of plans.entries()) {
    await Deno.writeTextFile(`${phase}/01-${two(index + 1)}-PLAN.md`, planText(index + 1, scripts));
  }
  const git = (...args: readonly string[]) =>
    runProcess({ argv: ["git", ...args], cwd: at, env: environmentIn(at) });
  await git("init", "--quiet", "--initial-branch=main");
  await git("config", "user.name", "bench");
  await git("config", "user.email", "bench@example.invalid");
  await git("add", "--all");
  await git("commit", "--quiet", "--message=all");
}

/** Nothing is asked, and nothing comes after the plans. */
const QUIET = { mode: "yolo", workflow: { verifier: false } };

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
