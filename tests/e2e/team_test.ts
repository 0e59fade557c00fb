/**
 * Several people in clones of their own: branches that are pushed, and merged on a server.
 */
import assert from "node:assert/strict";
import { planText, smallProject, writes } from "../support/plans.ts";
import { type Person, type Team, teamWith } from "../support/team.ts";

const BRANCH = "wf/phase-01-base";
const FILES = smallProject({ mode: "yolo", git: { branching_strategy: "phase" } });

/** Executes the first plan and pushes its branch. */
async function begin(ann: Person, branch = BRANCH): Promise<void> {
  await ann.succeeds("execute-phase", "1", "--plan", "01-01");
  await ann.git("push", "--quiet", "--set-upstream", "origin", branch);
}

for (const switches of [true, false]) {
  Deno.test(`a colleague continues a pushed branch, ${switches ? "checked out" : "also without checking it out"}`, async () => {
    await using team = await teamWith(FILES);
    const ann = await team.person("ann");
    await begin(ann);
    const bob = await team.person("bob");
    if (switches) await bob.git("switch", "--quiet", BRANCH);
    assert.match((await bob.succeeds("status")).stdout, /1 of 2 plans, 2 of 4 tasks/);
    await bob.succeeds("execute-phase", "1", "--answer", "merge=squash");
    assert.deepEqual((await bob.clone.subjects("main")).at(-1), "feat(01): Base");
    assert.equal((await bob.clone.subjects(BRANCH)).length, 7);
    assert.equal(await bob.git("diff", "--stat", "main", BRANCH), "");
  });
}

Deno.test("the base of a pushed branch is known in every clone, also if only the server has it", async () => {
  await using team = await teamWith(FILES);
  const ann = await team.person("ann");
  await ann.git("switch", "--quiet", "--create", "release/1.x");
  await ann.git("push", "--quiet", "origin", "release/1.x");
  await begin(ann);
  assert.match(
    await ann.git("log", "--format=%B", BRANCH),
    /^Wf-Branch: wf\/phase-01-base from release\/1\.x$/m,
  );
  const bob = await team.person("bob");
  await bob.git("switch", "--quiet", BRANCH);
  await bob.succeeds("execute-phase", "1", "--answer", "merge=history");
  assert.equal(await bob.git("branch", "--show-current"), "release/1.x");
  assert.equal(await bob.git("rev-parse", "HEAD^1"), await bob.git("rev-parse", "origin/release/1.x"));
  assert.equal((await bob.clone.subjects("main")).length, 1);
});

Deno.test("a branch that was renamed before it was pushed keeps its base", async () => {
  await using team = await teamWith(FILES);
  const ann = await team.person("ann");
  await ann.succeeds("execute-phase", "1", "--plan", "01-01");
  await ann.git("branch", "--move", "topic/01");
  await ann.succeeds("config", "set", "git.phase_branch_template", "topic/{phase}");
  await ann.git("commit", "--quiet", "--all", "--message=template");
  await ann.git("push", "--quiet", "origin", "topic/01");
  const bob = await team.person("bob");
  await bob.git("switch", "--quiet", "topic/01");
  await bob.succeeds("execute-phase", "1", "--answer", "merge=squash");
  assert.equal(await bob.git("branch", "--show-current"), "main");
});

Deno.test("a branch of an earlier version continues in its clone, and elsewhere once its base is named", async () => {
  await using team = await teamWith(FILES);
  const ann = await team.person("ann");
  await ann.succeeds("execute-phase", "1", "--plan", "01-01");
  await ann.git("filter-branch", "--force", "--msg-filter", "sed /^Wf-Branch/d", "main..HEAD");
  await ann.git("push", "--quiet", "origin", BRANCH);
  const bob = await team.person("bob");
  await bob.git("switch", "--quiet", BRANCH);
  const refused = await bob.wf("execute-phase", "1", "--answer", "merge=squash");
  assert.equal(refused.code, 2);
  const hint = /git (config branch\.\S+\.wfbase) <base>/.exec(refused.stderr);
  assert.ok(hint, refused.stderr);
  await bob.git(...hint[1]!.split(" "), "main");
  for (const person of [ann, bob]) await person.succeeds("execute-phase", "1", "--answer", "merge=squash");
});

Deno.test("tasks that a colleague has pushed are not executed again", async () => {
  await using team = await teamWith(FILES);
  const ann = await team.person("ann");
  await begin(ann);
  const bob = await team.person("bob");
  await bob.succeeds("execute-phase", "1", "--answer", "merge=skip");
  await bob.git("push", "--quiet");
  await ann.git("fetch", "--quiet");
  const refused = await ann.wf("execute-phase", "1");
  assert.equal(refused.code, 2);
  assert.match(
    refused.stderr,
    /Branch "wf\/phase-01-base" lacks commits of plan 01-02, which "origin\/wf\/phase-01-base" has\n.*git pull --ff-only/,
  );
  assert.deepEqual(await ann.next(), ["git pull --ff-only"]);
  await ann.git("pull", "--quiet", "--ff-only");
  const { stderr } = await ann.succeeds("execute-phase", "1", "--answer", "merge=squash");
  assert.doesNotMatch(stderr, /● /);
  assert.equal(await ann.git("diff", "--stat", "main", BRANCH), "");
});

/** Squashes a branch into main on the server, as its web page does, and removes the branch. */
async function squashOnServer({ server, person }: Team, branch: string, title: string): Promise<void> {
  const web = await person("web");
  await web.git("merge", "--squash", `origin/${branch}`);
  await web.git("commit", "--quiet", `--message=${title}`);
  await web.git("push", "--quiet", "origin", "main", `:${branch}`);
  assert.doesNotMatch(await server.git("for-each-ref"), new RegExp(branch));
}

Deno.test("two people, three phases and a pull request", async () => {
  const plan = (phase: string, after: string, file: string) =>
    planText({ phase, plan: "01", dependsOn: [after], files: [file], tasks: [writes(file)] });
  await using team = await teamWith({
    ...FILES,
    ".planning/phases/02-more/02-01-PLAN.md": plan("02-more", "01-02", "e.txt"),
    ".planning/phases/03-last/03-01-PLAN.md": plan("03-last", "02-01", "f.txt"),
  });
  const ann = await team.person("ann");
  const bob = await team.person("bob");

  // Ann begins the first phase, and Bob continues it.
  await begin(ann);
  await bob.git("fetch", "--quiet");
  await bob.succeeds("execute-phase", "1", "--answer", "merge=skip");
  assert.deepEqual((await bob.next()).slice(0, 1), ["wf ship 1"]);
  const { title, text } = JSON.parse((await bob.succeeds("ship", "--push", "--json")).stdout);
  assert.match(text, /feat\(01-01\): add a\.txt[^]*feat\(01-02\): add d\.txt/);
  await squashOnServer(team, BRANCH, title);

  // Both learn of the merge, and neither executes anything again, although Ann's branch lacks Bob's work.
  for (const person of [ann, bob]) {
    await person.git("fetch", "--quiet", "--prune");
    assert.deepEqual(await person.next(), ["git switch main && git pull --ff-only"]);
  }
  const refused = await ann.wf("execute-phase", "1");
  assert.match(refused.stderr, /"main" lacks commits of plan 01-02, which "origin\/main" has/);
  for (const person of [ann, bob]) {
    await person.git("switch", "--quiet", "main");
    await person.git("pull", "--quiet", "--ff-only");
  }
  assert.deepEqual(await ann.next(), [`git branch -D ${BRANCH}`]);
  const cleanup = JSON.parse((await bob.succeeds("status", "--json")).stdout).cleanup;
  assert.deepEqual(cleanup, [`git branch -D ${BRANCH}`]);
  for (const person of [ann, bob]) {
    await person.git("branch", "-D", BRANCH);
    assert.deepEqual(await person.next(), ["wf execute-phase 2"]);
    assert.match((await person.succeeds("execute-phase", "1")).stderr, /Nothing to do/);
  }

  // Ann executes and merges the second phase, and Bob the third one.
  await ann.succeeds("execute-phase", "2", "--answer", "merge=history");
  await ann.git("push", "--quiet", "origin", "main");
  assert.equal((await bob.wf("execute-phase", "3")).code, 2);
  await bob.git("pull", "--quiet", "--ff-only");
  await bob.succeeds("execute-phase", "3", "--answer", "merge=squash");
  await bob.git("push", "--quiet", "origin", "main");
  await ann.git("pull", "--quiet", "--ff-only");
  for (const person of [ann, bob]) {
    const { totals } = JSON.parse((await person.succeeds("status", "--json")).stdout);
    assert.deepEqual(totals.plans, { done: 4, total: 4 });
    assert.deepEqual(totals.tasks, { done: 6, total: 6 });
  }
  assert.deepEqual(await ann.clone.subjects("main"), [
    "start",
    "feat(01): Base",
    "feat(02-01): add e.txt",
    "docs(02-01): complete plan: build part 01",
    "feat(02): More",
    "feat(03): last",
  ]);
  for (const file of ["a", "b", "c", "d", "e", "f"]) assert.ok(await ann.clone.has(`${file}.txt`), file);
});

Deno.test("a milestone that the server has merged is pulled, and then tagged", async () => {
  const milestone = FILES[".planning/ROADMAP.md"]!.replace(
    "# Roadmap\n",
    "# Roadmap\n\n- 🚧 **v1.0 MVP** - Phases 1-1\n",
  );
  await using team = await teamWith({
    ...smallProject({ mode: "yolo", git: { branching_strategy: "milestone" } }),
    ".planning/ROADMAP.md": milestone,
  });
  const [ann, branch] = [await team.person("ann"), "wf/v1.0-mvp"];
  await begin(ann, branch);
  const bob = await team.person("bob");
  await bob.succeeds("execute-phase", "1");
  const skipped = await bob.succeeds("complete-milestone", "--yes", "--answer", "merge=skip", "--json");
  assert.deepEqual(JSON.parse(skipped.stdout).next, ["wf ship", "wf complete-milestone v1.0"]);
  assert.deepEqual(await bob.next(), ["wf ship", "wf complete-milestone v1.0"]);
  const { title } = JSON.parse((await bob.succeeds("ship", "--push", "--json")).stdout);
  assert.equal(title, "feat(v1.0): MVP");
  await squashOnServer(team, branch, title);
  await bob.git("fetch", "--quiet", "--prune");
  assert.deepEqual(await bob.next(), ["git switch main && git pull --ff-only"]);
  const refused = await bob.wf("complete-milestone", "v1.0");
  assert.match(
    refused.stderr,
    /is merged into "origin\/main", and "main" lacks that\n.*git switch main && git pull --ff-only/,
  );
  await bob.git("switch", "--quiet", "main");
  await bob.git("pull", "--quiet", "--ff-only");
  await bob.succeeds("complete-milestone", "v1.0");
  assert.equal(await bob.git("rev-parse", "v1.0^{commit}"), await bob.git("rev-parse", "origin/main"));
});
