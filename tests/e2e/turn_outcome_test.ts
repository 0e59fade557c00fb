/** Whole runs with agents that end their turns with a question or with notes. */
import assert from "node:assert/strict";
import type { MockRule } from "../../schemas/mock_script.ts";
import { planText } from "../support/plans.ts";
import { wf } from "../support/program.ts";
import { type Folder, repository } from "../support/repository.ts";
import { homeIn } from "../support/wide.ts";

/** A project of concurrent plans and one that depends on the first, and an agent that plays these rules. */
async function scripted(...rules: readonly MockRule[]): Promise<Folder> {
  const plan = (id: string, more: object = {}) =>
    [
      `.planning/phases/01-base/01-${id}-PLAN.md`,
      planText({
        plan: id,
        files: [`${id}.txt`],
        tasks: [{ name: `Add ${id}`, files: `${id}.txt`, script: "true", check: `test -f ${id}.txt` }],
        ...more,
      }),
    ] as const;
  return await repository({
    ".planning/config.json": JSON.stringify({
      mode: "yolo",
      workflow: { verifier: false },
      agent: { name: "mock", command: "script.json" },
    }),
    "script.json": JSON.stringify({ rules }),
    ...Object.fromEntries([
      plan("01"),
      plan("02"),
      plan("03", { dependsOn: ["01-01"], wave: 2 }),
    ]),
  });
}

Deno.test("a plan whose agent needs the user waits alone, and the answer reaches its next turn", async () => {
  await using folder = await scripted(
    {
      plan: "01-01",
      contains: "the key is in the vault",
      steps: [{ do: "files" }, { do: "say", text: NOTES }],
    },
    { plan: "01-01", steps: [{ do: "say", text: "I tried.\n\nneeds a person: sign in at example.org" }] },
    { plan: "01-03", contains: "dates are in UTC", steps: [{ do: "files" }] },
    { plan: "01-03", steps: [{ do: "end" }] },
  );
  const options = { cwd: folder.path, env: homeIn(folder) };
  const waits = await wf(["execute-phase", "1", "--json"], options);
  assert.equal(waits.code, 3, waits.stdout + waits.stderr);
  const finished = JSON.parse(waits.stdout.trim().split("\n").at(-1)!);
  const { outcome, next } = finished;
  assert.equal(outcome.kind, "waiting");
  assert.match(next[0], / --answer 01-01\/1\/person=done$/);
  assert.deepEqual(
    [outcome.question.id, outcome.question.kind, outcome.question.title],
    ["01-01/1/person", "agent", "Task 01-01/1 needs you: sign in at example.org"],
  );
  assert.ok((await folder.subjects()).includes("docs(01-02): complete plan: build part 02"));

  const answered = await wf(
    ["execute-phase", "1", "--answer", "01-01/1/person=the key is in the vault"],
    options,
  );
  assert.equal(answered.code, 0, answered.stdout + answered.stderr);
  const commit = await folder.git("log", "--format=%B", "--grep=^feat(01-01)");
  assert.match(commit, /^Wf-Answer: sign in at example\.org → the key is in the vault$/m);
  assert.match(commit, /^Wf-Note: 01-01\/1 decision: dates are in UTC$/m);
  const summary = await folder.read(".planning/phases/01-base/01-01-SUMMARY.md");
  assert.match(
    summary,
    /## Decisions\n\n- Task 1: dates are in UTC\n\n## Deviations\n\n- Task 1: fixed the import\n/,
  );
  assert.match(summary, /## For Later Plans\n\n- Task 1: `today\(\)` returns a string\n/);
});

const NOTES =
  "decision: dates are in UTC\ndeviation: fixed the import\nlater: `today()` returns a string\ndone: added it\n";
