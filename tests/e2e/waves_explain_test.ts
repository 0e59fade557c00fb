import assert from "node:assert/strict";
import type { WavesResult } from "../../schemas/results/waves.ts";
import { schemaProblems } from "../deps/ajv.ts";
import { planText, smallProject, writes } from "../support/plans.ts";
import { wf } from "../support/program.ts";
import { Folder, repository } from "../support/repository.ts";

/** The small project with a third plan, which shares a folder with the first. */
function sharing(): Record<string, string> {
  const third = planText({ plan: "03", files: ["./"], tasks: [writes("e.txt")] });
  return { ...smallProject(), ".planning/phases/01-base/01-03-PLAN.md": third };
}

async function explained(folder: Folder, ...args: string[]): Promise<WavesResult> {
  const { code, stdout, stderr } = await wf(["waves", "1", "--explain", "--json", ...args], {
    cwd: folder.path,
  });
  assert.equal(code, 0, stderr);
  const value = JSON.parse(stdout);
  assert.equal(await schemaProblems("waves", value), "");
  return value;
}

Deno.test("waves --explain says why, what is shared and how long, and changes nothing", async () => {
  await using folder = await repository(sharing());
  const before = await folder.git("status", "--porcelain") + await folder.git("show-ref");
  const { code, stdout, stderr } = await wf(["waves", "1", "--explain"], { cwd: folder.path });
  assert.equal(code, 0, stderr);
  assert.match(stdout, /^Wave 1 {2}○ {2}01-01 {2}0\/2 {2}no dependencies\n/);
  assert.match(stdout, /^Wave 2 {2}○ {2}01-02 {2}0\/2 {2}after 01-01$/m);
  assert.match(
    stdout,
    /^ {2}01-03 runs after 01-01: both change a\.txt, b\.txt\n.*add 01-01 to depends_on of 01-03/m,
  );
  assert.match(stdout, /^ {2}Critical path: 01-01 → 01-02, 4 of 5 tasks$/m);
  assert.match(stdout, /^ {2}Wave 1: 2 plans, one at a time: they share files$/m);
  assert.equal(await folder.git("status", "--porcelain") + await folder.git("show-ref"), before);
});

Deno.test("waves --explain --json adds to the result of waves, and counts what a run has done", async () => {
  await using folder = await repository(sharing());
  const plain = JSON.parse((await wf(["waves", "1", "--json"], { cwd: folder.path })).stdout);
  const { explain, ...rest } = await explained(folder);
  assert.deepEqual(rest, plain);
  assert.deepEqual(rest.serialized, [["01-01", "01-03"]]);
  assert.deepEqual(explain?.criticalPath, { plans: ["01-01", "01-02"], tasks: 4 });
  assert.equal((await wf(["execute-phase", "1"], { cwd: folder.path })).code, 0);
  const after = await explained(folder);
  assert.deepEqual(after.explain?.plans.map(({ state }) => state), ["complete", "complete", "complete"]);
  assert.deepEqual(after.explain?.criticalPath, { plans: [], tasks: 0 });
});

Deno.test("waves --explain obeys the configuration, and --set for one invocation", async () => {
  await using folder = await Folder.make({
    ...smallProject(),
    ".planning/phases/01-base/01-03-PLAN.md": planText({ plan: "03", tasks: [writes("e.txt")] }),
  });
  const waves = (await explained(folder)).explain?.parallelization.waves;
  assert.deepEqual(waves?.[0], { wave: 1, plans: 2, atOnce: 2 });
  const off = await explained(folder, "--set", "parallelization.enabled=false");
  assert.deepEqual(off.explain?.parallelization.waves[0], {
    wave: 1,
    plans: 2,
    atOnce: 1,
    sequential: "enabled",
  });
  const wrong = await wf(["waves", "1", "--set", "parallelization.enabled=maybe"], { cwd: folder.path });
  assert.equal(wrong.code, 2);
});

Deno.test("a summary lists undeclared changes and unchanged declared files", async () => {
  const task = { name: "Add a", files: "a.txt", script: "echo a > a.txt; echo x > x.txt" };
  await using folder = await repository({
    ...smallProject(),
    ".planning/phases/01-base/01-01-PLAN.md": planText({
      plan: "01",
      files: ["a.txt", "b.txt"],
      tasks: [task],
    }),
  });
  assert.equal((await wf(["execute-phase", "1"], { cwd: folder.path })).code, 0);
  const text = await Deno.readTextFile(`${folder.path}/.planning/phases/01-base/01-01-SUMMARY.md`);
  assert.match(
    text,
    /\n## Declared Against Actual\n[^]*not declared[^]*- `x\.txt`\n[^]*not changed:\n\n- `b\.txt`\n$/,
  );
  const other = await Deno.readTextFile(`${folder.path}/.planning/phases/01-base/01-02-SUMMARY.md`);
  assert.doesNotMatch(other, /Declared Against Actual/);
});
