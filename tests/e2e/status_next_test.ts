import assert from "node:assert/strict";
import type { StatusResult } from "../../schemas/results/status.ts";
import { planText, smallProject, writes } from "../support/plans.ts";
import { wf } from "../support/program.ts";
import { type Folder, repository } from "../support/repository.ts";
import { homeIn } from "../support/wide.ts";

const SECOND = ".planning/phases/01-base/01-02-PLAN.md";
const ROADMAP = ".planning/ROADMAP.md";
const MILESTONE = "# Roadmap\n\n## Milestones\n\n- 🚧 **v1.0 First** - Phase 1 (in progress)\n\n" +
  "- [ ] **Phase 1: Base** - the beginning\n\n### Phase 1: Base\n";
const PHASE = { mode: "yolo", git: { branching_strategy: "phase" } };
const CHECKPOINT = `<task type="checkpoint:human-verify" gate="blocking-human">
  <what-built>It</what-built>
  <how-to-verify>Look</how-to-verify>
  <resume-signal>approved</resume-signal>
</task>`;

function second(task: Parameters<typeof planText>[0]["tasks"][number]): Record<string, string> {
  const autonomous = typeof task !== "string";
  return { [SECOND]: planText({ plan: "02", wave: 2, dependsOn: ["01-01"], autonomous, tasks: [task] }) };
}

const call = (folder: Folder, ...args: string[]) => wf(args, { cwd: folder.path, env: homeIn(folder) });
const execute = (folder: Folder, ...args: string[]) => call(folder, "execute-phase", "1", ...args);
const write = (path: string) => (folder: Folder) => folder.write({ [path]: "mine\n" });

const failQuickly = (folder: Folder) =>
  call(folder, "quick", "Fail\n\n```sh\necho x > a.txt; exit 1\n```", "--yes");

/** Merges the branch of the phase as a server does with "squash and merge", and gets the result. */
async function squashOnServer(folder: Folder): Promise<void> {
  await folder.git("switch", "--quiet", "main");
  await folder.git("merge", "--quiet", "--squash", "wf/phase-01-base");
  await folder.git("commit", "--quiet", "--message=Base (#12)");
}

const LATER = {
  ".planning/phases/02-step-2/02-01-PLAN.md": planText({
    phase: "02-step-2",
    plan: "01",
    tasks: [writes("z.txt")],
  }),
};

const ORDERED = "# Roadmap\n\n- [ ] **Phase 1: Base** - it\n- [ ] **Phase 2: Step 2** - more\n\n" +
  "### Phase 1: Base\n\n### Phase 2: Step 2\n**Depends on**: Phase 1\n";

interface State {
  readonly files?: Readonly<Record<string, string>>;
  readonly prepare?: (folder: Folder) => Promise<unknown>;
}

const STATES: Readonly<Record<string, State>> = {
  "nothing planned": { files: { ".planning/ROADMAP.md": "# Roadmap\n\n- [ ] **Phase 1: Base** - it\n" } },
  "plans that are not executed": {},
  "an invalid plan": { files: { ...smallProject(), [SECOND]: "---\nphase: 01-base\n---\n" } },
  "a failed task": {
    files: { ...smallProject(), ...second({ name: "Fail", script: "exit 1" }) },
    prepare: execute,
  },
  "a failed task that left changes": {
    files: { ...smallProject(), ...second({ name: "Fail", script: "echo x > a.txt; exit 1" }) },
    prepare: execute,
  },
  "a checkpoint that waits": { files: { ...smallProject(), ...second(CHECKPOINT) }, prepare: execute },
  "a phase that is executed": { prepare: execute },
  "a merge that was skipped": {
    files: smallProject(PHASE),
    prepare: (folder) => execute(folder, "--answer", "merge=skip"),
  },
  "a merge that was skipped, from the base": {
    files: smallProject(PHASE),
    prepare: async (folder) => {
      await execute(folder, "--answer", "merge=skip");
      await folder.git("switch", "--quiet", "main");
    },
  },
  "a merged phase": {
    files: smallProject(PHASE),
    prepare: (folder) => execute(folder, "--answer", "merge=squash"),
  },
  "a phase that a server squash-merged": {
    files: smallProject(PHASE),
    prepare: async (folder) => {
      await execute(folder, "--answer", "merge=skip");
      await squashOnServer(folder);
    },
  },
  "a phase that a server squash-merged, without its branch": {
    files: smallProject(PHASE),
    prepare: async (folder) => {
      await execute(folder, "--answer", "merge=skip");
      await squashOnServer(folder);
      await folder.git("branch", "--quiet", "-D", "wf/phase-01-base");
    },
  },
  "a question before a plan": { files: smallProject({ mode: "interactive" }), prepare: execute },
  "must-haves that need a person": {
    files: smallProject({ mode: "interactive" }),
    prepare: (folder) => execute(folder, "--yes"),
  },
  "a run in progress": {
    prepare: (folder) => {
      const lock = { pid: Deno.pid, startedAt: new Date().toISOString(), command: "execute-phase 1" };
      return folder.write({
        ".git/wf/lock.json": JSON.stringify({ ...lock, baseline: {}, host: Deno.hostname() }),
      });
    },
  },
  "a stopped quick task": { prepare: failQuickly },
  "a stopped quick task, and no phases": {
    files: { ".planning/ROADMAP.md": "# Roadmap\n" },
    prepare: failQuickly,
  },
  "a verification with gaps": {
    files: {
      ...smallProject(),
      [SECOND]: planText({ plan: "02", wave: 2, dependsOn: ["01-01"], tasks: [writes("c.txt")] })
        .replace('  truths: ["It works"]', "  artifacts: [{ path: missing.txt, provides: it }]"),
    },
    prepare: async (folder) => {
      await execute(folder);
      await call(folder, "verify-phase", "1");
    },
  },
  "a skipped task": {
    prepare: async (folder) => {
      await call(folder, "skip", "01-01/2", "--why", "no need", "--yes");
      await execute(folder, "--answer", "01-02/skipped=yes");
    },
  },
  "an undone plan": {
    prepare: async (folder) => {
      await execute(folder);
      await call(folder, "undo", "01-02", "--yes");
    },
  },
  "a milestone that can be completed": {
    files: { ...smallProject(), [ROADMAP]: MILESTONE },
    prepare: execute,
  },
  "a completed milestone": {
    files: { ...smallProject(), [ROADMAP]: MILESTONE },
    prepare: async (folder) => {
      await execute(folder);
      await call(folder, "complete-milestone", "v1.0", "--yes", "--answer", "unverified=accept");
    },
  },
  "a phase that was undone, before another that depends on it": {
    files: { ...smallProject(), ...LATER, [ROADMAP]: ORDERED },
    prepare: async (folder) => {
      await execute(folder);
      await call(folder, "undo", "1", "--yes");
    },
  },
  "a phase that is planned between two that are executed": {
    files: {
      ...smallProject(),
      ...LATER,
      ".planning/phases/03-last/03-01-PLAN.md": planText({
        phase: "03-last",
        plan: "01",
        tasks: [writes("y.txt")],
      }),
    },
    prepare: async (folder) => {
      await execute(folder);
      await call(folder, "execute-phase", "3");
    },
  },
  "the last phase of a project without a milestone": {
    files: { ...smallProject(), [ROADMAP]: "# Roadmap\n\n- [ ] **Phase 1: Base** - x\n" },
    prepare: execute,
  },
  "changes of the user": { files: { ...smallProject(), "b.txt": "b\n" }, prepare: write("b.txt") },
  "an untracked file that a plan writes": { prepare: write("b.txt") },
  "a changed document": {
    prepare: (folder) => folder.write({ [ROADMAP]: "# Roadmap\n\n- [ ] **Phase 1: Base** - x\n" }),
  },
  "a detached HEAD": { prepare: (folder) => folder.git("switch", "--quiet", "--detach") },
  "another branch": { prepare: (folder) => folder.git("switch", "--quiet", "--create", "other") },
  "a branch of the user with the name of the phase": {
    files: smallProject(PHASE),
    prepare: (folder) => folder.git("branch", "wf/phase-01-base"),
  },
  "a merge of the user": {
    prepare: async (folder) => {
      await folder.git("switch", "--quiet", "--create", "other");
      await folder.git("commit", "--quiet", "--allow-empty", "--message=other");
      await folder.git("switch", "--quiet", "main");
      await folder.git("merge", "--quiet", "--no-ff", "--no-commit", "other");
    },
  },
  "no identity": {
    prepare: async (folder) => {
      await folder.git("config", "--unset", "user.email");
      await folder.git("config", "user.useConfigOnly", "true");
    },
  },
  "an interrupted run": {
    prepare: (folder) => {
      const text = {
        pid: 2 ** 30,
        startedAt: "2026-01-01T00:00:00Z",
        command: "execute-phase 1",
        baseline: {},
      };
      return folder.write({ ".git/wf/lock.json": JSON.stringify({ ...text, host: Deno.hostname() }) });
    },
  },
  "a repository without a commit": {
    prepare: async (folder) => {
      await Deno.remove(`${folder.path}/.git`, { recursive: true });
      await folder.git("init", "--quiet", "--initial-branch=main");
      await folder.git("config", "user.name", "Test");
      await folder.git("config", "user.email", "test@example.invalid");
    },
  },
};

async function nextCommands(folder: Folder): Promise<readonly string[]> {
  const { code, stdout, stderr } = await call(folder, "status", "--json");
  assert.equal(code, 0, stderr);
  const { next }: StatusResult = JSON.parse(stdout);
  return next;
}

/** Runs a line of commands as a shell would, up to the first that fails. */
async function paste(folder: Folder, line: string): Promise<void> {
  for (const command of line.split(" && ")) {
    if (command.startsWith("wf ")) {
      const { code, stderr } = await call(folder, ...command.split(" ").slice(1));
      assert.notEqual(code, 2, `${command}: ${stderr}`);
    } else {
      const { code, stderr } = await new Deno.Command("sh", {
        args: ["-c", command],
        cwd: folder.path,
        // The configuration of the tests is that of all others too.
        env: { GIT_CONFIG_GLOBAL: `${folder.path}/.git/global` },
      })
        .output();
      assert.equal(code, 0, `${command}: ${new TextDecoder().decode(stderr)}`);
    }
  }
}

for (const [name, { files = smallProject(), prepare }] of Object.entries(STATES)) {
  Deno.test(`the first command that status suggests is not refused with ${name}`, async () => {
    await using folder = await repository(files);
    await prepare?.(folder);
    const [first] = await nextCommands(folder);
    assert.ok(first !== undefined, "nothing is suggested");
    await paste(folder, first);
  });
}

/** Runs with the commands that they suggest. */
const RUNS: Readonly<
  Record<string, State & { readonly args: readonly string[]; readonly next: readonly string[] }>
> = {
  "a failed script": {
    files: { ...smallProject(), ...second({ name: "Fail", script: "exit 1" }) },
    args: ["1"],
    next: ["wf execute-phase 1"],
  },
  "a failed check": {
    files: { ...smallProject(), ...second({ name: "Fail", script: "echo x > c.txt", check: "false" }) },
    args: ["1"],
    next: ["wf execute-phase 1"],
  },
  "a phase before another that has plans": {
    files: { ...smallProject(), ...LATER },
    args: ["1", "--set", "executor.name=local", "--set", "mode=yolo", "--budget", "2usd"],
    next: ["wf execute-phase 2 --set mode=yolo"],
  },
  "a phase after another that is open": {
    files: { ...smallProject(), ...LATER },
    args: ["2"],
    next: ["wf execute-phase 1"],
  },
  "a phase whose dependency was undone": {
    files: { ...smallProject({ mode: "interactive" }), ...LATER, [ROADMAP]: ORDERED },
    prepare: async (folder) => {
      await execute(folder, "--yes");
      await call(folder, "undo", "1", "--yes");
    },
    args: ["2"],
    next: ["wf execute-phase 1", "wf execute-phase 2 --answer depends_on=yes"],
  },
  "a no because the phase before is not executed": {
    files: { ...smallProject({ mode: "interactive" }), ...LATER, [ROADMAP]: ORDERED },
    args: ["2", "--answer", "depends_on=no"],
    next: ["wf execute-phase 1", "wf execute-phase 2"],
  },
  "the last phase of a project without a milestone": {
    files: { ...smallProject(), [ROADMAP]: "# Roadmap\n\n- [ ] **Phase 1: Base** - x\n" },
    args: ["1"],
    next: ["wf complete-milestone v1.0"],
  },
  "a milestone's last phase": {
    files: { ...smallProject(), [ROADMAP]: MILESTONE },
    args: ["1", "--agent", "shell"],
    next: ["wf complete-milestone"],
  },
};

for (const [name, { files = {}, prepare, args, next: expected }] of Object.entries(RUNS)) {
  Deno.test(`a run suggests a command that is not refused after ${name}`, async () => {
    await using folder = await repository(files);
    await prepare?.(folder);
    const { stdout, stderr } = await call(folder, "execute-phase", ...args, "--json");
    const { next = [] } = JSON.parse(stdout.trimEnd().split("\n").at(-1)!);
    assert.deepEqual(next, expected, stderr);
    await paste(folder, next[0] ?? "");
  });
}

Deno.test("the first command that status suggests is not refused in another worktree", async () => {
  await using folder = await repository(smallProject());
  await folder.git("worktree", "add", "--quiet", "-b", "other", "tree");
  const options = { cwd: `${folder.path}/tree`, env: homeIn(folder) };
  const { next }: StatusResult = JSON.parse((await wf(["status", "--json"], options)).stdout);
  assert.deepEqual(next, ["wf execute-phase 1"]);
  assert.equal((await wf(["execute-phase", "1"], options)).code, 0);
});

const TEMPLATE = "# Roadmap\n\n- [ ] **Phase 1: Base** - it\n- [ ] **Phase 2: Step 2** - what it delivers\n";
const WITH_VERIFIER = { mode: "yolo", workflow: { verifier: true } };
for (
  const [name, files, answer, first] of [
    [
      "a phase without a description",
      { [ROADMAP]: TEMPLATE },
      "approved",
      "First describe phase 2 (Step 2) in",
    ],
    ["a phase that has plans", { [ROADMAP]: TEMPLATE, ...LATER }, "approved", "wf execute-phase 2"],
    ["must-haves that wait", { [ROADMAP]: TEMPLATE }, "later", "wf verify-phase 1"],
    ["the end of a milestone", { [ROADMAP]: MILESTONE }, "approved", "wf complete-milestone"],
  ] as const
) {
  Deno.test(`a run suggests the same as status does afterwards: ${name}`, async () => {
    await using folder = await repository({ ...smallProject(WITH_VERIFIER), ...files });
    const run = await execute(folder, "--answer", `must_haves=${answer}`);
    const status = await call(folder, "status");
    const [after, shown] = [run.stderr, status.stdout].map((text) => text.split("\nNext:\n")[1]);
    assert.equal(after, shown, run.stderr);
    assert.ok(shown?.startsWith(`  ${first}`), shown);
  });
}

Deno.test("after a completed milestone, status names it, and the command that begins the next one", async () => {
  await using folder = await repository({ ...smallProject(), [ROADMAP]: MILESTONE });
  await execute(folder);
  await call(folder, "complete-milestone", "v1.0", "--yes", "--answer", "unverified=accept");
  const { stdout } = await call(folder, "status");
  assert.equal(
    stdout,
    "branch main\n\n✓ Milestone v1.0 First is complete, and no other has begun\n\nNext:\n  wf new-milestone\n",
  );
  assert.equal(
    (await call(folder, "status", "--line")).stdout,
    "wf · v1.0 complete · next: wf new-milestone\n",
  );
});
