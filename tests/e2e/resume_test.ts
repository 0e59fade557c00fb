/** The same command continues after each kind of failure, with the work as it is. */
import assert from "node:assert/strict";
import type { MockStep } from "../../schemas/mock_script.ts";
import { planText } from "../support/plans.ts";
import { type Called, wf } from "../support/program.ts";
import { Folder, repository } from "../support/repository.ts";
import { homeIn, leftovers, onePlan, wide } from "../support/wide.ts";

interface Failure {
  /** The steps of the agent after its work. */
  readonly steps?: (shared: string) => readonly MockStep[];
  readonly check?: (shared: string) => string;
  /** Prepares the cause of the failure. */
  readonly cause?: (folder: Folder) => Promise<unknown>;
  /** Fixes it. The file `go` is there by then. */
  readonly fix?: (folder: Folder, tree: Folder) => Promise<unknown>;
  readonly config?: object;
  readonly env?: (folder: Folder) => Readonly<Record<string, string>>;
  /** The number of turns after it; 0 where the agent had finished its work. */
  readonly turns: number;
}

const run = (command: string): MockStep => ({ do: "run", command });
const HOOK = 'test -e "$(git rev-parse --git-common-dir)/go" || { echo refused; exit 1; }';

const FAILURES: Readonly<Record<string, Failure>> = {
  "a check fails": { check: (shared) => `test -e ${shared}/go`, turns: 0 },
  "a check has no tool": {
    check: (shared) => `${shared}/tool`,
    fix: async (folder) => {
      await folder.write({ ".git/tool": "#!/bin/sh\n" });
      await Deno.chmod(`${folder.path}/.git/tool`, 0o755);
    },
    turns: 0,
  },
  "a pre-commit hook refuses": { cause: (folder) => folder.hook("pre-commit", HOOK), turns: 0 },
  "a commit-msg hook refuses": { cause: (folder) => folder.hook("commit-msg", HOOK), turns: 0 },
  "a commit cannot be signed": {
    cause: async (folder) => {
      await folder.git("config", "commit.gpgsign", "true");
      await folder.git("config", "gpg.program", "false");
    },
    fix: (folder) => folder.git("config", "--unset", "commit.gpgsign"),
    turns: 0,
  },
  "git's index is locked": {
    steps: () => [run('touch "$(git rev-parse --git-path index.lock)"')],
    fix: async (_, tree) =>
      await Deno.remove(
        (await tree.git("rev-parse", "--path-format=absolute", "--git-path", "index.lock")).trim(),
      ),
    turns: 0,
  },
  "the disk is full": {
    cause: async (folder) => {
      const full =
        'case " $* " in *" commit --"*) test -e "$GO" || { echo "fatal: No space left on device" >&2; exit 128; };; esac';
      await folder.write({ ".git/bin/git": `#!/bin/sh\n${full}\nPATH=\${PATH#*:} exec git "$@"\n` });
      await Deno.chmod(`${folder.path}/.git/bin/git`, 0o755);
    },
    env: ({ path }) => ({ PATH: `${path}/.git/bin:${Deno.env.get("PATH")}`, GO: `${path}/.git/go` }),
    turns: 0,
  },
  "the agent gives up": { steps: () => [{ do: "end", ending: "refusal" }], turns: 1 },
  "the agent dies": { steps: () => [{ do: "crash" }], turns: 1 },
  "the agent takes too long": {
    steps: () => [{ do: "hang" }],
    config: { turn_timeout_minutes: 0.02 },
    turns: 1,
  },
};

/** A project whose agent appends a line to 01.txt in each turn, then fails; with another plan, in worktrees. */
async function failing({ steps, check, cause, config = {} }: Failure, inPlace: boolean): Promise<Folder> {
  const folder = await repository({});
  const shared = `${folder.path}/.git`;
  const work = run(`echo turn >> ${shared}/turns; echo work >> 01.txt`);
  const first = {
    plan: "01",
    files: ["01.txt"],
    tasks: [{
      name: "Add 01",
      files: "01.txt",
      script: "true",
      check: `touch ${shared}/checked; ${check?.(shared) ?? "test -f 01.txt"}`,
    }],
  };
  // An error that both plans meet must not come before the first has worked.
  const waits =
    `for i in $(seq 60); do test -e ${shared}/checked && break; sleep 0.05; done; echo 02 > 02.txt`;
  const script = {
    rules: [
      {
        plan: "01-01",
        contains: "An earlier run stopped",
        steps: [run(`echo turn >> ${shared}/turns; echo done >> 01.txt`)],
      },
      { plan: "01-01", steps: [work, ...steps?.(shared) ?? []] },
      { plan: "01-02", steps: [run(waits)] },
    ],
  };
  const plans = inPlace ? [first] : [first, onePlan("02", "true")];
  await folder.write({
    ".planning/config.json": JSON.stringify({
      mode: "yolo",
      workflow: { verifier: false },
      agent: { name: "mock", command: "script.json", retries: 0, ...config },
    }),
    "script.json": JSON.stringify(script),
    ...Object.fromEntries(
      plans.map((plan) => [`.planning/phases/01-base/01-${plan.plan}-PLAN.md`, planText(plan)]),
    ),
  });
  await folder.git("add", "--all");
  await folder.git("commit", "--quiet", "--message=project");
  await cause?.(folder);
  return folder;
}

async function execute(folder: Folder, failure: Failure, ...args: readonly string[]): Promise<Called> {
  const env = { ...homeIn(folder), ...failure.env?.(folder) };
  return await wf(["execute-phase", "1", ...args], {
    cwd: folder.path,
    env,
    process: failure.env !== undefined,
  });
}

async function turns(folder: Folder): Promise<number> {
  return (await folder.read(".git/turns")).trim().split("\n").length;
}

/** The folder in which plan 01-01 works. */
async function treeOf(folder: Folder): Promise<Folder> {
  const found = /^worktree (.*\/01-01)$/m.exec(await folder.git("worktree", "list", "--porcelain"));
  return found === null ? folder : Folder.at(found[1]!);
}

for (const place of ["in place", "in a worktree"]) {
  for (const [what, failure] of Object.entries(FAILURES)) {
    Deno.test(`the same command continues if ${what}: ${place}`, async () => {
      await using folder = await failing(failure, place === "in place");
      const stopped = await execute(folder, failure);
      assert.ok([1, 2].includes(stopped.code), stopped.stderr);
      assert.doesNotMatch(stopped.stderr, /stash/);
      const before = await turns(folder);
      await folder.write({ ".git/go": "" });
      await failure.fix?.(folder, await treeOf(folder));

      const { code, stderr } = await execute(folder, failure);
      assert.equal(code, 0, stderr);
      assert.equal(await turns(folder) - before, failure.turns, stderr);
      const lines = [...Array(before).fill("work"), ...Array(failure.turns).fill("done")];
      assert.equal(await folder.read("01.txt"), `${lines.join("\n")}\n`);
      const committed = (await folder.git("log", "--format=%s", "--grep=^Wf-Task: 1")).split("\n");
      assert.equal(committed.filter((subject) => subject === "feat(01-01): add 01").length, 1);
      assert.equal(await folder.git("status", "--porcelain"), "");
      assert.equal(await folder.git("stash", "list"), "");
      assert.deepEqual(await leftovers(folder), []);
    });
  }
}

const CHECK = FAILURES["a check fails"]!;
const DIES = FAILURES["the agent dies"]!;

Deno.test("the user's changes since a stop are kept: those of the task's files go into a turn, others stay out", async () => {
  await using folder = await failing(CHECK, true);
  assert.equal((await execute(folder, CHECK)).code, 1);
  await folder.write({ ".git/go": "", "01.txt": "fixed\n", "notes.txt": "mine\n" });
  const before = await turns(folder);
  const { code, stderr } = await execute(folder, CHECK);
  assert.equal(code, 0, stderr);
  assert.equal(await turns(folder) - before, 1);
  assert.equal(await folder.read("01.txt"), "fixed\ndone\n");
  assert.equal(await folder.git("status", "--porcelain"), "?? notes.txt");
  assert.equal(await folder.git("stash", "list"), "");
});

Deno.test("a file that the user has changed since a stop is refused by name, and the task's files are not", async () => {
  await using folder = await failing(CHECK, true);
  assert.equal((await execute(folder, CHECK)).code, 1);
  await folder.write({ ".git/go": "", "script.json": '{ "rules": [] }\n' });
  const refused = await execute(folder, CHECK);
  assert.equal(refused.code, 2);
  assert.match(
    refused.stderr,
    /not committed:\n {4}script\.json\n.*git stash push --include-untracked -- script\.json$/m,
  );
  await folder.git("commit", "-qm", "mine", "--", "script.json");
  const before = await turns(folder);
  assert.equal((await execute(folder, CHECK)).code, 0);
  assert.equal(await turns(folder), before);
});

Deno.test("the next run names what has changed in a plan that has begun, and asks once", async () => {
  await using folder = await failing(CHECK, true);
  assert.equal((await execute(folder, CHECK)).code, 1);
  const path = ".planning/phases/01-base/01-01-PLAN.md";
  await folder.write({ ".git/go": "", [path]: (await folder.read(path)).replace("It works", "It holds") });
  const interactive = ["--set", "mode=interactive"];
  const asked = await execute(folder, CHECK, ...interactive);
  assert.equal(asked.code, 3, asked.stderr);
  assert.match(asked.stderr, /Plan 01-01 has changed since its execution began[^]*must_haves changed/);
  await folder.write({ "script.json": '{ "rules": [] }\n' });
  const dirty = await execute(folder, CHECK, ...interactive);
  assert.equal(dirty.code, 2);
  assert.match(dirty.stderr, /not committed:\n {4}script\.json\n/);
  assert.doesNotMatch(dirty.stderr, /has changed since/, "nothing is asked that the tree would refuse");
  await folder.git("checkout", "--quiet", "--", "script.json");
  const yes = "changed_plan=yes";
  assert.match(asked.stderr, new RegExp(`^ {2}wf execute-phase 1 .*--answer ${yes}$`, "m"));
  assert.equal((await execute(folder, CHECK, ...interactive, "--answer", yes)).code, 3, "another gate asks");
  assert.doesNotMatch((await execute(folder, CHECK, ...interactive, "--yes")).stderr, /has changed since/);
});

Deno.test("the work of a stopped task is for its branch and its phase", async () => {
  await using folder = await failing(CHECK, true);
  assert.equal((await execute(folder, CHECK)).code, 1);
  await folder.git("switch", "-qc", "other");
  const { code, stderr } = await execute(folder, CHECK);
  assert.equal(code, 2);
  assert.match(stderr, /Task 01-01\/1 was stopped on branch "main".*01\.txt\n.*git switch main/);
});

for (const place of ["in place", "in a worktree"]) {
  Deno.test(`--restart stashes the work of a stopped task by name, and begins it again: ${place}`, async () => {
    await using folder = await failing(DIES, place === "in place");
    assert.equal((await execute(folder, DIES)).code, 1);
    if (place === "in a worktree") {
      const { stdout } = await wf(["doctor"], { cwd: folder.path, env: homeIn(folder) });
      assert.match(stdout, /Task 01-01\/1 was stopped, .* wf\/work\/01-01\n +wf execute-phase 1/);
      assert.doesNotMatch(stdout, /is left/);
    }
    await folder.write({ "script.json": '{ "rules": [] }\n' });
    await folder.git("commit", "-qm", "mine", "--", "script.json");
    const { code, stderr } = await execute(folder, DIES, "--restart");
    assert.equal(code, 0, stderr);
    assert.match(stderr, /in the stash as "wf: left by task 01-01\/1"; git stash pop restores them/);
    assert.equal(await folder.git("show", "stash@{0}:01.txt"), "work");
    assert.equal(await folder.read("01.txt"), "01-01/1 wrote this\n");
  });

  Deno.test(`after a kill in a turn another turn continues the work: ${place}`, async () => {
    const kill = { steps: () => [run("kill -9 $(ps -o ppid= -p $PPID); sleep 9")], turns: 1 };
    await using folder = await failing(kill, place === "in place");
    const killed = await wf(["execute-phase", "1"], { cwd: folder.path, env: homeIn(folder), process: true });
    assert.equal(killed.code, 137, killed.stderr);
    const { code, stderr } = await execute(folder, kill);
    assert.equal(code, 0, stderr);
    assert.equal(await folder.read("01.txt"), "work\ndone\n");
    assert.equal(await folder.git("stash", "list"), "");
  });

  Deno.test(`after a kill in a check the finished work is committed without a turn: ${place}`, async () => {
    const kill: Failure = {
      check: (shared) => `test -e ${shared}/go || { kill -9 $PPID; sleep 9; }`,
      turns: 0,
    };
    await using folder = await failing(kill, place === "in place");
    const killed = await wf(["execute-phase", "1"], { cwd: folder.path, env: homeIn(folder), process: true });
    assert.equal(killed.code, 137, killed.stderr);
    await folder.write({ ".git/go": "" });
    const { code, stderr } = await execute(folder, kill);
    assert.equal(code, 0, stderr);
    assert.equal(await folder.read("01.txt"), "work\n");
    assert.equal(await folder.git("stash", "list"), "");
  });
}

Deno.test("a file that nobody can attribute after a kill is asked about", async () => {
  const kill = { steps: () => [run("kill -9 $(ps -o ppid= -p $PPID); sleep 9")], turns: 1 };
  await using folder = await failing(kill, true);
  await wf(["execute-phase", "1"], { cwd: folder.path, env: homeIn(folder), process: true });
  // Long after the last sign of life, as the log shows it.
  await new Deno.Command("find", {
    args: [".git/wf/runs", "-exec", "touch", "-d", "@1", "{}", "+"],
    cwd: folder.path,
  })
    .output();
  await folder.write({ "notes.txt": "mine\n" });
  const asked = await execute(folder, kill);
  assert.equal(asked.code, 3, asked.stderr);
  assert.match(asked.stderr, /notes\.txt/);
  assert.match(asked.stderr, /^ {2}wf execute-phase 1 --answer 01-01\/1\/changes=task$/m);
  const { code, stderr } = await execute(folder, kill, "--answer", "01-01/1/changes=mine");
  assert.equal(code, 0, stderr);
  assert.equal(await folder.git("status", "--porcelain"), "?? notes.txt");
});

Deno.test("a plan that stopped in its worktree continues there after the user has deleted the phase's branch", async () => {
  const task = (name: string) => ({ name, files: "01.txt", script: `echo ${name} >> 01.txt` });
  const config = { git: { branching_strategy: "phase" }, agent: { name: "shell", retries: 0 } };
  await using folder = await wide((shared) => [
    {
      plan: "01",
      files: ["01.txt"],
      tasks: [task("first"), { ...task("second"), check: `test -e ${shared}/go` }],
    },
    onePlan("02", "echo 2 > 02.txt"),
  ], config);
  const execute = () =>
    wf(["execute-phase", "1", "--answer", "merge=skip"], { cwd: folder.path, env: homeIn(folder) });
  assert.equal((await execute()).code, 1);
  await folder.git("switch", "--quiet", "main");
  await folder.git("branch", "--quiet", "-D", "wf/phase-01-base");
  await folder.write({ ".git/go": "" });
  const { code, stderr } = await execute();
  assert.equal(code, 0, stderr);
  assert.match(stderr, /The work on task 01-01\/2 is as an earlier run left it; wf checks it/);
  assert.equal((await folder.git("log", "--format=%s", "--grep=^Wf-Plan: 01-01")).split("\n").length, 3);
  assert.equal(await folder.git("stash", "list"), "");
  assert.deepEqual(await leftovers(folder), []);
});

Deno.test("a base branch that the user has deleted is named when the phase is merged, with the setting of its new name", async () => {
  await using folder = await wide(() => [onePlan("01", "echo 1 > 01.txt")], {
    git: { branching_strategy: "phase" },
  });
  const execute = (merge: string) =>
    wf(["execute-phase", "1", "--answer", `merge=${merge}`], { cwd: folder.path, env: homeIn(folder) });
  assert.equal((await execute("skip")).code, 0);
  await folder.git("branch", "--quiet", "-M", "main", "trunk");
  const refused = await execute("squash");
  assert.equal(refused.code, 2);
  const [, command] = /its base "main" does not exist\n.*: (git config \S+) <name>/.exec(refused.stderr) ??
    [];
  await folder.git(...`${command} trunk`.split(" ").slice(1));
  assert.equal((await execute("squash")).code, 0);
  assert.equal(await folder.git("branch", "--show-current"), "trunk");
});
