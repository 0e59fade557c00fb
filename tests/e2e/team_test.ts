/**
 * Several people in clones of their own: branches that are pushed, and merged on a server.
 */
import assert from "node:assert/strict";
import { smallProject } from "../support/plans.ts";
import { type Person, teamWith } from "../support/team.ts";

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
    assert.match((await bob.succeeds("status")).stdout, /1 of 2 plans, 2 of 4 tasks done/);
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
    /is behind its upstream, which has commits of plan 01-02\n.*git pull --ff-only/,
  );
  assert.deepEqual(await ann.next(), ["git pull --ff-only"]);
  await ann.git("pull", "--quiet", "--ff-only");
  const { stdout } = await ann.succeeds("execute-phase", "1", "--answer", "merge=squash");
  assert.doesNotMatch(stdout, /● /);
  assert.equal(await ann.git("diff", "--stat", "main", BRANCH), "");
});
