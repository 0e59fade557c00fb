/** Unexpected actions of users and tasks. Each of them caused a bug once. */
import assert from "node:assert/strict";
import { planText, smallProject } from "../support/plans.ts";
import { type Called, start, wf } from "../support/program.ts";
import { type Folder, host, repository } from "../support/repository.ts";
import { appears, killAt } from "../support/progress.ts";

const PLAN = ".planning/phases/01-base/01-01-PLAN.md";
const NOTES = ".planning/PROJECT.md";

async function withScripts(
  scripts: readonly string[],
  more: Readonly<Record<string, string>> = {},
  config: object = { mode: "yolo" },
): Promise<Folder> {
  const files: Record<string, string> = { ...smallProject(config), [NOTES]: "# Project\n", ...more };
  delete files[".planning/phases/01-base/01-02-PLAN.md"];
  const tasks = scripts.map((script, index) => ({ name: `Add part ${index + 1}`, script }));
  return await repository({ ...files, [PLAN]: planText({ plan: "01", files: ["a.txt"], tasks }) });
}

async function execute(folder: Folder, ...args: string[]): Promise<Called> {
  return await wf(["execute-phase", "1", ...args], { cwd: folder.path });
}

Deno.test("a document that the user has staged, and changed again, is in no task's commit", async () => {
  await using folder = await withScripts(["echo a > a.txt"]);
  await folder.write({ [NOTES]: "# Staged\n", ".planning/new.md": "staged\n" });
  await folder.git("add", ".planning");
  await folder.write({ [NOTES]: "# Changed\n", ".planning/new.md": "changed\n" });
  assert.equal((await execute(folder)).code, 0);
  assert.equal(await folder.git("show", "--format=", "--name-only", "HEAD~1"), "a.txt");
  assert.equal(await folder.git("show", `:${NOTES}`), "# Staged");
  assert.equal(await folder.read(NOTES), "# Changed\n");
});

Deno.test("a merge is refused while the user has staged something, with or without a hook", async () => {
  await using folder = await withScripts(["echo a > a.txt"], {}, {
    mode: "yolo",
    git: { branching_strategy: "phase" },
  });
  await folder.hook("pre-commit", 'test "$(git branch --show-current)" != main');
  await folder.write({ [NOTES]: "# Mine\n" });
  await folder.git("add", NOTES);
  const { code, stderr } = await execute(folder);
  assert.equal(code, 2);
  assert.match(stderr, /Cannot merge[^]*\.planning\/PROJECT\.md/);
  assert.equal(await folder.git("show", `:${NOTES}`), "# Mine");
  assert.equal(await folder.read(NOTES), "# Mine\n");
  assert.deepEqual(await folder.subjects("main"), ["start"]);
});

Deno.test("a task may remove and rename files, with git or without, and put a link in a folder's place", async () => {
  const files = { "gone.txt": "1\n", "old.txt": "2\n", "d/f.txt": "3\n", "plain.txt": "4\n" };
  await using folder = await withScripts(
    ["git rm -q gone.txt; git mv old.txt new.txt; rm plain.txt", "mv d real; ln -s real d"],
    files,
  );
  const { code, stderr } = await execute(folder);
  assert.equal(code, 0, stderr);
  assert.equal(await folder.git("status", "--porcelain"), "");
  const tree = (await folder.git("ls-tree", "-r", "--name-only", "HEAD")).split("\n");
  assert.deepEqual(tree.filter((path) => !path.startsWith(".planning/")), ["d", "new.txt", "real/f.txt"]);
});

Deno.test("a nested repository is not committed, and that is reported", async () => {
  await using folder = await withScripts(["git init -q vendor; echo x > vendor/x; echo a > a.txt"]);
  const { code, stderr } = await execute(folder);
  assert.equal(code, 0, stderr);
  assert.match(stderr, /separate repository: vendor\//);
  assert.equal(await folder.git("show", "--format=", "--name-only", "HEAD~1"), "a.txt");
});

Deno.test({
  name: "a file whose name is not UTF-8 is not committed, and that is reported",
  ignore: Deno.build.os !== "linux",
  fn: async () => {
    await using folder = await withScripts(["echo x > \"$(printf '\\377.txt')\"; echo a > a.txt", "true"]);
    const { code, stderr } = await execute(folder);
    assert.equal(code, 0, stderr);
    assert.match(stderr, /Not committed, because its name is not UTF-8: \uFFFD\.txt/);
    assert.equal(await folder.git("show", "--format=", "--name-only", "HEAD~2"), "a.txt");
  },
});

Deno.test("the user's own settings of git do not hide what is done", async () => {
  await using folder = await withScripts(["echo a >> a.txt", "test -e .git/go"]);
  await folder.git("config", "grep.patternType", "fixed");
  await folder.git("config", "log.showSignature", "true");
  await folder.git("config", "color.ui", "always");
  await folder.git("config", "status.relativePaths", "true");
  assert.equal((await execute(folder)).code, 1);
  await folder.write({ ".git/go": "" });
  const { code, stderr } = await execute(folder);
  assert.equal(code, 0, stderr);
  assert.equal(await folder.read("a.txt"), "a\n");
});

Deno.test("a plan that was corrected after an interruption is executed in its new version", async () => {
  await using folder = await withScripts(["touch begun; sleep 20"]);
  const run = start(["execute-phase", "1"], { cwd: folder.path });
  await appears(folder, "begun", run);
  run.kill("SIGINT");
  assert.equal((await run.output()).code, 130);
  const mended = planText({
    plan: "01",
    files: ["a.txt"],
    tasks: [{ name: "Add part 1", script: "echo a > a.txt" }],
  });
  await folder.write({ [PLAN]: mended });
  const { code, stderr } = await execute(folder);
  assert.equal(code, 0, stderr);
  assert.match(stderr, /in the stash as[^]*git stash pop/);
  assert.equal(await folder.read(PLAN), mended);
  assert.equal(await folder.read("a.txt"), "a\n");
});

Deno.test("a task that leaves the branch stops the run before anything is committed elsewhere", async () => {
  await using folder = await withScripts(["echo a > a.txt; git switch -q -c other"]);
  const { code, stderr } = await execute(folder);
  assert.equal(code, 2);
  assert.match(stderr, /a task switched to other[^]*git switch main/);
  assert.deepEqual(await folder.subjects("other"), ["start"]);
});

Deno.test("a commit that fails without a hook does not repeat the task", async () => {
  await using folder = await withScripts(["echo a >> a.txt"]);
  await folder.git("config", "commit.gpgsign", "true");
  await folder.git("config", "gpg.program", "false");
  const { code, stderr } = await execute(folder);
  assert.equal(code, 2);
  assert.match(stderr, /Cannot commit: .*gpg/);
  assert.equal(await folder.read("a.txt"), "a\n");
});

Deno.test("a run ends before a process that a task leaves in the background", async () => {
  await using folder = await withScripts(["(sleep 10; touch .git/late) & echo a > a.txt"]);
  assert.equal((await execute(folder)).code, 0);
  assert.equal(await folder.has(".git/late"), false);
});

/** Leaves two programs in the background, one in a process group of its own, and writes down which. */
const LEAVE = (name: string) =>
  `sleep 300 & echo $! >> .git/${name}; setsid sleep 300 > /dev/null 2>&1 & echo $! >> .git/${name}`;
/** Writes down the programs that a name left and that are alive. */
const ALIVE = (name: string) =>
  `for pid in $(cat .git/${name}); do ps -o stat= -p $pid | grep -v Z >> .git/alive || true; done`;

for (const agent of ["shell", "mock"]) {
  Deno.test(`what tasks and checks of the ${agent} agent leave in the background ends with them`, async () => {
    const plan = (plan: string, script: string) =>
      planText({
        plan,
        files: [`${plan}.txt`],
        tasks: [{ name: "Add", files: `${plan}.txt`, script, check: `${LEAVE(`check${plan}`)}; true` }],
      });
    const scripts = {
      "01": `echo a > 01.txt; ${LEAVE("task01")}`,
      "02": `echo a > 02.txt; ${ALIVE("task01")}; ${ALIVE("check01")}; ${LEAVE("task02")}`,
    };
    const rules = Object.entries(scripts).map(([plan, command]) => ({
      plan: `01-${plan}`,
      steps: [{ do: "run", command }],
    }));
    await using folder = await repository({
      ...smallProject({
        mode: "yolo",
        parallelization: false,
        agent: { name: agent, ...agent === "mock" ? { command: "script.json" } : {} },
      }),
      ...Object.fromEntries(
        Object.entries(scripts).map((
          [number, script],
        ) => [`.planning/phases/01-base/01-${number}-PLAN.md`, plan(number, script)]),
      ),
      "script.json": JSON.stringify({ rules }),
    });
    const { code, stderr } = await execute(folder);
    assert.equal(code, 0, stderr);
    assert.equal(await folder.read(".git/alive"), "", "after the first plan");
    for (const name of ["task01", "check01", "task02", "check02"]) {
      const pids = (await folder.read(`.git/${name}`)).trim().split("\n");
      const { stdout } = await host.run({ argv: ["ps", "-o", "stat=", "-p", pids.join(",")], cwd: "/" });
      assert.doesNotMatch(stdout, /^[^Z\n]/m, name);
    }
  });
}

Deno.test("files that a plan does not name are committed and named", async () => {
  await using folder = await withScripts(["echo a > a.txt; echo b > extra.txt"]);
  const { stderr } = await execute(folder);
  assert.match(stderr, /Task 01-01\/1 changes files that its plan does not name: extra\.txt/);
});

Deno.test("an answer that no question has is mentioned", async () => {
  await using folder = await withScripts(["echo a > a.txt"]);
  assert.match(
    (await execute(folder, "--answer", "confrim_plan=yes")).stderr,
    /No question was asked with the ID "confrim_plan"/,
  );
});

Deno.test("what to type next keeps the flags of the run", async () => {
  await using folder = await withScripts(["echo a > a.txt"]);
  const { stderr } = await execute(folder, "--set", "mode=interactive");
  assert.match(stderr, /^ {2}wf execute-phase 1 --set mode=interactive --answer confirm_plan=yes$/m);
});

Deno.test("a task's flood of output is reported in part", async () => {
  await using folder = await withScripts(["yes | head -c 3000000; echo a > a.txt"]);
  const { code, stdout } = await execute(folder, "--json");
  assert.equal(code, 0);
  assert.ok(stdout.length < 1_000_000);
});

Deno.test("a task that resets the branch does not include commits of earlier tasks, and undone work is reported", async () => {
  await using folder = await withScripts(["echo a > a.txt", "git reset -q --hard HEAD~1; echo b > b.txt"]);
  const { code, stderr } = await execute(folder);
  assert.equal(code, 2, stderr);
  assert.match(
    stderr,
    /removed commits from "main" and their changes from the working tree \(a\.txt\)[^]*wf has restored both/,
  );
  assert.deepEqual(await folder.subjects(), ["start", "feat(01-01): add part 1"]);
  assert.equal(await folder.read("a.txt"), "a\n");
});

Deno.test("a task that amends the commit before it becomes a commit of its own", async () => {
  const amend = "echo b > b.txt; git add b.txt; git commit -q --amend -m mine";
  await using folder = await withScripts(["echo a > a.txt", amend]);
  const { code, stderr } = await execute(folder);
  assert.equal(code, 0, stderr);
  assert.equal(await folder.git("show", "--format=", "--name-only", "HEAD~1"), "b.txt");
});

Deno.test("a task that fails after it has reset the branch leaves the commits of earlier tasks on it", async () => {
  await using folder = await withScripts(["echo a > a.txt", "git reset -q --hard HEAD~1; false"]);
  const { code, stderr } = await execute(folder);
  assert.equal(code, 1);
  assert.match(stderr, /removed commits from "main"; wf has restored them/);
  assert.deepEqual(await folder.subjects(), ["start", "feat(01-01): add part 1"]);
});

Deno.test("a run is refused during the user's cherry-pick, which it would disturb", async () => {
  await using folder = await withScripts(["echo a > a.txt"]);
  await folder.git("switch", "-qc", "side");
  await folder.git("commit", "-q", "--allow-empty", "-m", "side");
  await folder.git("switch", "-q", "main");
  const picked = await folder.git("rev-parse", "side");
  await folder.write({ ".git/CHERRY_PICK_HEAD": `${picked}\n` });
  const { code, stderr } = await execute(folder);
  assert.equal(code, 2);
  assert.match(
    stderr,
    /A cherry-pick is in progress[^]*git -c core.editor=true cherry-pick --continue[^]*git cherry-pick --abort/,
  );
});

Deno.test("a stale lock of git is named, with the command that removes it", async () => {
  await using folder = await withScripts(["echo a > a.txt; touch .git/index.lock"]);
  const { code, stderr } = await execute(folder);
  assert.equal(code, 2);
  assert.match(stderr, /rm .*\/\.git\/index\.lock; then run the same command$/m);
});

Deno.test("--restart stashes a failed task that has staged a rename", async () => {
  await using folder = await withScripts(["git mv b.txt c.txt; test -e .git/go"], { "b.txt": "b\n" });
  assert.equal((await execute(folder)).code, 1);
  await folder.write({ ".git/go": "" });
  const { code, stderr } = await execute(folder, "--restart");
  assert.equal(code, 0, stderr);
  assert.match(
    stderr,
    /changes of task 01-01\/1 \(b\.txt, c\.txt\) are in the stash as "wf: left by task 01-01\/1"/,
  );
  assert.equal(await folder.git("show", "stash@{0}:c.txt"), "b");
});

Deno.test("a summary that an interrupted task has written is stashed, and the task is done again", async () => {
  const summary = PLAN.replace("PLAN", "SUMMARY");
  await using folder = await withScripts([
    `test -e .git/again || { echo s > ${summary}; sleep 20; }; echo a > a.txt`,
  ]);
  const run = start(["execute-phase", "1"], { cwd: folder.path });
  await killAt(folder, summary, run);
  await folder.write({ ".git/again": "" });
  const { code, stderr } = await execute(folder);
  assert.equal(code, 0, stderr);
  assert.match(stderr, /Its uncommitted changes \(\.planning\/.*SUMMARY\.md\)/);
});

Deno.test("a task is done even if a hook adds a paragraph after the trailers of its commit", async () => {
  await using folder = await withScripts(["echo a > a.txt", "test -e .git/again && echo b > b.txt"]);
  await folder.hook("commit-msg", 'printf "\\nSee JIRA-1.\\n" >> "$1"');
  assert.equal((await execute(folder)).code, 1);
  await folder.write({ ".git/again": "" });
  const { code, stderr } = await execute(folder);
  assert.equal(code, 0, stderr);
  const subjects = await folder.subjects();
  assert.deepEqual(subjects.slice(1, 3), ["feat(01-01): add part 1", "feat(01-01): add part 2"]);
});

Deno.test("a hook that removes the trailers of a message stops the run, with the command that restores them", async () => {
  await using folder = await withScripts(["echo a > a.txt"]);
  await folder.hook("commit-msg", 'grep -v ^Wf- "$1" > "$1.new"; mv "$1.new" "$1"');
  const { code, stderr } = await execute(folder);
  assert.equal(code, 2);
  assert.match(stderr, /a hook has changed the message .* lacks Wf-Plan: 01-01 and Wf-Task: 1/);
  await Deno.remove(`${folder.path}/.git/hooks/commit-msg`);
  const amend = /git (commit --amend .*), and run/.exec(stderr)![1]!;
  await folder.git(...amend.match(/"[^"]*"|\S+/g)!.map((word) => word.replaceAll('"', "")));
  assert.equal((await execute(folder)).code, 0);
  assert.equal((await folder.subjects()).length, 3);
});

Deno.test("a task that changes the roadmap leads to a question about the author of the change", async () => {
  await using folder = await withScripts(["echo a > a.txt; echo more >> .planning/ROADMAP.md"]);
  const { code, stderr } = await execute(folder);
  assert.equal(code, 3, stderr);
  assert.match(stderr, /Documents changed during task 01-01\/1[^]*\.planning\/ROADMAP\.md/);
  assert.equal(await folder.git("show", "--format=", "--name-only", "HEAD"), "a.txt");
  assert.equal((await execute(folder, "--answer", "planning=restore")).code, 0);
  assert.doesNotMatch(await folder.read(".planning/ROADMAP.md"), /^more$/m);
});

Deno.test("the user's commit during a task stays a separate commit", async () => {
  const person = 'env -u GIT_REFLOG_ACTION git commit -qm "docs: mine" -- README.md';
  await using folder = await withScripts([`echo a > a.txt; echo more >> README.md; ${person}`], {
    "README.md": "# Mine\n",
  });
  const { code, stderr } = await execute(folder);
  assert.equal(code, 0, stderr);
  assert.match(stderr, /Another process committed to "main" during task 01-01\/1/);
  assert.deepEqual((await folder.subjects()).slice(1, 3), ["docs: mine", "feat(01-01): add part 1"]);
  assert.equal(await folder.git("show", "--format=", "--name-only", "HEAD~1"), "a.txt");
});

for (const rule of [".planning/*", ".planning/**/*.md", "phases/", "*-SUMMARY.md"]) {
  Deno.test(`documents that git tracks and ignores by ${rule} are in no commit, which is reported`, async () => {
    await using folder = await withScripts(["echo a > a.txt"]);
    await folder.write({ ".git/info/exclude": `${rule}\n` });
    const first = await execute(folder);
    assert.equal(first.code, 0, first.stderr);
    assert.equal(
      first.stderr.match(/git ignores new documents in \.planning\/, .*wf commits none/g)?.length,
      1,
    );
    const again = await execute(folder);
    assert.equal(again.code, 0, again.stderr);
    assert.deepEqual(await folder.subjects(), ["start", "feat(01-01): add part 1"]);
  });
}

Deno.test("ignored but tracked documents are in no commit, and stop no command", async () => {
  await using folder = await withScripts(["echo a > a.txt"], { ".gitignore": ".planning/\n" });
  await folder.git("add", "--force", ".planning");
  await folder.git("commit", "--quiet", "--message=documents");
  await folder.write({ [NOTES]: "# Mine\n" });
  const first = await execute(folder);
  assert.equal(first.code, 0, first.stderr);
  const again = await execute(folder);
  assert.equal(again.code, 0, again.stderr);
  assert.match((await wf(["status"], { cwd: folder.path })).stdout, /1 of 1 plan, 1 of 1 task/);
  assert.deepEqual(await folder.subjects(), ["start", "documents", "feat(01-01): add part 1"]);
  assert.equal(await folder.git("diff", "--cached", "--name-only"), "");
  assert.equal(await folder.read(NOTES), "# Mine\n");
  const completed = await wf(["complete-milestone", "v1.0", "--allow-incomplete", "--yes"], {
    cwd: folder.path,
  });
  assert.equal(completed.code, 0, completed.stderr);
  assert.equal(
    await folder.git("show", "--format=%s", "--name-only", "v1.0^{commit}"),
    "chore: complete milestone v1.0",
  );
  assert.equal(await folder.read(NOTES), "# Mine\n");
});

Deno.test("a user's commit with the subject of another task stops the run with a hint", async () => {
  await using folder = await withScripts(["echo a > a.txt", "test -e .git/on && cp a.txt b.txt"]);
  assert.equal((await execute(folder)).code, 1);
  const trailers = ["--trailer", "Wf-Plan: 01-01", "--trailer", "Wf-Task: 1"];
  await folder.git("commit", "--quiet", "--amend", "--message=feat(01-01): add part 2", ...trailers);
  await folder.write({ ".git/on": "" });
  const stopped = await execute(folder);
  assert.equal(stopped.code, 2, stopped.stderr);
  const command = /confirm that task 1 is done: (git commit .*)/.exec(stopped.stderr.replace(/\n\s+/g, " "))
    ?.[1];
  assert.ok(command, stopped.stderr);
  await sh(folder, command);
  const { code, stderr } = await execute(folder);
  assert.equal(code, 0, stderr);
  assert.equal(await folder.read("b.txt"), "a\n");
});

for (const [what, format] of [["whole messages", "* %B"], ["titles", "* %s"]] as const) {
  Deno.test(`a server's squash merge of several tasks with their ${what} completes each of them`, async () => {
    await using folder = await withScripts([
      "echo a > a.txt",
      "echo b > b.txt",
      "test -e .git/on && cp a.txt c.txt",
    ]);
    await folder.git("switch", "--quiet", "--create", "work");
    assert.equal((await execute(folder)).code, 1);
    const listed = await folder.git("log", "--reverse", `--format=${format}`, "main..work");
    await folder.git("switch", "--quiet", "main");
    await folder.git("merge", "--quiet", "--squash", "work");
    await folder.git("commit", "--quiet", `--message=feat(01-01): add part 3 (#12)\n\n${listed}`);
    await folder.write({ ".git/on": "" });
    const { code, stderr } = await execute(folder);
    assert.equal(code, 0, stderr);
    assert.deepEqual((await folder.subjects()).slice(2), [
      "feat(01-01): add part 3",
      "docs(01-01): complete plan: build part 01",
    ]);
    const summary = await folder.read(".planning/phases/01-base/01-01-SUMMARY.md");
    assert.match(summary, /Task 1: add part 1[^]*Task 2: add part 2[^]*Task 3: add part 3/);
  });
}

async function sh({ path }: Folder, command: string): Promise<void> {
  const { code, stderr } = await host.run({ argv: ["sh", "-c", command], cwd: path });
  assert.equal(code, 0, stderr);
}

Deno.test("commits that a hook makes after those of tasks are kept, and the run continues", async () => {
  await using folder = await withScripts(["echo a > a.txt", "echo b > b.txt"]);
  const commit = "echo x >> CHANGES; git add CHANGES; git commit -q -m 'chore: list the change'";
  await folder.hook("post-commit", `test -n "$HOOKED" && exit; export HOOKED=1; ${commit}`);
  const { code, stderr } = await execute(folder);
  assert.equal(code, 0, stderr);
  assert.deepEqual((await folder.subjects()).slice(1), [
    "feat(01-01): add part 1",
    "chore: list the change",
    "feat(01-01): add part 2",
    "chore: list the change",
    "docs(01-01): complete plan: build part 01",
    "chore: list the change",
  ]);
  assert.doesNotMatch(stderr, /own commit/);
  assert.match((await execute(folder)).stdout + stderr, /Nothing to do|complete/);
});
