import assert from "node:assert/strict";
import { confirmTaskCommand, movedTask } from "../../../lib/plan/execution/moved_task.ts";
import { parsePlanFile } from "../../../lib/parse/plan_file/plan_file.ts";
import { SourceText } from "../../../lib/text/source_text.ts";
import { planText } from "../../support/plans.ts";

/** Returns the moved task of a plan with these tasks, given the descriptions committed as 1, 2 and so on. */
function found(names: readonly string[], committed: readonly string[]): string {
  const text = planText({ plan: "01", tasks: names.map((name) => ({ name, script: "true" })) });
  const file = parsePlanFile(new SourceText(".planning/phases/01-base/01-01-PLAN.md", text)).file!;
  const done = new Map(
    committed.map((name, index) => [index + 1, { commit: "c", subject: `feat(01-01): ${name}` }] as const),
  );
  const moved = movedTask(file, done);
  return moved === undefined ? "" : `${moved.was} is ${moved.is}`;
}

Deno.test("unchanged tasks have not moved", () => {
  assert.equal(found(["Sow", "Reap"], []), "");
  assert.equal(found(["Sow", "Reap"], ["sow"]), "");
  assert.equal(found(["Sow", "Reap", "Sell"], ["sow", "reap"]), "");
});

Deno.test("a task inserted before a finished one has moved it", () => {
  assert.equal(found(["Plough", "Sow", "Reap"], ["sow"]), "1 is 2");
  assert.equal(found(["Sow", "Water", "Reap", "Sell"], ["sow", "reap"]), "2 is 3");
});

Deno.test("a task after a removed finished one has moved", () => {
  assert.equal(found(["Reap", "Sell"], ["sow", "reap"]), "2 is 1");
});

Deno.test("finished tasks may be swapped, and any task renamed", () => {
  assert.equal(found(["Reap", "Sow", "Sell"], ["sow", "reap"]), "");
  assert.equal(found(["Sow wheat", "Reap"], ["sow"]), "");
});

Deno.test("text of a hook before a description does not hide a move, and text after it does not cause one", () => {
  assert.equal(found(["Sow", "Reap"], ["sow [skip ci]"]), "");
  assert.equal(found(["Plough", "Sow"], ["TILL-7: sow"]), "1 is 2");
});

Deno.test("a squash of several tasks under the name of one has moved none", () => {
  const text = planText({
    plan: "01",
    tasks: ["Sow", "Reap", "Sell"].map((name) => ({ name, script: "true" })),
  });
  const file = parsePlanFile(new SourceText(".planning/phases/01-base/01-01-PLAN.md", text)).file!;
  const squash = { commit: "c", subject: "feat(01-01): sell" };
  assert.equal(movedTask(file, new Map([[1, squash], [2, squash]])), undefined);
});

Deno.test("a skipped task does not show that others have moved", () => {
  const names = ["Reap", "Sow", "Sell"].map((name) => ({ name, script: "true" }));
  const text = planText({ plan: "01", tasks: names });
  const file = parsePlanFile(new SourceText(".planning/phases/01-base/01-01-PLAN.md", text)).file!;
  const entry = (commit: string, name: string) => ({ commit, subject: `feat(01-01): ${name}` });
  const swapped = [[1, entry("a", "sow")], [2, entry("b", "reap")]] as const;
  const skip = { ...entry("c", "skip a task"), skipped: "" };
  assert.equal(movedTask(file, new Map([...swapped, [3, skip]])), undefined);
});

Deno.test("of several moved tasks the first is found, in whatever order their commits come", () => {
  const names = ["Plough", "Sow", "Reap"].map((name) => ({ name, script: "true" }));
  const text = planText({ plan: "01", tasks: names });
  const file = parsePlanFile(new SourceText(".planning/phases/01-base/01-01-PLAN.md", text)).file!;
  const entry = (commit: string, name: string) => ({ commit, subject: `feat(01-01): ${name}` });
  const moved = movedTask(file, new Map([[2, entry("b", "reap")], [1, entry("a", "sow")]]));
  assert.deepEqual([moved?.was, moved?.is, moved?.subject], [1, 2, "feat(01-01): sow"]);
});

Deno.test("confirmTaskCommand() makes an empty commit with the trailers of the task and its project", () => {
  assert.equal(
    confirmTaskCommand("01-01", 2, ""),
    "git commit --allow-empty --message 'chore(01-01): confirm task 2' " +
      "--trailer 'Wf-Plan: 01-01' --trailer 'Wf-Task: 2'",
  );
  assert.match(confirmTaskCommand("01-01", 2, "my app"), /'Wf-Task: 2' --trailer '[^']*my app'$/);
});
