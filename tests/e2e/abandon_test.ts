import assert from "node:assert/strict";
import type { StatusResult } from "../../schemas/results/status.ts";
import type { StructureResult } from "../../schemas/results/structure.ts";
import { schemaProblems } from "../deps/ajv.ts";
import { pointVariables, preparePoints, takePoints } from "../support/git_points.ts";
import { recordedWorkBranches, recordWorkBranch } from "../support/work_branches.ts";
import { runUntil } from "../support/kills.ts";
import { paste } from "../support/paste.ts";
import { planText, smallProject, writes } from "../support/plans.ts";
import { wf } from "../support/program.ts";
import { type Folder, repository } from "../support/repository.ts";
import { difference, result } from "../support/run_result.ts";
import { homeIn, leftovers, meets, onePlan, wide } from "../support/wide.ts";

const ROADMAP = ".planning/ROADMAP.md";
const BRANCH = "wf/phase-01-base";
const FILES = {
  ...smallProject({ mode: "yolo", git: { branching_strategy: "phase" } }),
  [ROADMAP]: "# Roadmap\n\n- 🚧 **v1.0 MVP** - Phases 1-2\n\n- [ ] **Phase 1: Base** - Mine\n" +
    "- [ ] **Phase 2: More**\n\n### Phase 1: Base\n\n### Phase 2: More\n",
  ".planning/phases/02-more/02-01-PLAN.md": planText({
    phase: "02-more",
    plan: "01",
    files: ["e.txt"],
    tasks: [writes("e.txt")],
  }),
};

const call = (folder: Folder, ...args: string[]) => wf(args, { cwd: folder.path, env: homeIn(folder) });

async function json<T>(folder: Folder, ...args: string[]): Promise<T> {
  const { code, stdout, stderr } = await call(folder, ...args, "--json");
  assert.equal(code, 0, stderr);
  return JSON.parse(stdout);
}

/** A repository whose first phase is half done on its own branch, and main is checked out. */
async function begun(): Promise<Folder> {
  const folder = await repository(FILES);
  assert.equal((await call(folder, "execute-phase", "1", "--plan", "01-01")).code, 0);
  await folder.git("switch", "--quiet", "main");
  return folder;
}

Deno.test("abandon cancels a phase in one commit, keeps its branch under another name, and can be taken back", async () => {
  await using folder = await begun();
  const [before, head, tip] = [await folder.read(ROADMAP), await folder.git("rev-parse", "HEAD"), BRANCH];
  const work = await folder.git("rev-parse", tip);
  const why = ["--why", "bought (from Acme)"];
  const preview = await call(folder, "abandon", "1", ...why, "--dry-run");
  assert.match(preview.stdout, /keep branch wf\/phase-01-base as wf\/abandoned\/phase-01-base$/m);
  assert.equal(await folder.git("rev-parse", "HEAD"), head);
  const result = await json<StructureResult>(folder, "abandon", "1", ...why, "--yes");
  assert.equal(await schemaProblems("structure", result), "");
  assert.equal(
    await folder.read(ROADMAP),
    before.replace("- Mine", "- Mine (CANCELLED: bought [from Acme])")
      .replace("### Phase 1: Base", "### Phase 1: Base (CANCELLED: bought [from Acme])"),
  );
  assert.deepEqual((await folder.subjects()).slice(-1), ["docs: abandon phase 1: Base"]);
  assert.match(await folder.git("log", "-1", "--format=%B"), /^Wf-Skipped: 01-01\/1 bought \(from Acme\)$/m);
  assert.equal(await folder.git("rev-parse", "wf/abandoned/phase-01-base"), work);
  assert.equal(await folder.git("branch", "--list", BRANCH), "");
  const status = await json<StatusResult>(folder, "status");
  assert.deepEqual([status.phases[0]!.aside, status.totals.phases.total], ["cancelled", 1]);
  assert.deepEqual(status.next, ["wf execute-phase 2"]);
  const { code, output } = await paste(result.back!, { cwd: folder.path });
  assert.equal(code, 0, output);
  assert.equal(await folder.git("rev-parse", BRANCH), work);
  assert.equal(await folder.read(ROADMAP), before);
  assert.deepEqual((await json<StatusResult>(folder, "status")).phases[0]!.plans[0]!.state, "complete");

  await json<StructureResult>(folder, "abandon", "1", ...why, "--yes");
  assert.equal((await call(folder, "execute-phase", "2", "--answer", "merge=squash")).code, 0);
  const milestone = await call(folder, "complete-milestone", "--dry-run", "--json");
  assert.deepEqual(
    JSON.parse(milestone.stdout).milestone.phases.map(({ number }: { readonly number: string }) => number),
    ["02"],
  );
});

const REFUSED: Readonly<Record<string, readonly [RegExp, (folder: Folder) => Promise<unknown>, string[]?]>> =
  {
    "without a reason": [/Give the reason/, () => Promise.resolve(), ["abandon", "1", "--yes"]],
    "while its branch is checked out": [
      /git switch main$/m,
      (folder) => folder.git("switch", "--quiet", BRANCH),
    ],
    "twice": [
      /is not part of the work already/,
      (folder) => call(folder, "abandon", "1", "--why", "x", "--yes"),
    ],
    "that another plan depends on": [/plan 02-01 depends on it/, async (folder) => {
      const path = ".planning/phases/02-more/02-01-PLAN.md";
      await folder.write({
        [path]: (await folder.read(path)).replace("depends_on: []", 'depends_on: ["01-01"]'),
      });
      await folder.git("commit", "--quiet", "--all", "--message=depend");
    }],
  };

for (const [when, [message, prepare, args]] of Object.entries(REFUSED)) {
  Deno.test(`a phase is not abandoned ${when}`, async () => {
    await using folder = await begun();
    await prepare(folder);
    const head = await folder.git("rev-parse", "HEAD");
    const { code, stderr } = await call(folder, ...args ?? ["abandon", "1", "--why", "x", "--yes"]);
    assert.equal(code, 2, stderr);
    assert.match(stderr, message);
    assert.equal(await folder.git("rev-parse", "HEAD"), head);
  });
}

Deno.test("abandon removes the worktrees of a phase, and keeps their commits and changes", async () => {
  await using folder = await wide((shared) => [
    onePlan("01", `${meets(shared, "01", "02")}\necho one > undeclared.txt`),
    onePlan("02", `${meets(shared, "02", "01")}\nsleep 0.3\necho two > undeclared.txt`),
  ]);
  assert.equal((await call(folder, "execute-phase", "1")).code, 4);
  const work = await folder.git("rev-parse", "wf/work/01-02");
  const [, directory] = /^worktree (.*01-02)$/m.exec(await folder.git("worktree", "list", "--porcelain"))!;
  await Deno.writeTextFile(`${directory}/mine.txt`, "mine\n");
  const { code, stderr } = await call(folder, "abandon", "1", "--why", "x", "--yes");
  assert.equal(code, 0, stderr);
  assert.equal(await folder.git("rev-parse", "wf/abandoned/work/01-02"), work);
  assert.deepEqual((await leftovers(folder)).filter((left) => !left.includes("abandoned")), []);
  assert.equal(await folder.git("show", "stash@{0}:mine.txt"), "mine");
});

/** A repository with a phase branch and the worktree of a plan that is replayed onto it, which has changes. */
async function stopped(): Promise<Folder> {
  const folder = await repository(FILES);
  const worktree = ".git/home/.wf/worktrees/x/01-01";
  await folder.git("branch", BRANCH);
  await folder.git("worktree", "add", "--quiet", "-b", "wf/work/01-01", worktree, BRANCH);
  await folder.git("config", `branch.${BRANCH}.wfbase`, "main");
  await recordWorkBranch(folder, "wf/work/01-01", BRANCH);
  await folder.write({ [`${worktree}/a.txt`]: "a\n" });
  await folder.git("-C", worktree, "add", "a.txt");
  await folder.git("-C", worktree, "commit", "--quiet", "--message=feat: a\n\nWf-Plan: 01-01\nWf-Task: 1");
  await folder.write({ [`${worktree}/a.txt`]: "more\n", [`${worktree}/mine.txt`]: "mine\n" });
  await preparePoints(folder);
  return folder;
}

Deno.test({
  name:
    "abandon ends the same when all of it is killed and it is called again, with a worktree and its changes",
  ignore: Deno.build.os !== "linux",
  // A run that was killed waits for ever.
  sanitizeOps: false,
  sanitizeResources: false,
  fn: async () => {
    const command = ["abandon", "1", "--why", "x", "--yes"];
    const outcome = async (folder: Folder) =>
      [
        await result(folder),
        await folder.git("config", "--get-regexp", "^branch\\."),
        JSON.stringify(await recordedWorkBranches(folder)),
        await folder.git("stash", "list", "--format=%gs"),
        await folder.has(".planning/.wf-change.json") ? "unfinished" : "",
      ].join("\n").replace(/\b[0-9a-f]{7}\b/g, "<commit>");
    await using whole = await stopped();
    const env = { ...homeIn(whole), ...pointVariables(whole, { point: 0 }) };
    assert.equal((await wf(command, { cwd: whole.path, env })).code, 0);
    const points = (await takePoints(whole)).flatMap((name, index) => {
      return /^(?:reference-transaction (?:prep|comm)|post-checkout)/.test(name) ? [index + 1] : [];
    });
    assert.ok(points.length > 6);
    const expected = await outcome(whole);
    let killed = 0;
    for (const point of points) {
      await using folder = await stopped();
      // Git writes its index a time more or less, so that the last points may not be reached.
      const { code, stderr } = await runUntil({ kind: "git", point }, { scenario: {}, folder, command }) ??
        (killed++, await call(folder, ...command));
      assert.equal(code, 0, `${point}: ${stderr}`);
      const found = await outcome(folder);
      assert.equal(found, expected, `${point}: ${stderr}\n${difference(expected, found)}`);
    }
    assert.ok(killed > 5);
  },
});

Deno.test("abandon names the remote copies of a branch, and removes wf's empty folder of worktrees", async () => {
  await using folder = await begun();
  await folder.git("remote", "add", "origin", `${folder.path}/.git`);
  await folder.git("update-ref", `refs/remotes/origin/${BRANCH}`, BRANCH);
  await folder.write({ ".wf/worktrees/.gitignore": "*\n" });
  const hosted = ["--quiet", "-b", "wf/work/01-02", ".wf/worktrees/01-02"];
  await folder.git("worktree", "add", ...hosted);
  await recordWorkBranch(folder, "wf/work/01-02");
  await folder.git("-C", ".wf/worktrees/01-02", "commit", "--quiet", "--allow-empty", "--message=work");
  const { code, stderr } = await call(folder, "abandon", "1", "--why", "x", "--yes");
  assert.equal(code, 0, stderr);
  assert.match(
    stderr,
    /origin\/wf\/phase-01-base is kept too: .*: git push origin --delete wf\/phase-01-base$/m,
  );
  assert.equal(await folder.has(".wf"), false);
});

Deno.test("an abandoned phase is not executed, and run continues with the next one", async () => {
  await using folder = await begun();
  assert.equal((await call(folder, "abandon", "1", "--why", "x", "--yes")).code, 0);
  const head = await folder.git("rev-parse", "HEAD");
  const { code, stderr } = await call(folder, "execute-phase", "1");
  assert.equal(code, 2);
  assert.match(stderr, /Phase 01 is cancelled\n +→ To take it up again, revert the commit/);
  assert.equal(await folder.git("rev-parse", "HEAD"), head);
  const run = await call(folder, "run", "--answer", "merge=squash");
  assert.equal(run.code, 0, run.stderr);
  assert.match(run.stderr, /^wf execute-phase 2$/m);
  assert.doesNotMatch(run.stderr, /^wf execute-phase 1$/m);
});
