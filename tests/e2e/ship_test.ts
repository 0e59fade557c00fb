/**
 * Pull requests: their text, branches without documents, and what is pushed.
 */
import assert from "node:assert/strict";
import { schemaProblems } from "../deps/ajv.ts";
import { smallProject } from "../support/plans.ts";
import { repository } from "../support/repository.ts";
import { paste } from "../support/paste.ts";
import { homeAt, wf } from "../support/program.ts";
import { type Person, teamWith } from "../support/team.ts";

const BRANCH = "wf/phase-01-base";
const FILES = smallProject({ mode: "yolo", git: { branching_strategy: "phase" } });

async function executed(ann: Person): Promise<void> {
  await ann.succeeds("execute-phase", "1", "--answer", "merge=skip");
}

Deno.test("the text has the commits, the verdicts and the checks, and nothing is pushed", async () => {
  await using team = await teamWith(FILES);
  const ann = await team.person("ann");
  await executed(ann);
  await ann.succeeds("verify-phase", "1", "--answer", "must_haves=approved");
  const refs = await ann.git("for-each-ref");
  const called = await ann.succeeds("ship", "--json");
  const result = JSON.parse(called.stdout);
  assert.equal(await schemaProblems("ship", result), "");
  const { title, outcome, base, text, next } = result;
  assert.deepEqual({ title, outcome, base, next }, {
    title: "feat(01): Base",
    outcome: "written",
    base: "main",
    next: ["wf ship --push"],
  });
  for (
    const part of [
      /^## What was built\n\n\*\*01-01\*\* Build part 01\.\n\n- feat\(01-01\): add a\.txt \([0-9a-f]{7}\)$/m,
      /^Phase 01 \(Base\): verified$/m,
      /^\| 01-02 \| It works \| ✓ verified by a person \|$/m,
      /^## Deviations\n\nNone recorded\.$/m,
      /^\| 01-01\/1 \| test -f a\.txt \| ✓ verified \|/m,
      /^## How to try it\n\n\*\*01-01\*\*\n\n- \[ \] It works$/m,
    ]
  ) assert.match(text, part);
  assert.equal(await ann.git("for-each-ref"), refs);
  assert.doesNotMatch(await ann.git("ls-remote"), /wf\//);
});

Deno.test("work that is not complete is shipped as a draft only", async () => {
  await using folder = await repository(FILES);
  const run = (...args: readonly string[]) => wf(args, { cwd: folder.path });
  assert.match(
    (await run("ship", "1")).stderr,
    /Phase 01 has no branch of its own yet\n.*wf execute-phase 1/,
  );
  await run("execute-phase", "1", "--plan", "01-01");
  assert.match(
    (await run("ship")).stderr,
    /Phase 01 is not complete\n.*wf execute-phase 1, .*wf ship --draft/,
  );
  const draft = await run("ship", "--draft", "--title", "Base, begun", "--dry-run");
  assert.equal(draft.code, 0, draft.stderr);
  assert.match(
    draft.stdout,
    /^Base, begun\n[^]*\*\*01-02\*\* \(not complete\)[^]*A draft of wf\/phase-01-base into main/,
  );
  await folder.git("switch", "--quiet", "main");
  assert.match(
    (await run("ship", "1")).stderr,
    /is on branch "wf\/phase-01-base".*\n.*git switch wf\/phase-01-base/,
  );
  assert.match((await run("ship")).stderr, /not a branch of wf/);
  const none = await run("ship", "--set", "git.branching_strategy=none");
  assert.match(none.stderr, /wf config set git\.branching_strategy phase/);
});

Deno.test("a branch without documents has the same tree otherwise, passes the hooks, and grows without force", async () => {
  await using team = await teamWith(FILES);
  const ann = await team.person("ann");
  await executed(ann);
  await ann.clone.hook("commit-msg", `cat "$1" >> "$(git rev-parse --git-common-dir)/messages"`);
  const before = await ann.git("rev-parse", "HEAD");
  const ship = async () => {
    const { stdout } = await ann.succeeds("ship", "--without-planning", "--out", "../pr.md", "--json");
    const { branch, commit } = JSON.parse(stdout);
    assert.equal(await ann.git("rev-parse", branch), commit);
    return branch as string;
  };
  const branch = await ship();
  assert.equal(branch, `${BRANCH}-ship`);
  assert.equal(await ann.git("diff", "--stat", branch, BRANCH, "--", ".", ":!.planning"), "");
  assert.equal(await ann.git("diff", "--stat", branch, "main", "--", ".planning"), "");
  assert.deepEqual(await ann.clone.subjects(`main..${branch}`), ["feat(01): Base"]);
  assert.match(await ann.clone.read(".git/messages"), /^Wf-Shipped: /m);
  assert.deepEqual([await ann.git("rev-parse", "HEAD"), await ann.git("status", "--porcelain")], [
    before,
    "",
  ]);
  const first = await ann.git("rev-parse", branch);
  await ship();
  assert.equal(await ann.git("rev-parse", branch), first);
  await ann.git("rm", "--quiet", "a.txt");
  await ann.git("commit", "--quiet", "--message=review");
  await ship();
  assert.equal(await ann.git("rev-parse", `${branch}^`), first);
  assert.equal(await ann.git("diff", "--stat", branch, BRANCH, "--", ".", ":!.planning"), "");
  const cleanup = async () => JSON.parse((await ann.succeeds("status", "--json")).stdout).cleanup;
  assert.equal(await cleanup(), undefined);
  await ann.git("switch", "--quiet", "main");
  await ann.git("merge", "--quiet", "--squash", branch);
  await ann.git("commit", "--quiet", "--message=feat: base");
  assert.deepEqual(await cleanup(), [`git branch -D ${branch}`]);
});

Deno.test("nothing is shipped without documents if a hook refuses, or if a branch of the user has its name", async () => {
  await using folder = await repository(FILES);
  const run = (...args: readonly string[]) => wf(args, { cwd: folder.path });
  await run("execute-phase", "1", "--answer", "merge=skip");
  await folder.hook("commit-msg", "echo no ticket >&2; exit 1");
  const refused = await run("ship", "--without-planning");
  assert.equal(refused.code, 1);
  assert.match(refused.stdout, /refused\nno ticket\n/);
  assert.equal(await folder.git("branch", "--list", "*-ship"), "");
  await folder.git("branch", `${BRANCH}-ship`, "main");
  const taken = await run("ship", "--without-planning");
  assert.match(
    taken.stderr,
    /branch of that name has other commits\n.*git branch -m wf\/phase-01-base-ship <name>/,
  );
});

Deno.test("--push pushes the branch, and opens the pull request with the program of the server", async () => {
  await using team = await teamWith(FILES);
  const ann = await team.person("ann");
  await executed(ann);
  const program = `${ann.home}/bin/gh`;
  const PATH = `${ann.home}/bin:${Deno.env.get("PATH")}`;
  const push = (env: Readonly<Record<string, string>> = {}) => {
    return wf(["ship", "--push"], { cwd: ann.clone.path, env: { PATH, HOME: ann.home, ...env } });
  };
  const byAgent = await push({ CLAUDECODE: "1" });
  assert.deepEqual([byAgent.code, /Cannot push: a coding agent calls/.test(byAgent.stderr)], [2, true]);
  assert.doesNotMatch(await ann.git("ls-remote"), /wf\//);
  await Deno.mkdir(`${ann.home}/bin`);
  const script = (end: string) => `#!/bin/sh\nprintf '%s\\n' "$@" > ${ann.home}/arguments\n${end}\n`;
  await Deno.writeTextFile(program, script("echo server is down >&2; exit 1"), { mode: 0o755 });
  const down = await push();
  assert.match(
    down.stdout,
    /✓ Pushed wf\/phase-01-base [^]*server is down[^]*gh pr create --head wf\/phase-01-base --base main/,
  );
  assert.match(await ann.git("ls-remote"), /wf\/phase-01-base$/m);
  await Deno.writeTextFile(program, script("echo https://example.invalid/pull/7"), { mode: 0o755 });
  assert.match((await push()).stdout, /✓ Opened the pull request: https:\/\/example\.invalid\/pull\/7\n/);
  const sent = await Deno.readTextFile(`${ann.home}/arguments`);
  assert.match(
    sent,
    /^pr\ncreate\n--head\nwf\/phase-01-base\n--base\nmain\n--title\nfeat\(01\): Base\n--body\n## What/,
  );
});

for (const planning of [true, false]) {
  const flags = planning ? [] : ["--without-planning"];
  Deno.test(`a push that the server refuses is not forced, and the printed commands get the commits of others${planning ? "" : ", also without documents"}`, async () => {
    await using team = await teamWith(FILES);
    const ann = await team.person("ann");
    await executed(ann);
    const branch = planning ? BRANCH : `${BRANCH}-ship`;
    await ann.succeeds("ship", ...flags, "--push");
    const bob = await team.person("bob");
    await bob.git("switch", "--quiet", branch);
    await bob.clone.write({ "review.txt": "bob\n" });
    await bob.git("add", "review.txt");
    await bob.git("commit", "--quiet", "--message=review");
    await bob.git("push", "--quiet", "origin", branch);
    await ann.clone.write({ "more.txt": "ann\n" });
    await ann.git("add", "more.txt");
    await ann.git("commit", "--quiet", "--message=more");
    const called = await ann.wf("ship", ...flags, "--push", "--json");
    const { outcome, next } = JSON.parse(called.stdout);
    assert.deepEqual([called.code, outcome], [1, "refused"]);
    assert.match(
      await ann.git("ls-remote"),
      new RegExp(`^${await bob.git("rev-parse", branch)}\\t.*${branch}$`, "m"),
    );
    for (const command of next) {
      const { code, output } = await paste(command, { cwd: ann.clone.path, env: homeAt(ann.home) });
      assert.equal(code, 0, output);
    }
    await bob.git("pull", "--quiet", "--ff-only");
    assert.deepEqual([await bob.clone.read("review.txt"), await bob.clone.read("more.txt")], [
      "bob\n",
      "ann\n",
    ]);
  });
}

Deno.test("after a push that a hook refuses, the same command is printed", async () => {
  await using team = await teamWith(FILES);
  const ann = await team.person("ann");
  await executed(ann);
  await ann.clone.hook("pre-push", "exit 1");
  const { next } = JSON.parse((await ann.wf("ship", "--push", "--json")).stdout);
  assert.deepEqual(next, ["wf ship --push"]);
});
