import assert from "node:assert/strict";
import type { RepairResult } from "../../schemas/results/status.ts";
import { schemaProblems } from "../deps/ajv.ts";
import { smallProject } from "../support/plans.ts";
import { wf } from "../support/program.ts";
import { type Folder, repository } from "../support/repository.ts";
import { codeOf, ROADMAP, roadmap, STATE, state, twoSides } from "../support/two_sides.ts";

async function repair(
  folder: Folder,
  ...args: readonly string[]
): Promise<RepairResult & { readonly code: number }> {
  const { code, stdout, stderr } = await wf(["status", "--repair", ...args, "--json"], { cwd: folder.path });
  assert.notEqual(stdout, "", stderr);
  assert.equal(await schemaProblems("status-repair", JSON.parse(stdout)), "");
  return { code, ...JSON.parse(stdout) };
}

Deno.test("status --repair shows a preview, then resolves the conflicts in what wf writes", async () => {
  await using folder = await twoSides();
  assert.equal(await codeOf(folder, "merge", "other"), 1);
  const before = await folder.read(ROADMAP);
  const { stdout } = await wf(["status", "--repair", "--dry-run"], { cwd: folder.path });
  assert.match(
    stdout,
    /^· \.planning\/ROADMAP\.md: conflicts resolved$[^]*^-<<<<<<< HEAD$[^]*wf status --repair/m,
  );
  assert.equal(await folder.read(ROADMAP), before);
  const { code, documents } = await repair(folder);
  assert.equal(code, 0);
  assert.deepEqual(documents.map(({ path, state }) => [path, state]), [
    [ROADMAP, "merged"],
    [STATE, "merged"],
  ]);
  assert.equal(await folder.read(ROADMAP), roadmap(1, 2));
  assert.equal(await folder.read(STATE), state(2));
});

Deno.test("status --repair keeps what both sides wrote, and what the user has resolved, and names the rest", async () => {
  await using folder = await twoSides("theirs\n");
  assert.equal(await codeOf(folder, "merge", "other"), 1);
  const mine = (await folder.read(STATE)).replace("# State", "# State of mine");
  await folder.write({ [STATE]: mine });
  const { code, documents, next } = await repair(folder);
  assert.equal(code, 4);
  assert.equal(next[0], "wf status --repair");
  assert.doesNotMatch(next.join("\n"), /git add|git commit/);
  const text = await folder.read(STATE);
  assert.match(
    text,
    /completed_plans: 1\n[^]*# State of mine\n<<<<<<< HEAD\nours\n=======\ntheirs\n>>>>>>> other\n$/,
  );
  const line = text.split("\n").indexOf("<<<<<<< HEAD") + 1;
  assert.deepEqual(documents.at(-1), { path: STATE, state: "conflict", lines: [line] });
  const { stdout } = await wf(["status", "--repair"], { cwd: folder.path });
  assert.match(stdout, new RegExp(`^ {4}\\.planning/STATE\\.md:${line}$`, "m"));
});

Deno.test("status --repair leaves a document that one side has removed to the user", async () => {
  await using folder = await twoSides();
  await folder.git("switch", "--quiet", "other");
  await folder.git("rm", "--quiet", STATE);
  await folder.git("commit", "--quiet", "--message=remove");
  assert.equal(await codeOf(folder, "merge", "main"), 1);
  const { code, documents } = await repair(folder);
  assert.equal(code, 4);
  assert.equal(documents.find(({ path }) => path === STATE)?.state, "removed");
});

Deno.test("status --repair resolves conflicts that were committed, and its next command commits them", async () => {
  await using folder = await twoSides();
  await codeOf(folder, "merge", "other");
  await folder.git("commit", "--quiet", "--all", "--message=with conflicts");
  const { checks } = JSON.parse((await wf(["doctor", "--json"], { cwd: folder.path })).stdout);
  assert.ok(checks.some(({ fix }: { readonly fix?: string }) => fix === "wf status --repair"));
  const { next } = await repair(folder);
  assert.equal(await folder.read(ROADMAP), roadmap(1, 2));
  assert.deepEqual(next, [`git commit -m "docs: update planning" -- ${ROADMAP} ${STATE}`]);
});

Deno.test("status --repair updates documents that are behind the history, and nothing else in them", async () => {
  const text =
    "# Roadmap\n\n- [ ] **Phase 1: Base** - Mine\n\n### Phase 1: Base\n**Plans**: 0/2 plans complete\n";
  const files = { ...smallProject({ mode: "yolo" }), [ROADMAP]: text, [STATE]: state(0, 0) };
  await using folder = await repository(files);
  assert.equal((await wf(["execute-phase", "1", "--plan", "01-01"], { cwd: folder.path })).code, 0);
  await folder.write({ [ROADMAP]: text, [STATE]: state(0, 0) });
  await folder.git("commit", "--quiet", "--all", "--message=an older version");
  const { documents, next } = await repair(folder);
  assert.deepEqual(documents.map(({ path, state }) => [path, state]), [
    [ROADMAP, "updated"],
    [STATE, "updated"],
  ]);
  assert.equal(await folder.read(ROADMAP), text.replace("0/2", "1/2"));
  assert.equal(await folder.read(STATE), state(1, 0).replace("total_plans: 3", "total_plans: 2"));
  assert.match(next[0]!, /^git commit /);
  const nothing = await repair(folder, "--dry-run");
  assert.deepEqual(nothing.documents, []);
  assert.notEqual(nothing.next[0], "wf status --repair");
});
