import assert from "node:assert/strict";
import { writes } from "../support/plans.ts";
import { recordWorkBranch } from "../support/work_branches.ts";
import { type ProgramCalled, wf } from "../support/program.ts";
import { isInstalled } from "../support/terminal.ts";
import { Folder } from "../support/repository.ts";
import { homeIn, leftovers, onePlan, projectWith, wide } from "../support/wide.ts";
import { appears } from "../support/progress.ts";

function execute(folder: Folder, ...args: readonly string[]): Promise<ProgramCalled> {
  return wf(["execute-phase", "1", ...args], { cwd: folder.path, env: homeIn(folder) });
}

const TWO = () => [onePlan("01", "echo 01 > 01.txt"), onePlan("02", "echo 02 > 02.txt")];
const DONE = [
  "feat(01-01): do 01",
  "docs(01-01): complete plan: build part 01",
  "feat(01-02): do 02",
  "docs(01-02): complete plan: build part 02",
];

async function completes(folder: Folder): Promise<void> {
  const { code, stderr } = await execute(folder);
  assert.equal(code, 0, stderr);
  assert.deepEqual((await folder.subjects()).slice(-4), DONE);
  assert.equal(await folder.git("status", "--porcelain"), "");
  assert.deepEqual(await leftovers(folder), []);
}

Deno.test("worktrees work with paths that contain spaces and letters of any script", async () => {
  await using outer = await Folder.make({});
  const path = "mein Projekt – 認証";
  const plans = [onePlan("01", "echo 01 > 'ä b.txt'", ["ä b.txt"]), onePlan("02", "echo 02 > 02.txt")];
  const files = Object.entries(projectWith(plans)).map(([name, text]) => [`${path}/${name}`, text]);
  await outer.write(Object.fromEntries(files));
  await using folder = await Folder.at(`${outer.path}/${path}`).init();
  await completes(folder);
  assert.equal(await folder.read("ä b.txt"), "01\n");
});

Deno.test("a repository that is reached through a link is worked on as the one it is", async () => {
  await using folder = await wide(TWO);
  await using outer = await Folder.make({});
  await Deno.symlink(folder.path, `${outer.path}/link`);
  const { code, stderr } = await wf(["execute-phase", "1"], {
    cwd: `${outer.path}/link`,
    env: homeIn(folder),
  });
  assert.equal(code, 0, stderr);
  assert.deepEqual((await folder.subjects()).slice(-4), DONE);
  assert.deepEqual(await leftovers(folder), []);
});

Deno.test("a project below the root of its repository has worktrees too", async () => {
  await using outer = await Folder.make({});
  const files = Object.entries(projectWith(TWO())).map(([name, text]) => [`apps/one/${name}`, text]);
  await outer.write(Object.fromEntries(files));
  await outer.init();
  const { code, stderr } = await wf(["execute-phase", "1"], {
    cwd: `${outer.path}/apps/one`,
    env: homeIn(outer),
  });
  assert.equal(code, 0, stderr);
  assert.equal(await outer.read("apps/one/02.txt"), "02\n");
  assert.deepEqual(await leftovers(outer), []);
});

Deno.test("core.autocrlf changes line endings in worktrees and commits nothing because of it", async () => {
  await using folder = await wide(
    () => [
      {
        plan: "01",
        files: ["01.txt"],
        tasks: [{ name: "Do 01", files: "01.txt", script: "cat kept.txt > 01.txt" }],
      },
      onePlan("02", "echo 02 > 02.txt"),
    ],
    {},
    { "kept.txt": "a\nb\n" },
  );
  await folder.git("config", "core.autocrlf", "true");
  await completes(folder);
  assert.equal(await folder.git("diff", "--name-only", "HEAD~4", "HEAD", "--", "kept.txt"), "");
});

Deno.test("signed commits stay signed when they are replayed", async () => {
  await using folder = await wide(() => [onePlan("01", "sleep 0.1; echo 01 > 01.txt"), ...TWO().slice(1)]);
  await folder.write({
    ".git/sign": '#!/bin/sh\ncat > /dev/null\necho "[GNUPG:] SIG_CREATED D" >&2\n' +
      'printf -- "-----BEGIN PGP SIGNATURE-----\\n\\nfake\\n-----END PGP SIGNATURE-----\\n"\n',
  });
  await Deno.chmod(`${folder.path}/.git/sign`, 0o755);
  await folder.git("config", "gpg.program", `${folder.path}/.git/sign`);
  await folder.git("config", "commit.gpgSign", "true");
  await completes(folder);
  const commits = await folder.git("log", "-4", "--format=%H");
  for (const commit of commits.split("\n")) {
    assert.match(await folder.git("cat-file", "-p", commit), /^gpgsig /m, commit);
  }
});

Deno.test({
  name: "commits signed with an SSH key stay signed when they are replayed, and are good",
  ignore: !isInstalled("sh", "-c", "command -v ssh-keygen"),
  fn: async () => {
    await using folder = await wide(() => [onePlan("01", "sleep 0.1; echo 01 > 01.txt"), ...TWO().slice(1)]);
    const key = `${folder.path}/.git/key`;
    const { success } = await new Deno.Command("ssh-keygen", {
      args: ["-q", "-t", "ed25519", "-N", "", "-C", "test", "-f", key],
    }).output();
    assert.ok(success);
    await folder.write({ ".git/signers": `test@example.invalid ${await folder.read(".git/key.pub")}` });
    await folder.git("config", "gpg.format", "ssh");
    await folder.git("config", "gpg.ssh.allowedSignersFile", `${folder.path}/.git/signers`);
    await folder.git("config", "user.signingKey", `${key}.pub`);
    await folder.git("config", "commit.gpgSign", "true");
    await completes(folder);
    assert.equal(await folder.git("log", "-4", "--format=%G?"), "G\nG\nG\nG");
  },
});

Deno.test("documents that git ignores are in the worktrees all the same", async () => {
  await using folder = await wide(
    () => [onePlan("01", "cat .planning/ROADMAP.md > 01.txt"), onePlan("02", "echo 02 > 02.txt")],
    {},
    { ".gitignore": ".planning/\n" },
  );
  const { code, stderr } = await execute(folder);
  assert.equal(code, 0, stderr);
  assert.match(await folder.read("01.txt"), /Phase 1: Base/);
  assert.deepEqual((await folder.subjects()).slice(-2), ["feat(01-01): do 01", "feat(01-02): do 02"]);
  assert.deepEqual(await leftovers(folder), []);
});

Deno.test("in a repository with submodules plans run one after the other, where the submodules are", async () => {
  await using inner = await Folder.make({ "lib.txt": "lib\n" });
  await inner.init();
  await using folder = await wide(
    () => [onePlan("01", "cat sub/lib.txt > 01.txt"), onePlan("02", "cat sub/lib.txt > 02.txt")],
  );
  await folder.git("-c", "protocol.file.allow=always", "submodule", "--quiet", "add", inner.path, "sub");
  await folder.git("commit", "--quiet", "--message=submodule");
  await completes(folder);
  assert.equal(await folder.read("01.txt"), "lib\n");
});

/** A project with a submodule in which a task works. */
async function withSubmodule(inner: Folder, script: string, files: readonly string[]): Promise<Folder> {
  await inner.init();
  const folder = await wide(() => [onePlan("01", `echo 1 > 01.txt; ${script}`, ["01.txt", ...files])]);
  await folder.git("-c", "protocol.file.allow=always", "submodule", "--quiet", "add", inner.path, "sub");
  await folder.git("commit", "--quiet", "--message=submodule");
  for (const [key, value] of [["user.name", "Test"], ["user.email", "test@example.invalid"]] as const) {
    await folder.git("-C", "sub", "config", key, value);
  }
  return folder;
}

Deno.test("a task whose files in a submodule are not committed there waits until the user has done that", async () => {
  await using inner = await Folder.make({ "lib.txt": "lib\n" });
  await using folder = await withSubmodule(inner, "echo more >> sub/lib.txt", ["sub/lib.txt"]);
  const { code, stderr } = await execute(folder);
  assert.equal(code, 2, stderr);
  const [, command] = /it changes files in the submodule sub, .*\n.*same command: (git .*)$/m.exec(stderr)!;
  const { code: failed } = await new Deno.Command("sh", { args: ["-c", `${command} -qm more`] }).output();
  assert.equal(failed, 0, command);
  const done = await execute(folder, "--answer", "01-01/1/script=commit");
  assert.equal(done.code, 0, done.stderr);
  assert.match(
    await folder.git("show", "--submodule", "--format=%s", "HEAD~1"),
    /^feat\(01-01\): do 01[^]*> more$/m,
  );
  assert.equal(await folder.git("status", "--porcelain"), "");
});

Deno.test("a commit in a submodule is part of the task's, and other changes there are not", async () => {
  await using inner = await Folder.make({ "lib.txt": "lib\n" });
  await using folder = await withSubmodule(
    inner,
    "cd sub; echo more >> lib.txt; git commit -qam more; echo built > built.txt",
    [],
  );
  const done = await execute(folder);
  assert.equal(done.code, 0, done.stderr);
  assert.match(await folder.git("show", "--submodule", "HEAD~1", "--", "sub"), /^ {2}> more$/m);
});

Deno.test("what a build writes into a submodule is not committed, and named", async () => {
  await using inner = await Folder.make({ "lib.txt": "lib\n" });
  await using folder = await withSubmodule(inner, "echo built > sub/built.txt", []);
  const { code, stderr } = await execute(folder);
  assert.equal(code, 0, stderr);
  assert.match(
    stderr,
    /Not committed, because it is a submodule, which has changes but no new commit: sub$/m,
  );
  assert.equal(await folder.git("show", "--name-only", "--format=", "HEAD~1"), "01.txt");
});

Deno.test("where worktree.setup brings the submodules plans run at the same time, and have them", async () => {
  await using inner = await Folder.make({ "lib.txt": "lib\n" });
  await inner.init();
  const setup = ["git -c protocol.file.allow=always submodule --quiet update --init"];
  await using folder = await wide(
    () => [
      onePlan("01", "cat sub/lib.txt > 01.txt"),
      onePlan("02", "pwd > 02.txt; cat sub/lib.txt >> 02.txt"),
    ],
    { worktree: { setup } },
  );
  await folder.git("-c", "protocol.file.allow=always", "submodule", "--quiet", "add", inner.path, "sub");
  await folder.git("commit", "--quiet", "--message=submodule");
  const { code, stderr } = await execute(folder);
  assert.equal(code, 0, stderr);
  // Git removes no worktree that has submodules unless it is forced: that is left to a person.
  const [, command] = /^! The worktree of wf\/work\/01-01 is kept .*, then: (git worktree remove .*)$/m.exec(
    stderr,
  )!;
  await new Deno.Command("sh", { args: ["-e", "-c", command!], cwd: folder.path }).output();
  // The next run removes the record.
  const left = (await leftovers(folder)).filter((left) => left.endsWith("/01-01"));
  assert.deepEqual(left, ["record of wf/work/01-01"]);
  assert.match(await folder.read("02.txt"), /\.wf\/worktrees\/.*\/01-02\nlib\n$/);
});

Deno.test("in a repository without a commit the first plans run one after the other", async () => {
  await using folder = await Folder.make(projectWith(TWO()));
  await folder.git("init", "--quiet", "--initial-branch=main");
  await folder.git("config", "user.name", "Test");
  await folder.git("config", "user.email", "test@example.invalid");
  const { code, stderr } = await execute(folder);
  assert.equal(code, 0, stderr);
  assert.deepEqual(await folder.subjects(), DONE);
});

Deno.test("a branch with the name of a worktree's branch that is not ours is refused and kept", async () => {
  await using folder = await wide(TWO);
  await folder.git("branch", "wf/work/01-02");
  const { code, stderr } = await execute(folder);
  assert.equal(code, 1, stderr);
  assert.match(stderr, /the branch "wf\/work\/01-02" exists and was not created by wf/);
  assert.match(await folder.git("branch"), /wf\/work\/01-02/);
});

Deno.test("a run in another worktree of the repository is refused during a run", async () => {
  await using folder = await wide((shared) => [
    onePlan(
      "01",
      `touch "${shared}/begun"; until test -e "${shared}/go"; do sleep 0.02; done; echo 01 > 01.txt`,
    ),
    onePlan("02", "echo 02 > 02.txt"),
  ]);
  await folder.git("worktree", "add", "--quiet", "-b", "side", `${folder.path}/.git/side`);
  const here = { cwd: folder.path, env: homeIn(folder), process: true };
  const first = wf(["execute-phase", "1"], here);
  await appears(folder, ".git/begun", first);
  const second = await wf(["execute-phase", "1"], { cwd: `${folder.path}/.git/side`, env: homeIn(folder) });
  await folder.write({ ".git/go": "" });
  assert.equal(second.code, 2);
  assert.match(
    second.stderr,
    /Another run is in progress: execute-phase 1, process \d+ on .*, started \d{4}-\S+Z/,
  );
  assert.equal((await first).code, 0);
});

Deno.test("a worktree's files that git does not know are never deleted with it", async () => {
  await using folder = await wide(() => [
    {
      plan: "01",
      files: ["01.txt"],
      tasks: [{ name: "Do 01", files: "01.txt", script: "echo 01 > 01.txt" }],
    },
    onePlan("02", "echo 02 > 02.txt"),
  ]);
  await folder.hook("post-commit", 'case "$PWD" in */01-01) echo precious > precious.txt;; esac');
  const { code, stderr } = await execute(folder);
  assert.equal(code, 0, stderr);
  assert.match(stderr, /precious\.txt\); they are in the stash/);
  assert.equal(await folder.git("show", "stash@{0}:precious.txt"), "precious");
});

Deno.test("no git command of a run forces, deletes or bypasses a hook", async () => {
  await using folder = await wide(() => [
    { plan: "01", files: ["a.txt", "b.txt"], tasks: [writes("a.txt"), writes("b.txt")] },
    onePlan("02", "echo 02 > 02.txt"),
    { ...onePlan("03", "echo 03 > 03.txt"), wave: 2, dependsOn: ["01-01"] },
  ], { git: { branching_strategy: "phase" } });
  const fixed = `${folder.path}/.git/fixed`;
  await folder.hook("pre-commit", `test -e "${fixed}" || { touch "${fixed}"; exit 1; }`);
  // Every call of the program fails a test that asks for what is not allowed; here it is shown that they are seen.
  const { code, stderr, git } = await execute(folder, "--answer", "merge=squash");
  assert.equal(code, 0, stderr);
  const commands = new Set(git.flat());
  for (const command of ["commit", "worktree", "cherry-pick", "merge", "merge-tree", "update-ref"]) {
    assert.ok(commands.has(command), command);
  }
  assert.ok(git.length > 60, `${git.length} calls`);
});

Deno.test("worktree.copy brings ignored files and links folders", async () => {
  await using folder = await wide(
    () => [
      onePlan("01", "cat .env packages/one.txt > 01.txt"),
      onePlan("02", "test -L packages; cat .env > 02.txt"),
    ],
    { worktree: { copy: [".env", "link:packages", "absent"] } },
    { ".gitignore": ".env\npackages/\n" },
  );
  await folder.write({ ".env": "SECRET=1\n", "packages/one.txt": "one\n" });
  const { code, stderr } = await execute(folder);
  assert.equal(code, 0, stderr);
  assert.match(stderr, /worktree\.copy names absent, which does not exist/);
  assert.equal(await folder.read("01.txt"), "SECRET=1\none\n");
  assert.deepEqual(await leftovers(folder), []);
  assert.equal(await folder.read("packages/one.txt"), "one\n");
});

Deno.test("declared files that git ignores are copied from the worktree, and overwrite nothing", async () => {
  await using folder = await wide(
    () => [
      onePlan("01", "mkdir -p data; printf 'made\\0' > data/a.bin; echo x > scratch.log; echo 01 > 01.txt", [
        "01.txt",
        "data/a.bin",
      ]),
      onePlan("02", "echo KEY=2 >> .env; cp same.env kept.env", [".env", "kept.env"]),
    ],
    { worktree: { copy: [".env", "same.env"] } },
    { ".gitignore": "data/\n*.env\n*.log\n" },
  );
  await folder.write({ ".env": "KEY=1\n", "same.env": "same\n", "kept.env": "same\n" });
  const { code, stderr } = await execute(folder);
  assert.equal(code, 0, stderr);
  assert.equal(await folder.read("data/a.bin"), "made\0");
  assert.match(stderr, /Copied from the worktree of plan 01-01, because git ignores it: data\/a\.bin/);
  assert.equal(await folder.read(".env"), "KEY=1\n");
  const [, kept = ""] = /Plan 01-02 has changed \.env, which git ignores: .* is in (\S+)/.exec(stderr) ?? [];
  assert.equal(await folder.read(`${kept.slice(folder.path.length + 1)}/.env`), "KEY=1\nKEY=2\n");
  assert.match(
    stderr,
    /Task 01-02\/1 has an empty commit: its plan declares files that git ignores \(\.env, kept\.env\)/,
  );
  assert.equal(await folder.has("scratch.log"), false);
  assert.deepEqual(await leftovers(folder), []);
});

Deno.test("worktree.setup runs once in each worktree before its plan begins", async () => {
  await using folder = await wide(
    () => [onePlan("01", "cat ready.txt > 01.txt"), onePlan("02", "cat ready.txt > 02.txt")],
    { worktree: { setup: ["echo setup >> ready.txt"] } },
    { ".gitignore": "ready.txt\n" },
  );
  const { code, stderr } = await execute(folder);
  assert.equal(code, 0, stderr);
  assert.deepEqual([await folder.read("01.txt"), await folder.read("02.txt")], ["setup\n", "setup\n"]);
  assert.deepEqual(await leftovers(folder), []);
});

Deno.test("a worktree that cannot be made ready stops its plan with what was printed", async () => {
  await using folder = await wide(TWO, { worktree: { setup: ["echo no network >&2; exit 3"] } });
  const { code, stderr } = await execute(folder);
  assert.equal(code, 1);
  assert.match(stderr, /Cannot set up worktree 01-01: echo no network/);
  assert.match(stderr, /no network/);
});

/** Two plans that run at the same time, after a run that was killed while git made the first one's worktree. */
async function halfMade(reason: string): Promise<{ readonly folder: Folder; readonly worktree: string }> {
  const folder = await wide(() => [onePlan("01", "cp kept.txt 01.txt"), onePlan("02", "echo 02 > 02.txt")]);
  await folder.write({ "kept.txt": "kept\n", "lost.txt": "lost\n" });
  await folder.git("add", "--all");
  await folder.git("commit", "--quiet", "--message=files");
  const worktree = `${folder.path}/.git/home/left/01-01`;
  await recordWorkBranch(folder, "wf/work/01-01");
  const branch = ["-b", "wf/work/01-01", worktree, "main"];
  await folder.git("worktree", "add", "--quiet", "--lock", "--reason", reason, ...branch);
  return { folder, worktree };
}

for (const reason of ["wf is making it", "initializing"]) {
  Deno.test(`a worktree that a kill left incomplete is completed, and does not count as work: ${reason}`, async () => {
    const { folder, worktree } = await halfMade(reason);
    await using _ = folder;
    await Deno.remove(`${worktree}/lost.txt`);
    await Deno.writeTextFile(`${worktree}/kept.txt`, "ke");
    await Deno.writeTextFile(`${folder.path}/.git/worktrees/01-01/index.lock`, "");
    const { code, stderr } = await execute(folder);
    assert.equal(code, 0, stderr);
    assert.equal(await folder.read("01.txt"), "kept\n");
    assert.equal(await folder.git("stash", "list"), "");
    assert.deepEqual(await leftovers(folder), []);
  });
}

Deno.test("a folder that is no longer a worktree is kept, and so is everything around it", async () => {
  const { folder, worktree } = await halfMade("initializing");
  await using _ = folder;
  await Deno.remove(`${worktree}/.git`);
  await Deno.writeTextFile(`${worktree}/mine.txt`, "mine\n");
  // As with a home whose settings are kept in git.
  const home = `${folder.path}/.git/home`;
  await folder.git("init", "--quiet", home);
  await Deno.writeTextFile(`${home}/settings`, "mine\n");
  const { code, stderr } = await execute(folder);
  assert.equal(code, 0, stderr);
  assert.match(stderr, /no longer a worktree; its files are now in \S+01-01-\d+/);
  assert.equal(await Deno.readTextFile(`${home}/settings`), "mine\n");
  assert.equal(await folder.git("-C", home, "status", "--porcelain", "settings"), "?? settings");
  assert.equal(await folder.git("for-each-ref", "refs/heads/wf/work"), "");
});

Deno.test("a worktree of the user whose disk is not plugged in is none of a run's business", async () => {
  await using folder = await wide(
    () => [onePlan("01", "echo 01 > 01.txt"), onePlan("02", "echo 02 > 02.txt")],
  );
  const [there, away] = [`${folder.path}/.git/disk`, `${folder.path}/.git/away`];
  await folder.git("worktree", "add", "--quiet", "-b", "mine", `${there}/mine`);
  await Deno.writeTextFile(`${there}/mine/staged.txt`, "mine\n");
  await folder.git("-C", `${there}/mine`, "add", "staged.txt");
  await Deno.rename(there, away);
  const { code, stderr } = await execute(folder);
  assert.equal(code, 0, stderr);
  await Deno.rename(away, there);
  assert.equal(await folder.git("-C", `${there}/mine`, "status", "--porcelain"), "A  staged.txt");
});

Deno.test("a worktree of ours whose folder was removed is made again, and its commits stay", async () => {
  await using folder = await wide(() => [
    {
      plan: "01",
      files: ["a.txt", "b.txt"],
      tasks: [writes("a.txt"), {
        name: "Add b.txt",
        files: "b.txt",
        script: 'test -e "$HOME/on" && cp a.txt b.txt',
      }],
    },
    onePlan("02", "echo 02 > 02.txt"),
  ]);
  assert.equal((await execute(folder)).code, 1);
  const listed = await folder.git("worktree", "list", "--porcelain");
  const directory = /^worktree (.*\/01-01)$/m.exec(listed)![1]!;
  await Deno.remove(directory, { recursive: true });
  await folder.write({ ".git/home/on": "" });
  const { code, stderr } = await execute(folder);
  assert.equal(code, 0, stderr);
  assert.equal(await folder.read("b.txt"), "a.txt\n");
  assert.deepEqual(await leftovers(folder), []);
});
