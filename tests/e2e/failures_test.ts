import assert from "node:assert/strict";
import { planText, smallProject, writes } from "../support/plans.ts";
import { wf } from "../support/program.ts";
import { Folder, host, repository } from "../support/repository.ts";

const PLAN = ".planning/phases/01-base/01-01-PLAN.md";

function withTask(script: string, check?: string): Promise<Folder> {
  const task = { name: "Add a.txt", files: "a.txt", script, ...(check === undefined ? {} : { check }) };
  return repository({ ...smallProject(), [PLAN]: planText({ plan: "01", files: ["a.txt"], tasks: [task] }) });
}

Deno.test("a failing check goes back to the agent with its output, and the fixed task is one commit", async () => {
  await using folder = await withTask(
    'echo "$WF_ATTEMPT $WF_FEEDBACK" > a.txt',
    "grep -q 3 a.txt || { echo not yet; exit 1; }",
  );
  const { code, stderr } = await wf(["execute-phase", "1"], { cwd: folder.path });
  assert.equal(code, 0, stderr);
  assert.equal(await folder.git("show", "HEAD~4:a.txt"), "3 not yet");
});

Deno.test("a check that fails after three turns stops the run with 1 and keeps the work", async () => {
  await using folder = await withTask("echo wrong > a.txt", "echo no good; false");
  const { code, stderr } = await wf(["execute-phase", "1"], { cwd: folder.path });
  assert.equal(code, 1);
  assert.equal(stderr.match(/│ no good/g)?.length, 4);
  assert.match(
    stderr,
    /^Next:\n {2}First correct the script or its check \(line \d+\): \.planning\S+:\d+\n {2}wf execute-phase 1$/m,
  );
  assert.deepEqual(await folder.subjects(), ["start"]);
  assert.equal(await folder.read("a.txt"), "wrong\n");
  const shown = await wf(["show", "01-01"], { cwd: folder.path });
  assert.match(
    shown.stdout,
    /● in-progress · 0 of 1 task[^]*\nNext:\n {2}wf execute-phase 1\n {2}wf log 01-01\n/,
  );
  assert.match((await wf(["status"], { cwd: folder.path })).stdout, /^● {2}01-01 +1 +0\/1 /m);
});

Deno.test("a check with failing tests before a tail fails, and is shown as written", async () => {
  const check = "(echo '3 tests failed'; exit 1) 2>&1 | tail -5";
  await using folder = await withTask("echo a > a.txt", check);
  const { code, stderr } = await wf(["execute-phase", "1"], { cwd: folder.path });
  assert.equal(code, 1);
  assert.ok(stderr.includes(`does not pass its check after 3 turns: ${check}`), stderr);
  assert.match(stderr, /│ 3 tests failed/);
  assert.ok(!stderr.includes("wf_"), stderr);
  assert.deepEqual(await folder.subjects(), ["start"]);
});

Deno.test("a check that ends in a tail or a grep passes where its stages pass", async () => {
  const check = "yes | head -1 && (echo ok; exit 1) | tail -5 | grep -q ok && cat a.txt 2>&1 | tail -5";
  await using folder = await withTask("echo a > a.txt", check);
  const { code, stderr } = await wf(["execute-phase", "1"], { cwd: folder.path });
  assert.equal(code, 0, stderr);
});

Deno.test("a script that fails stops the run with its output", async () => {
  await using folder = await withTask("echo half > a.txt; echo broken >&2; exit 7");
  const { code, stderr } = await wf(["execute-phase", "1"], { cwd: folder.path });
  assert.equal(code, 1);
  assert.match(stderr, /exit code 7/);
  assert.match(stderr, /│ broken/);
  assert.match(
    stderr,
    /^Next:\n {2}First correct the script: \.planning\S+-PLAN\.md:\d+\n {2}wf execute-phase 1$/m,
  );
});

Deno.test("the shell agent fails for a task without commands", async () => {
  const tasks = ['<task type="auto"><name>Think</name><action>Think hard</action></task>'];
  await using folder = await repository({ ...smallProject(), [PLAN]: planText({ plan: "01", tasks }) });
  const { code, stderr } = await wf(["execute-phase", "1"], { cwd: folder.path });
  assert.equal(code, 1);
  assert.match(stderr, /has no ```sh block in its action.*: \.planning\S+01-01-PLAN\.md:\d+$/m);
  assert.match(
    stderr,
    /^Next:\n {2}First add an sh block: \.planning\S+-PLAN\.md:\d+\n {2}wf execute-phase 1$/m,
  );
  assert.deepEqual(await folder.subjects(), ["start"]);
});

Deno.test("the output of a failing pre-commit hook is passed to the agent", async () => {
  await using folder = await withTask('echo "$WF_FEEDBACK" > a.txt');
  await folder.hook("pre-commit", "grep -q spaces a.txt || { echo too many spaces; exit 1; }");
  const { code, stderr } = await wf(["execute-phase", "1"], { cwd: folder.path });
  assert.equal(code, 0, stderr);
  assert.match(stderr, /a hook refused the commit/);
  assert.equal((await folder.subjects())[1], "feat(01-01): add a.txt");
});

Deno.test("a hook that fails a fourth time stops the run with everything kept", async () => {
  await using folder = await withTask("echo x >> a.txt");
  await folder.hook("commit-msg", 'echo "$1" >> .git/calls; echo never; exit 1');
  const { code, stderr } = await wf(["execute-phase", "1"], { cwd: folder.path });
  assert.equal(code, 1);
  assert.match(stderr, /still refuses the commit of task 01-01\/1 after 3 more attempts/);
  assert.equal((await folder.read(".git/calls")).trim().split("\n").length, 4);
  assert.equal(await folder.read("a.txt"), "x\nx\nx\nx\n");
  await folder.write({ "notes.txt": "mine" });
  assert.match(stderr, /^ {2}wf execute-phase 1$/m);
  await folder.hook("commit-msg", "exit 0");
  const asked = await wf(["execute-phase", "1"], { cwd: folder.path });
  assert.equal(asked.code, 3, "no check decides about the work");
  const answer = ["--answer", "01-01/1/script=commit"];
  assert.equal((await wf(["execute-phase", "1", ...answer], { cwd: folder.path })).code, 0);
  assert.equal(await folder.read("a.txt"), "x\nx\nx\nx\n", "nothing has run again");
});

Deno.test("a hook that refuses the documents stops the run, and the next one commits them", async () => {
  await using folder = await repository(smallProject());
  await folder.hook(
    "pre-commit",
    "! git diff --cached --name-only | grep -q SUMMARY || { echo no docs; exit 1; }",
  );
  const refused = await wf(["execute-phase", "1"], { cwd: folder.path });
  assert.equal(refused.code, 1);
  assert.match(refused.stderr, /│ no docs/);
  await Deno.remove(`${folder.path}/.git/hooks/pre-commit`);
  const { code, stderr } = await wf(["execute-phase", "1"], { cwd: folder.path });
  assert.equal(code, 0, stderr);
  assert.equal((await folder.subjects()).length, 7);
});

Deno.test("a plan with errors is shown and nothing is executed", async () => {
  const broken = planText({ plan: "01", dependsOn: ["01-09"], tasks: [writes("a.txt")] });
  await using folder = await repository({ ...smallProject(), [PLAN]: broken });
  const { code, stdout } = await wf(["execute-phase", "1"], { cwd: folder.path });
  assert.equal(code, 1);
  assert.match(stdout, /unknown-dependency/);
  const [, next = ""] = stdout.split("Nothing was executed: correct the plans first\n\nNext:\n");
  assert.match(
    next,
    /^ {2}First correct \.planning\/phases\/01-base\/01-01-PLAN\.md:\d+\n {2}wf execute-phase 1\n$/,
  );
  assert.deepEqual(await folder.subjects(), ["start"]);
});

Deno.test("an error that has a certain fix leads to the fix before the same command", async () => {
  const broken = planText({ plan: "01", tasks: [writes("a.txt")] }).replace(
    "autonomous: true",
    "autonomous: yes",
  );
  await using folder = await repository({ ...smallProject(), [PLAN]: broken });
  const paste = (command: string) => wf(command.trim().split(" ").slice(1), { cwd: folder.path });
  const { code, stdout } = await paste("wf execute-phase 1");
  assert.equal(code, 1);
  const next = stdout.split("Next:\n")[1]?.trimEnd().split("\n") ?? [];
  assert.deepEqual(next, ["  wf validate --fix", "  wf execute-phase 1"]);
  for (const command of next) assert.equal((await paste(command)).code, 0, command);
});

Deno.test("a dirty tree is refused with its paths", async () => {
  await using folder = await repository({ ...smallProject(), "src/old.txt": "1\n" });
  await folder.write({ "src/old.txt": "2\n" });
  const { code, stderr } = await wf(["execute-phase", "1"], { cwd: folder.path });
  assert.equal(code, 2);
  assert.match(stderr, /^ {4}src\/old\.txt$/m);
  assert.equal(await folder.read("src/old.txt"), "2\n");
});

Deno.test("the printed command for a dirty tree names its paths, but no plans and documents", async () => {
  const odd = "src/it's old.txt";
  await using folder = await repository({ ...smallProject(), [odd]: "1\n" });
  const third = planText({ plan: "03", wave: 2, dependsOn: ["01-01"], tasks: [writes("e.txt")] });
  await folder.write({
    [odd]: "2\n",
    "a.txt": "mine\n",
    "notes.txt": "mine\n",
    ".planning/STATE.md": "# Mine\n",
    ".planning/phases/01-base/01-03-PLAN.md": third,
  });
  const { code, stderr } = await wf(["execute-phase", "1"], { cwd: folder.path });
  assert.equal(code, 2);
  const [, commit = "", stash = ""] =
    /Commit the documents: (git commit .*); commit the rest, or stash it \(git stash pop restores it later\): (git stash .*)$/m
      .exec(
        stderr,
      ) ?? [];
  for (const command of [commit, stash]) {
    const { code, stderr } = await host.run({ argv: ["sh", "-c", command], cwd: folder.path });
    assert.equal(code, 0, stderr);
  }
  assert.equal(await folder.git("show", "--format=", "--name-only", "HEAD"), ".planning/STATE.md");
  assert.equal(
    await folder.git("status", "--porcelain"),
    "?? .planning/phases/01-base/01-03-PLAN.md\n?? notes.txt",
    "nothing else is stashed",
  );
  assert.equal((await wf(["execute-phase", "1"], { cwd: folder.path })).code, 0);
  await folder.git("rm", "--quiet", "a.txt");
  await folder.git("commit", "--quiet", "--message=clear");
  await folder.git("stash", "pop");
  assert.equal(await folder.read("a.txt"), "mine\n");
  assert.equal(await folder.read(odd), "2\n");
});

Deno.test("an untracked file that a plan would write is refused, as it would be overwritten", async () => {
  await using folder = await repository(smallProject());
  await folder.write({ "c.txt": "mine\n" });
  const { code, stderr } = await wf(["execute-phase", "1"], { cwd: folder.path });
  assert.equal(code, 2);
  assert.match(stderr, /^ {4}c\.txt$/m);
  assert.equal(await folder.read("c.txt"), "mine\n");
});

Deno.test("a detached HEAD is refused with what to check out", async () => {
  await using folder = await repository(smallProject({ mode: "yolo", git: { branching_strategy: "phase" } }));
  await folder.git("switch", "--quiet", "--detach");
  const { code, stderr } = await wf(["execute-phase", "1"], { cwd: folder.path });
  assert.equal(code, 2);
  assert.match(stderr, /detached.*\n.*git switch <branch>/);
});

Deno.test("a foreign branch with the phase's branch name is refused", async () => {
  await using folder = await repository(smallProject({ mode: "yolo", git: { branching_strategy: "phase" } }));
  await folder.git("branch", "wf/phase-01-base");
  const { code, stderr } = await wf(["execute-phase", "1"], { cwd: folder.path });
  assert.equal(code, 2);
  assert.match(stderr, /was not created by wf/);
});

Deno.test("outside of a repository execution is refused and a dry run is not", async () => {
  await using folder = await Folder.make(smallProject());
  const refused = await wf(["execute-phase", "1"], { cwd: folder.path });
  assert.equal(refused.code, 2);
  assert.match(refused.stderr, /Cannot find a git repository/);
  assert.equal((await wf(["execute-phase", "1", "--dry-run"], { cwd: folder.path })).code, 0);
});

Deno.test("the beginning and the end of a check's endless output are kept, and the log has all of it", async () => {
  const check = "echo the start; yes | head -c 3000000; echo the end; false";
  await using folder = await withTask('printf %s "$WF_FEEDBACK" > a.txt', check);
  const { code, stdout, stderr } = await wf(["execute-phase", "1", "--json"], { cwd: folder.path });
  assert.equal(code, 1, stderr);
  const events = stdout.trim().split("\n").map((line) => JSON.parse(line));
  const { output } = events.find(({ kind }) => kind === "check-finished");
  const [, path = ""] =
    /^the start\ny\n[y\n]*\[… 2,980,018 characters left out, see (\S+) …\]\n[y\n]*the end$/
      .exec(output) ?? [];
  assert.equal(await Deno.readTextFile(path), `the start\n${"y\n".repeat(1_500_000)}the end\n`);
  const feedback = await folder.read("a.txt");
  assert.match(feedback, /the start\n[^]*2,980,018 characters left out[^]*the end/);
});

Deno.test("an unknown phase is refused with the list of phases", async () => {
  await using folder = await repository(smallProject());
  const { code, stderr } = await wf(["execute-phase", "7"], { cwd: folder.path });
  assert.equal(code, 2);
  assert.match(stderr, /Cannot find phase 7\n.*The phases are 1/);
});

Deno.test("a plan's ID in place of a phase is refused, with the command for its phase", async () => {
  await using folder = await repository(smallProject());
  const before = await folder.subjects();
  const commands = ["execute-phase", "verify-phase", "waves", "graph", "discuss-phase", "plan-phase"];
  for (const command of [...commands, "branch-name phase", "next execute-phase"]) {
    const { code, stderr } = await wf([...command.split(" "), "01-01"], { cwd: folder.path });
    assert.equal(code, 2, command);
    assert.match(stderr, /Cannot find phase "01-01": 01-01 is a plan of phase 1\n/);
    const again = command.startsWith("next") ? "execute-phase" : command;
    assert.match(stderr, new RegExp(`the whole phase,? (?:run )?wf ${again} 1`, "i"), stderr);
  }
  assert.deepEqual(await folder.subjects(), before);
  assert.equal((await wf(["execute-phase", "01-base", "--dry-run"], { cwd: folder.path })).code, 0);
  const other = await wf(["execute-phase", "01-foundation"], { cwd: folder.path });
  assert.equal(other.code, 2);
  assert.match(
    other.stderr,
    /Cannot find phase "01-foundation"\n.*For phase 01 \(.*\), run wf execute-phase 1/,
  );
});

Deno.test("a configuration that is not JSON is refused with line and column", async () => {
  await using folder = await repository({
    ...smallProject(),
    ".planning/config.json": '{\n  "mode": yolo\n}\n',
  });
  const { code, stderr } = await wf(["execute-phase", "1"], { cwd: folder.path });
  assert.equal(code, 2);
  assert.match(stderr, /config\.json:2:11: Not JSON/);
});

Deno.test("a git without identity is refused before any change", async () => {
  await using folder = await repository(smallProject());
  await folder.git("config", "--unset", "user.name");
  await folder.git("config", "--unset", "user.email");
  await folder.git("config", "user.useConfigOnly", "true");
  const { code, stderr } = await wf(["execute-phase", "1"], { cwd: folder.path });
  assert.equal(code, 2);
  assert.match(stderr, /git config --global user\.name/);
  assert.equal(await folder.has("a.txt"), false);
});

Deno.test("a git that is too old or missing is refused", async () => {
  await using folder = await repository(smallProject());
  await using bin = await Folder.make({ git: '#!/bin/sh\necho "git version 2.37.1"\n' });
  await Deno.chmod(`${bin.path}/git`, 0o755);
  const old = await wf(["execute-phase", "1"], {
    cwd: folder.path,
    env: { PATH: `${bin.path}:/usr/bin:/bin` },
  });
  assert.equal(old.code, 2);
  assert.match(old.stderr, /Cannot use git 2\.37: 2\.38 or newer is needed/);
  const none = await wf(["execute-phase", "1"], { cwd: folder.path, env: { PATH: "/nowhere" } });
  assert.equal(none.code, 2);
  assert.match(none.stderr, /Cannot run git: it is not installed/);
});

Deno.test("a file that cannot be read is a finding", async () => {
  await using folder = await repository(smallProject());
  await Deno.remove(`${folder.path}/${PLAN}`);
  await Deno.symlink("nowhere.md", `${folder.path}/${PLAN}`);
  const { code, stdout } = await wf(["validate"], { cwd: folder.path });
  assert.equal(code, 1);
  assert.match(stdout, /^error\[file-unread\] .*a broken link\n.*01-01-PLAN\.md:1:1$/m);
});
