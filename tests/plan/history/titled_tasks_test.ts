import assert from "node:assert/strict";
import { withTitledTasks } from "../../../lib/plan/history/titled_tasks.ts";
import { planText, writes } from "../../support/plans.ts";
import { projectOf } from "../../support/project.ts";

const tasks = [writes("a.txt"), writes("b.txt"), { name: "Check", script: ":" }, {
  name: "Check",
  script: ":",
}];
const PROJECT = projectOf({ "phases/01-base/01-01-PLAN.md": planText({ plan: "01", tasks }) });

/** Returns the tasks that titles name, as `01-01/2`. */
function named(...titles: readonly string[]): readonly string[] {
  return namedIn({}, ...titles);
}

function namedIn(
  squash: { readonly touched?: readonly string[] },
  ...titles: readonly string[]
): readonly string[] {
  const commits = titles.map((subject) => {
    return { commit: "c", titled: { plan: /\((.*)\)/.exec(subject)![1]!, subject }, ...squash };
  });
  return withTitledTasks(commits, PROJECT).map((found) => {
    return "plan" in found ? `${found.plan}/${found.task ?? ""}` : "";
  });
}

Deno.test("a title names the task with that name in its plan", () => {
  assert.deepEqual(named("feat(01-01): add b.txt", "feat(01-01): add a.txt"), ["01-01/2", "01-01/1"]);
});

Deno.test("a title names no task of another plan or with another name, and none of several with the same", () => {
  assert.deepEqual(named("feat(01-02): add a.txt", "feat(01-01): add c.txt", "feat(01-01): check"), []);
});

Deno.test("the title of a plan's documents completes the plan with all its tasks", () => {
  assert.deepEqual(
    named("docs(01-01): complete plan: build part 01"),
    ["01-01/", "01-01/1", "01-01/2", "01-01/3", "01-01/4"],
  );
});

Deno.test("the titles of a squash that may be another workstream's name the tasks whose files it touches", () => {
  const titles = [
    "feat(01-01): add a.txt",
    "feat(01-01): add b.txt",
    "docs(01-01): complete plan: build part 01",
  ];
  assert.deepEqual(namedIn({ touched: ["b.txt", "README.md"] }, ...titles), ["01-01/2"]);
  assert.deepEqual(namedIn({ touched: [] }, ...titles), []);
});

Deno.test("other commits stay as they are", () => {
  const revert = { commit: "c", reverts: ["a"] };
  assert.deepEqual(withTitledTasks([revert], PROJECT), [revert]);
});
