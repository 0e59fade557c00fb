/**
 * Attacks of an erring agent on the rules that it works under: git's configuration, hooks, the settings of agents,
 * and the journal.
 */
import assert from "node:assert/strict";
import type { Instruction } from "../../schemas/instruction.ts";
import { planText, smallProject, type TaskText } from "../support/plans.ts";
import { type Called, start, wf } from "../support/program.ts";
import { type Folder, host, repository } from "../support/repository.ts";
import { homeIn, onePlan, wide } from "../support/wide.ts";
import { killAt } from "../support/progress.ts";

const PHASE = ".planning/phases/01-base";

function work(script: string, check = "true"): TaskText {
  return { name: "Do it", script, check };
}

/** A project with one plan of some tasks, which run in the project's own working tree. */
async function project(
  tasks: readonly TaskText[],
  more: Readonly<Record<string, string>> = {},
): Promise<Folder> {
  const all = smallProject({ mode: "yolo", parallelization: { enabled: false } });
  delete all[`${PHASE}/01-02-PLAN.md`];
  return await repository({
    ...all,
    [`${PHASE}/01-01-PLAN.md`]: planText({ plan: "01", files: ["a.txt"], tasks }),
    ...more,
  });
}

async function execute(folder: Folder, ...args: readonly string[]): Promise<Called> {
  return await wf(["execute-phase", "1", ...args], { cwd: folder.path, env: homeIn(folder) });
}

/** A script for the value of a setting that runs a program. It records that it ran. */
const RAN = "$(git rev-parse --path-format=absolute --git-common-dir)/ran";
const COMMON = "$(git rev-parse --path-format=absolute --git-common-dir)";

interface Attack {
  readonly what: string;
  readonly script: string;
  /** The paths in the report. */
  readonly named: readonly string[];
  /** Files that must be gone afterwards, or have this content. */
  readonly files: Readonly<Record<string, string | undefined>>;
}

const HOOK = `printf '#!/bin/sh\\ntouch "%s"\\n' "${RAN}"`;
const SETTINGS = [
  ".claude/settings.json",
  ".mcp.json",
  ".codex/config.toml",
  ".gemini/settings.json",
  "opencode.json",
];

const WRITES = SETTINGS.map((path) => `mkdir -p "$(dirname ${path})"; echo x > ${path}; git add -f ${path}`);

const ATTACKS: readonly Attack[] = [
  {
    what: "settings of git and agents",
    script: `${WRITES.join("; ")}
mkdir -p evil; ${HOOK} > evil/pre-commit; chmod +x evil/pre-commit; git config core.hooksPath evil
git config alias.st "!touch '${RAN}'"
git config filter.x.clean "touch '${RAN}'; cat"; echo '*.txt filter=x' > .gitattributes
cp evil/pre-commit "${COMMON}/monitor"; git config core.fsmonitor "${COMMON}/monitor"`,
    named: [".git/config", ...SETTINGS],
    files: Object.fromEntries(SETTINGS.map((path) => [path, undefined])),
  },
  {
    what: "hooks, and a link in place of settings,",
    script:
      `mkdir -p "${COMMON}/hooks"; ${HOOK} > "${COMMON}/hooks/pre-commit"; chmod +x "${COMMON}/hooks/pre-commit"
echo true > .husky/pre-commit; mkdir -p .husky/_; ln -s / .claude`,
    named: [".git/hooks/pre-commit", ".husky/pre-commit", ".claude"],
    files: { ".git/hooks/pre-commit": undefined, ".husky/pre-commit": "npm test\n", ".claude": undefined },
  },
];

/** The configuration of a repository without what git itself and wf write. */
async function configuration(folder: Folder): Promise<string> {
  const { stdout } = await host.run({ argv: ["git", "config", "--local", "--list"], cwd: folder.path });
  return stdout.split("\n").filter((line) => !line.startsWith("branch.")).sort().join("\n");
}

async function assertSealed(folder: Folder, { named, files }: Attack, output: string, before: string) {
  assert.ok(output.includes("put back"), output);
  for (const path of named) assert.ok(output.includes(path), `${path}: ${output}`);
  assert.match(output, /kept in .*\.git\/wf\/kept\//);
  assert.equal(await configuration(folder), before);
  assert.equal(await folder.has(".git/ran"), false, "nothing ran");
  for (const [path, text] of Object.entries(files)) {
    assert.equal(await folder.read(path).catch(() => undefined), text, path);
  }
  const held = await folder.git(
    "log",
    "--all",
    "--format=",
    "--name-only",
    "main~1..",
    "--",
    ".husky",
    ".claude",
    ".mcp.json",
    ".codex",
    ".gemini",
    "opencode.json",
  );
  assert.equal(held, "", "no commit contains it");
}

/** A script that waits until another plan has committed its task. */
const UNTIL_OTHER = "until git log --all --format=%B | grep -q '^Wf-Plan: 01-02'; do sleep 0.02; done";

const HUSKY = { ".husky/pre-commit": "npm test\n" };

for (const attack of ATTACKS) {
  Deno.test(`${attack.what} that a task changes are put back and named: in place`, async () => {
    await using folder = await project(
      [work(`echo a > a.txt; ${attack.script}`), work("echo b > b.txt")],
      HUSKY,
    );
    const before = await configuration(folder);
    const { code, stderr } = await execute(folder);
    assert.equal(code, 0, stderr);
    await assertSealed(folder, attack, stderr, before);
  });

  Deno.test(`${attack.what} that a task changes are put back and named: in a worktree`, async () => {
    await using folder = await wide(
      () => [
        // While a task changes the settings, wf makes no commits of another plan: git would obey them.
        onePlan("01", `${UNTIL_OTHER}; echo 1 > 01.txt; ${attack.script}`),
        onePlan("02", "echo 2 > 02.txt"),
      ],
      {},
      HUSKY,
    );
    const before = await configuration(folder);
    const { code, stderr } = await execute(folder);
    assert.equal(code, 0, stderr);
    await assertSealed(folder, attack, stderr, before);
  });

  Deno.test(`${attack.what} that a check changes are put back and named`, async () => {
    await using folder = await project(
      [work("echo a > a.txt", attack.script), work("echo b > b.txt")],
      HUSKY,
    );
    const before = await configuration(folder);
    const { code, stderr } = await execute(folder);
    assert.equal(code, 0, stderr);
    await assertSealed(folder, attack, stderr, before);
  });

  Deno.test(`${attack.what} that a host changes are put back and named`, async () => {
    await using folder = await project([work("true")], HUSKY);
    const before = await configuration(folder);
    const call = async (...args: readonly string[]): Promise<Instruction> =>
      JSON.parse((await wf([...args, "--json"], { cwd: folder.path, env: homeIn(folder) })).stdout);
    const first = await call("next", "execute-phase", "1");
    assert.ok(first.kind === "task");
    await folder.write({ "a.txt": "a\n" });
    await host.run({ argv: ["sh", "-e", "-c", attack.script], cwd: folder.path });
    const end = await call("report", first.task.token, "done");
    assert.equal(end.kind, "done", JSON.stringify(end));
    await assertSealed(folder, attack, end.notes.join("\n"), before);
  });
}

Deno.test("a hook that a task makes not executable is executable again", async () => {
  await using folder = await project([work(`chmod -x ${COMMON}/hooks/pre-commit; echo a > a.txt`)]);
  await folder.hook("pre-commit", "touch .git/ran");
  const { code, stderr } = await execute(folder);
  assert.equal(code, 0, stderr);
  assert.match(stderr, /put back: \.git\/hooks\/pre-commit\. /);
  assert.equal(await folder.has(".git/ran"), true, "the hook has run");
});

Deno.test("a hook that a plan declares is committed", async () => {
  await using folder = await repository({
    ...smallProject({ mode: "yolo", parallelization: { enabled: false } }),
    [`${PHASE}/01-01-PLAN.md`]: planText({
      plan: "01",
      files: [".husky/pre-commit"],
      tasks: [work("mkdir -p .husky; echo npm test > .husky/pre-commit")],
    }),
  });
  const { code, stderr } = await execute(folder);
  assert.equal(code, 0, stderr);
  assert.equal(await folder.git("show", "HEAD:.husky/pre-commit"), "npm test");
});

const HOOKS = "tools/hooks";
const CONFIG = ".pre-commit-config.yaml";

/** Makes git run the hooks in a folder of the project, as its users do. */
async function withHooks(folder: Folder): Promise<Folder> {
  await folder.write({ [`${HOOKS}/pre-commit`]: "#!/bin/sh\ntrue\n", [CONFIG]: "repos: []\n" });
  await Deno.chmod(`${folder.path}/${HOOKS}/pre-commit`, 0o755);
  await folder.git("add", "--all");
  await folder.git("commit", "--quiet", "--message=hooks");
  await folder.git("config", "core.hooksPath", HOOKS);
  return folder;
}

const CHANGE_HOOKS = `${HOOK} > ${HOOKS}/pre-commit; cp ${HOOKS}/pre-commit ${HOOKS}/commit-msg
echo "repos: [mine]" > ${CONFIG}; git add --all; echo "*.txt" >> "${COMMON}/info/exclude"`;

async function assertHooksKept(folder: Folder, { code, stderr }: Called, ...named: readonly string[]) {
  assert.equal(code, 0, stderr);
  for (const path of [`${HOOKS}/pre-commit`, `${HOOKS}/commit-msg`, CONFIG, ...named]) {
    assert.match(stderr, new RegExp(`put back: .*${path}`));
  }
  assert.equal(await folder.has(".git/ran"), false, "no changed hook ran");
  assert.equal(await folder.git("log", "--all", "--format=%s", "--", HOOKS, CONFIG), "hooks");
  assert.equal(await folder.git("status", "--porcelain"), "");
}

Deno.test("hooks in a folder of the project are put back before a commit runs them: in place", async () => {
  await using folder = await withHooks(await project([work(`echo a > a.txt; ${CHANGE_HOOKS}`)]));
  await assertHooksKept(folder, await execute(folder), ".git/info/exclude");
  assert.equal(await folder.git("show", "HEAD~1:a.txt"), "a", "it is not excluded");
});

Deno.test("hooks in a folder of the project are put back before a commit runs them: in a worktree", async () => {
  await using folder = await withHooks(
    await wide(() => [
      onePlan("01", `echo 1 > 01.txt; ${CHANGE_HOOKS}`),
      onePlan("02", "echo 2 > 02.txt"),
    ]),
  );
  await assertHooksKept(folder, await execute(folder));
});

Deno.test("hooks of the project's own working tree are put back that a task in a worktree changes", async () => {
  await using folder = await wide((shared) => [
    onePlan("01", `echo 1 > 01.txt; cd ${shared}/..; ${CHANGE_HOOKS.replace(/; git add[^]*/, "")}`),
    onePlan("02", "echo 2 > 02.txt"),
  ]);
  await withHooks(folder);
  await folder.git("config", "core.hooksPath", `${folder.path}/${HOOKS}`);
  await assertHooksKept(folder, await execute(folder));
});

const HIDE = `echo weak > test.txt; git update-index --assume-unchanged test.txt
echo hidden > b.txt; git update-index --skip-worktree b.txt; echo a > a.txt`;

async function assertVisible(folder: Folder, { code, stderr }: Called) {
  assert.equal(code, 0, stderr);
  assert.match(
    stderr,
    /hidden changes from git with flags of the index, which are cleared: b\.txt, test\.txt/,
  );
  assert.match(await folder.git("log", "-1", "--format=%s", "--", "test.txt"), /^feat\(01-01\): do /);
  assert.equal(await folder.git("show", "HEAD:test.txt", "HEAD:b.txt"), "weak\nhidden");
  assert.equal(
    await folder.git("ls-files", "-v", "a.txt", "b.txt", "mine.txt", "test.txt"),
    "H a.txt\nH b.txt\nh mine.txt\nH test.txt",
  );
}

const HIDDEN = { "test.txt": "strict\n", "b.txt": "b\n", "mine.txt": "mine\n" };

Deno.test("changes that a task hides with flags of the index are committed, and the user's flags stay: in place", async () => {
  await using folder = await project([work(HIDE, "grep -q weak test.txt")], HIDDEN);
  await folder.git("update-index", "--assume-unchanged", "mine.txt");
  await assertVisible(folder, await execute(folder));
});

Deno.test("changes that a task hides with flags of the index are committed: in a worktree", async () => {
  await using folder = await wide(() => [onePlan("01", HIDE), onePlan("02", "true", [])], {}, HIDDEN);
  await folder.git("update-index", "--assume-unchanged", "mine.txt");
  await assertVisible(folder, await execute(folder));
});

Deno.test("a task that makes its checkout sparse deletes nothing", async () => {
  const files = { "src/kept.txt": "kept\n", "other/left.txt": "left\n" };
  await using folder = await project([work("git sparse-checkout set src; echo a > a.txt")], files);
  const { code, stderr } = await execute(folder);
  assert.equal(code, 0, stderr);
  assert.equal(await folder.git("log", "--diff-filter=D", "--name-only", "--format="), "");
  assert.equal(await folder.read("other/left.txt"), "left\n");
  assert.equal(await folder.git("ls-files", "-t", "other"), "H other/left.txt");
});

Deno.test("files outside of the user's sparse checkout stay there when a task brings more of them", async () => {
  const files = { "src/kept.txt": "kept\n", "other/left.txt": "left\n" };
  const more =
    `git update-index --add --cacheinfo "100644,$(git rev-parse HEAD:other/left.txt),other/more.txt"
git update-index --skip-worktree other/more.txt; echo a > a.txt`;
  await using folder = await project([work(more)], files);
  await folder.git("sparse-checkout", "set", "src", ".planning");
  const { code, stderr } = await execute(folder);
  assert.equal(code, 0, stderr);
  assert.equal(await folder.has("other"), false);
  assert.equal(await folder.git("ls-files", "-t", "other"), "S other/left.txt\nS other/more.txt");
});

Deno.test("a hook in a folder of the project is committed if the plan declares it, and runs then", async () => {
  const plan = planText({
    plan: "01",
    files: ["a.txt", `${HOOKS}/pre-commit`],
    tasks: [work(`echo a > a.txt; ${HOOK} > ${HOOKS}/pre-commit`)],
  });
  await using folder = await withHooks(await project([], { [`${PHASE}/01-01-PLAN.md`]: plan }));
  const { code, stderr } = await execute(folder);
  assert.equal(code, 0, stderr);
  assert.doesNotMatch(stderr, /put back/);
  assert.equal(await folder.has(".git/ran"), true);
});

Deno.test("the user's own change to settings is kept", async () => {
  await using folder = await project([work("echo a > a.txt; git config remote.origin.url /mine")]);
  const { code, stderr } = await execute(folder, "--answer", "settings=keep");
  assert.equal(code, 0, stderr);
  assert.equal(await folder.git("config", "remote.origin.url"), "/mine");
  assert.doesNotMatch(stderr, /put back/);
});

Deno.test("what a background process changes between two turns is put back", async () => {
  const late = `until test "$(git log -1 --format=%s)" != start; do sleep 0.01; done
git config core.hooksPath evil; sed -i "s/test -e never/true/" ${PHASE}/01-01-PLAN.md; touch .git/late`;
  await using folder = await project([
    // With an empty environment it is not found, and does not end with the task.
    work(`echo a > a.txt; env -i PATH="$PATH" setsid sh -c '${late}' > /dev/null 2>&1 &`),
    work(
      "for i in $(seq 300); do test -e .git/late && break; sleep 0.01; done; echo b > b.txt",
      "test -e never",
    ),
  ]);
  const before = await configuration(folder);
  const { code, stderr } = await execute(folder);
  assert.notEqual(code, 0, stderr);
  assert.match(stderr, /01-01-PLAN\.md/);
  assert.equal(await configuration(folder), before, stderr);
  assert.match(await folder.read(`${PHASE}/01-01-PLAN.md`), /test -e never/);
});

Deno.test("a commit that git makes with settings of a concurrent task is made again with those of before", async () => {
  await using folder = await wide(() => ["01", "02"].map((plan) => onePlan(plan, `echo x > ${plan}.txt`)));
  // Runs when wf stages the task, in the moment between the comparison of the settings and the commit.
  await folder.hook(
    "post-index-change",
    `git diff --cached --quiet || test -e "${COMMON}/late" || { touch "${COMMON}/late"; git config core.hooksPath /nowhere; }`,
  );
  await folder.hook("pre-commit", `git diff --cached --name-only >> "${COMMON}/seen"`);
  const { code, stderr } = await execute(folder);
  assert.equal(code, 0, stderr);
  assert.match(stderr, /put back: \.git\/config\./);
  for (const name of ["01.txt", "02.txt"]) assert.match(await folder.read(".git/seen"), new RegExp(name));
  assert.equal(await folder.has(".git/late"), true);
});

/** What a task in a worktree does, so that git takes another folder, with a hook of the task, for the repository. */
const ELSEWHERE = `evil="${COMMON}/evil"; own=$(git rev-parse --absolute-git-dir); mkdir -p "$evil/hooks"
${HOOK} > "$evil/hooks/pre-commit"; chmod +x "$evil/hooks/pre-commit"
cp -R "${COMMON}/objects" "${COMMON}/refs" "${COMMON}/config" "$own/HEAD" "$own/index" "$evil"`;

const REDIRECTIONS: readonly (readonly [file: string, script: string])[] = [
  [".git", `${ELSEWHERE}; echo "gitdir: $evil" > .git`],
  ["commondir", `${ELSEWHERE}; echo "$evil" > "$own/commondir"`],
  ["config.worktree", `${ELSEWHERE}; git config --worktree core.hooksPath "$evil/hooks"`],
];

for (const [file, script] of REDIRECTIONS) {
  Deno.test(`the file ${file} of a worktree is put back before git uses it`, async () => {
    await using folder = await wide(() => [
      onePlan("01", `echo 1 > 01.txt; ${script}`),
      onePlan("02", "echo 2 > 02.txt"),
    ]);
    await folder.git("config", "extensions.worktreeConfig", "true");
    const { code, stderr } = await execute(folder);
    assert.equal(code, 0, stderr);
    assert.match(
      stderr,
      new RegExp(`Changed during task 01-01/1, .* put back: \\S*/${file.replace(".", "\\.")}$`, "m"),
    );
    assert.equal(await folder.has(".git/ran"), false, "the hook has not run");
    assert.equal(await folder.read("01.txt"), "1\n");
  });
}

Deno.test("settings of an agent are put back also if their folder looks like a repository", async () => {
  await using folder = await project([
    work("echo a > a.txt; mkdir -p .claude/.git; echo x > .claude/settings.json"),
  ]);
  const { code, stderr } = await execute(folder);
  assert.equal(code, 0, stderr);
  assert.match(stderr, /put back: \.claude\/settings\.json\./);
  assert.equal(await folder.git("log", "--format=%h", "--", ".claude"), "");
});

Deno.test("options of merges, which can skip hooks, are put back", async () => {
  await using folder = await project([
    work(
      "echo a > a.txt; for branch in main v1.0; do git config branch.$branch.mergeOptions --no-verify; done; git config branch.main.remote origin",
    ),
  ]);
  const { code, stderr } = await execute(folder);
  assert.equal(code, 0, stderr);
  assert.equal(await folder.git("config", "--get-regexp", "^branch"), "branch.main.remote origin");
});

const FORGED = "-m 'feat(01-01): add it' -m 'Wf-Plan: 01-01\nWf-Task: 2'";
const TREE = "$(git rev-parse HEAD^{tree})";
const SUMMARY = `${PHASE}/01-02-SUMMARY.md`;

const FORGERIES: readonly (readonly [what: string, script: string, isTaken?: true])[] = [
  ["a commit with the trailers of the next task", `git commit -q --allow-empty ${FORGED}`, true],
  [
    "such a commit without the mark of the run",
    `env -u GIT_REFLOG_ACTION git commit -q --allow-empty ${FORGED}`,
  ],
  [
    "such a commit made with plumbing",
    `git update-ref HEAD $(env -u GIT_REFLOG_ACTION git commit-tree ${TREE} -p HEAD ${FORGED})`,
  ],
  [
    "such a commit made with plumbing, without the mark of the run",
    `env -u GIT_REFLOG_ACTION git update-ref -m x HEAD $(git commit-tree ${TREE} -p HEAD ${FORGED})`,
  ],
  [
    "such a commit without an entry in the reflog",
    `forged=$(git commit-tree ${TREE} -p HEAD ${FORGED}); echo $forged > .git/refs/heads/main`,
  ],
];

for (const [what, forge, isTaken = false] of FORGERIES) {
  Deno.test(`${what} completes no task`, async () => {
    await using folder = await project([work(`echo a > a.txt; ${forge}`), work("echo b > b.txt")]);
    const { code, stderr } = await execute(folder);
    assert.equal(code, 0, stderr);
    assert.equal(await folder.read("b.txt"), "b\n", stderr);
    const status = await wf(["status"], { cwd: folder.path, env: homeIn(folder) });
    assert.match(status.stdout, /1 of 1 plan, 2 of 2 tasks/);
  });

  Deno.test(`${what} completes no task after a kill either`, async () => {
    await using folder = await project([
      work(`echo a > a.txt; test -e .git/again || { ${forge}; touch .git/begun; sleep 20; }`),
      work("echo b > b.txt"),
    ]);
    const run = start(["execute-phase", "1"], { cwd: folder.path, env: homeIn(folder) });
    await killAt(folder, ".git/begun", run);
    await folder.write({ ".git/again": "" });
    if (!isTaken) {
      const asked = await execute(folder);
      assert.equal(asked.code, 3, asked.stderr);
      assert.match(asked.stderr, /which are not wf's, stay: \w+ feat\(01-01\): add it$/m);
      assert.match(asked.stderr, /Commits since task 01-01\/1 began claim to complete work[^]*01-01\/2/);
      assert.match(asked.stderr, /^ {2}wf execute-phase 1 --answer commits=again$/m);
    }
    const answer = isTaken ? [] : ["--answer", "commits=again"];
    const { code, stderr } = await execute(folder, ...answer);
    if (isTaken) assert.match(stderr, /the changes of the agent's own commits are in the task again/);
    assert.equal(code, 0, stderr);
    assert.equal(await folder.read("b.txt").catch(() => ""), "b\n", stderr);
  });

  Deno.test(`${what} completes no task after a failure either`, async () => {
    await using folder = await project([
      work(`echo a > a.txt; test -e .git/again || { ${forge}; false; }`),
      work("echo b > b.txt"),
    ]);
    const failed = await execute(folder);
    assert.equal(failed.code, 1, failed.stderr);
    await folder.write({ ".git/again": "" });
    await folder.git("reset", "--quiet");
    await folder.git("clean", "--quiet", "--force", "a.txt");
    const { code, stderr } = await execute(folder);
    assert.equal(code, 0, stderr);
    assert.equal(await folder.read("b.txt").catch(() => ""), "b\n", failed.stderr + stderr);
  });
}

const RECORDS: readonly (readonly [what: string, name: string, trailers: string])[] = [
  ["completes a milestone", "milestone v1.0", "Wf-Milestone: v1.0\nWf-Phases: 01"],
  ["renames plans", "01-01 as 01-09", "Wf-Renamed: 01-01 01-09"],
];

for (const [what, name, trailers] of RECORDS) {
  const forge = `env -u GIT_REFLOG_ACTION git commit -q --allow-empty -m 'docs: mine' -m '${trailers}'`;

  Deno.test(`a forged commit that ${what} records nothing`, async () => {
    await using folder = await project([work("echo a > a.txt"), work(`echo b > b.txt; ${forge}`)]);
    const { code, stderr } = await execute(folder);
    assert.equal(code, 0, stderr);
    assert.match(stderr, new RegExp(`that wf has not made claim to complete ${name}; that does not count`));
    await isUnchanged(folder);
  });

  Deno.test(`a forged commit that ${what} records nothing after a kill either`, async () => {
    const once = `test -e .git/again || { ${forge}; touch .git/begun; sleep 20; }`;
    await using folder = await project([work("echo a > a.txt"), work(`echo b > b.txt; ${once}`)]);
    const run = start(["execute-phase", "1"], { cwd: folder.path, env: homeIn(folder) });
    await killAt(folder, ".git/begun", run);
    await folder.write({ ".git/again": "" });
    const asked = await execute(folder);
    assert.equal(asked.code, 3, asked.stderr);
    assert.match(asked.stderr, new RegExp(`claim to complete work[^]*${name}`));
    const { code, stderr } = await execute(folder, "--answer", "commits=again");
    assert.equal(code, 0, stderr);
    await isUnchanged(folder);
  });
}

Deno.test("the commit of a task is the run's own if the run is killed right after it", async () => {
  await using folder = await project([work("echo a > a.txt"), work("echo b > b.txt")]);
  const kill = "#!/bin/sh\ntest -e .git/again || kill -KILL $(ps -o ppid= -p $PPID)\n";
  await folder.write({ ".git/hooks/post-commit": kill });
  await Deno.chmod(`${folder.path}/.git/hooks/post-commit`, 0o755);
  const killed = await wf(["execute-phase", "1"], { cwd: folder.path, env: homeIn(folder), process: true });
  assert.equal(killed.code, 137, killed.stderr);
  await folder.write({ ".git/again": "" });
  const { code, stderr } = await execute(folder);
  assert.equal(code, 0, stderr);
  await isUnchanged(folder);
});

/** Asserts that all tasks are done, and belong to no completed milestone. */
async function isUnchanged(folder: Folder): Promise<void> {
  const status = await wf(["status"], { cwd: folder.path, env: homeIn(folder) });
  assert.match(status.stdout, /1 of 1 plan, 2 of 2 tasks/);
  const undo = await wf(["undo", "01-01", "--dry-run"], { cwd: folder.path, env: homeIn(folder) });
  assert.equal(undo.code, 0, undo.stderr);
}

const FABRICATIONS: readonly (readonly [what: string, script: string, restored: RegExp])[] = [
  [
    "a ref that replaces the last commit by a forged one",
    `git replace HEAD $(git commit-tree ${TREE} ${FORGED})`,
    /put back: \.git\/refs\/replace\/\w+\./,
  ],
  [
    "a graft of a forged commit",
    `mkdir -p .git/info; echo $(git rev-parse HEAD) $(git commit-tree ${TREE} ${FORGED}) > .git/info/grafts`,
    /put back: \.git\/info\/grafts\./,
  ],
];

for (const [what, forge, restored] of FABRICATIONS) {
  Deno.test(`${what} completes no task`, async () => {
    await using folder = await project([work(`echo a > a.txt; ${forge}`), work("echo b > b.txt", "false")]);
    const { code, stderr } = await execute(folder);
    assert.equal(code, 1, stderr);
    assert.match(stderr, restored);
    const status = await wf(["status"], { cwd: folder.path, env: homeIn(folder) });
    assert.match(status.stdout, /0 of 1 plan, 1 of 2 tasks/);
  });
}

Deno.test("a forged commit in a worktree completes no task of the plan", async () => {
  const forge = `env -u GIT_REFLOG_ACTION git commit -q --allow-empty ${FORGED}`;
  await using folder = await wide(() => [
    {
      plan: "01",
      files: ["a.txt", "b.txt"],
      tasks: [work(`echo a > a.txt; ${forge}`), work("echo b > b.txt")],
    },
    onePlan("02", "echo 2 > 02.txt"),
  ]);
  const { code, stderr } = await execute(folder);
  assert.equal(code, 0, stderr);
  assert.equal(await folder.read("b.txt"), "b\n", stderr);
  assert.equal(await folder.git("log", "--format=%h", "--grep=add it"), "");
});

Deno.test("a forged commit in a worktree completes no task after a kill", async () => {
  const forge = `env -u GIT_REFLOG_ACTION git commit -q --allow-empty ${FORGED}`;
  await using folder = await wide((shared) => [
    {
      plan: "01",
      files: ["a.txt", "b.txt"],
      tasks: [
        work(`echo a > a.txt; test -e ${shared}/again || { ${forge}; touch ${shared}/begun; sleep 20; }`),
        work("echo b > b.txt"),
      ],
    },
    onePlan("02", "echo 2 > 02.txt"),
  ]);
  const run = start(["execute-phase", "1"], { cwd: folder.path, env: homeIn(folder) });
  await killAt(folder, ".git/begun", run);
  await folder.write({ ".git/again": "" });
  const { code, stderr } = await execute(folder);
  assert.equal(code, 0, stderr);
  assert.equal(await folder.read("b.txt").catch(() => ""), "b\n", stderr);
});

for (
  const [what, message] of [
    ["with the trailer of a complete plan", "-m 'docs(01-02): complete' -m 'Wf-Plan: 01-02'"],
    ["without trailers", "-m 'docs: mine'"],
  ] as const
) {
  Deno.test(`another plan's summary in a commit that a task made, ${what}, does not complete it`, async () => {
    const forge =
      `echo "# Done" > ${SUMMARY}; env -u GIT_REFLOG_ACTION sh -c "git add ${SUMMARY}; git commit -q ${
        message.replaceAll("'", "'")
      }"`;
    await using folder = await project([work(`echo a > a.txt; ${forge}`)], {
      [`${PHASE}/01-02-PLAN.md`]: planText({
        plan: "02",
        wave: 2,
        dependsOn: ["01-01"],
        files: ["b.txt"],
        tasks: [work("echo b > b.txt")],
      }),
    });
    await execute(folder);
    const { code, stderr } = await execute(folder, "--answer", "planning=restore");
    assert.equal(code, 0, stderr);
    assert.equal(await folder.read("b.txt").catch(() => ""), "b\n", stderr);
  });
}

Deno.test("commands that only read run no core.fsmonitor of the repository", async () => {
  await using folder = await project([work("true")]);
  await folder.git("config", "core.fsmonitor", `touch ${folder.path}/.git/ran; true`);
  await folder.write({ "new.txt": "new\n" });
  for (const args of [["status"], ["graph", "1"], ["waves", "1"], ["validate"], ["validate", "--staged"]]) {
    await wf(args, { cwd: folder.path, env: homeIn(folder) });
    assert.equal(await folder.has(".git/ran"), false, args.join(" "));
  }
});
