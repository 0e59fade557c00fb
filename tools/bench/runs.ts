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
}

/** Returns the name of the file that a task creates. Both numbers count from 1. */
export function fileOf(plan: number, task: number): string {
  return `part-${plan}-${task}.txt`;
}

/** Returns a candidate that executes a phase in a new repository each time. Creating that is not measured. */
export function execution(at: string, project: RunProject, program: string): Candidate {
  const flags = ["--quiet", "--no-prompt", "--no-config", "--no-lock", "--allow-all"];
  const argv = [Deno.execPath(), "run", ...flags, program, "execute-phase", "1"];
  return {
    prepare: () => makeRepository(at, project),
    run: () => runProcess({ argv, cwd: at, env: environmentIn(at) }),
  };
}

/** Returns a candidate that runs a shell script in a new repository with uncommitted files each time. */
export function shell(at: string, files: readonly string[], script: string): Candidate {
  return {
    async prepare() {
      await makeRepository(at, { plans: [], config: {} });
      for (const file of files) await Deno.writeTextFile(`${at}/${file}`, `${file}\n`);
    },
    run: () => runProcess({ argv: ["sh", "-e", "-c", script], cwd: at, env: environmentIn(at) }),
  };
}

/** Returns an environment without the user's git configuration and worktrees of other runs. */
function environmentIn(at: string): NonNullable<Call["env"]> {
  return { HOME: `${at}.home`, GIT_CONFIG_GLOBAL: "/dev/null", GIT_CONFIG_NOSYSTEM: "1" };
}

async function makeRepository(at: string, { plans, config }: RunProject): Promise<void> {
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
  const git = (...args: readonly string[]) =>
    runProcess({ argv: ["git", ...args], cwd: at, env: environmentIn(at) });
  await git("init", "--quiet", "--initial-branch=main");
  await git("config", "user.name", "bench");
  await git("config", "user.email", "bench@example.invalid");
  await git("add", "--all");
  await git("commit", "--quiet", "--message=all");
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
