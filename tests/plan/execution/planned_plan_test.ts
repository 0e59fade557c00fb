import assert from "node:assert/strict";
import type { ConfigValue } from "../../../schemas/config.ts";
import { isComplete, isExecuted } from "../../../lib/plan/execution/planned_plan.ts";
import type { RepoSnapshot } from "../../../lib/plan/history/repo_snapshot.ts";
import { planText, type TaskText, writes } from "../../support/plans.ts";
import { configOf, journalOf, phaseOf, projectOf, repositoryOf } from "../../support/project.ts";

const SUMMARY = ".planning/phases/01-base/01-01-SUMMARY.md";
const LOOK = '<task type="checkpoint:human-verify"><name>Look</name></task>';
const SIGN_UP = '<task type="checkpoint:human-action"><name>Sign up</name></task>';
const TWO = [writes("a.txt"), writes("b.txt")];

interface Case {
  readonly tasks?: readonly TaskText[];
  readonly config?: Readonly<Record<string, ConfigValue>>;
}

/** Reports whether plan 01-01, whose summary is committed, is complete. */
function complete(repository: Partial<RepoSnapshot>, more: Case = {}): boolean {
  return judged(isComplete, repository, more);
}

function judged(
  judge: typeof isComplete,
  repository: Partial<RepoSnapshot>,
  { tasks = TWO, config = {} }: Case,
): boolean {
  const project = projectOf({
    "phases/01-base/01-01-PLAN.md": planText({ plan: "01", tasks }),
    "phases/01-base/01-01-SUMMARY.md": null,
  });
  const phase = phaseOf(project, "1");
  return judge(phase.plans[0]!, {
    phase,
    config: configOf(config),
    repository: repositoryOf({ committed: new Set([SUMMARY]), ...repository }),
  });
}

const done = (...tasks: readonly number[]) => journalOf({ "01-01": tasks });
const completed = new Set(["01-01"]);
const only = new Set([SUMMARY]);
const untracked = { config: { "planning.commit_docs": false } };

for (
  const [what, repository, more, expected] of [
    ["a committed summary without any commit of ours", {}, {}, true],
    ["a summary that is not committed", { committed: new Set<string>() }, {}, false],
    ["a summary, and all tasks", { journal: done(1, 2) }, {}, true],
    ["a summary that came with the first task", { journal: done(1) }, {}, false],
    ["a summary that a task of another plan has committed", { strayed: only }, {}, false],
    ["a summary that a task has committed, and all tasks", { strayed: only, journal: done(1, 2) }, {}, false],
    ["an imported summary, and a task done again", { imported: only, journal: done(2) }, {}, true],
    ["our own completion, and a task added since", { completed, journal: done(1) }, {}, false],
    ["our own completion, and a checkpoint put off", { completed, journal: done(2) }, {
      tasks: [LOOK, writes("a.txt")],
    }, true],
    ["no completion of ours, and a checkpoint open", { journal: done(2) }, {
      tasks: [LOOK, writes("a.txt")],
    }, false],
    ["a summary out of git without any commit of ours", {}, untracked, true],
    ["a summary out of git, and all tasks", { journal: done(1, 2) }, untracked, true],
    ["a summary out of git, and a task open", { journal: done(1) }, untracked, false],
    ["a summary out of git, and a checkpoint that can wait", { journal: done(2) }, {
      ...untracked,
      tasks: [LOOK, writes("a.txt")],
    }, true],
    ["a summary out of git, and an action of a person open", { journal: done(1) }, {
      ...untracked,
      tasks: [writes("a.txt"), SIGN_UP, writes("b.txt")],
    }, false],
    [
      "a task that is to be done once more",
      {
        journal: done(1, 2),
        completed,
        reopened: new Map([["01-01", new Set([1])]]),
      },
      {},
      false,
    ],
    ["a plan without tasks that our commit completes", { completed }, { tasks: [] }, true],
  ] as const
) {
  Deno.test(`${what}: the plan is ${expected ? "" : "not "}complete`, () => {
    assert.equal(complete(repository, more), expected);
  });
}

Deno.test("a task that is newer than the summary makes its plan incomplete, unless it is a deferred checkpoint", () => {
  const entries = [1, 2].map((task) => [task, { commit: "c", subject: "", unsummed: task === 1 }] as const);
  const journal = new Map([["01-01", new Map(entries)]]);
  assert.equal(complete({ journal, completed }), false);
  assert.equal(complete({ journal, completed }, { tasks: [LOOK, writes("a.txt")] }), true);
});

Deno.test("a complete plan is executed once its deferred checkpoints are answered", () => {
  const executed = (journal: RepoSnapshot["journal"], tasks: readonly TaskText[]) =>
    judged(isExecuted, { completed, journal }, { tasks });
  const deferred = [LOOK, writes("a.txt")];
  assert.equal(executed(done(2), deferred), false);
  assert.equal(executed(done(1, 2), deferred), true);
  // The history does not contain the answers of a plan that others have completed.
  assert.equal(judged(isExecuted, {}, { tasks: deferred }), true);
  assert.equal(judged(isExecuted, { imported: only, journal: done(1) }, { tasks: [LOOK, ...TWO] }), true);
  assert.equal(executed(done(1), TWO), false);
});

Deno.test("tasks committed in a worktree of an earlier run mark the plan as executed by wf", () => {
  const tasks = journalOf({ "01-01": [1] }).get("01-01")!;
  assert.equal(complete({ worktrees: new Map([["01-01", { onto: "main", tasks }]]) }), false);
});

Deno.test("a plan is reopened by a task of its own that is to be done again, and by no other", () => {
  const history = { committed: only, journal: done(1, 2) };
  assert.equal(complete({ ...history, reopened: new Map([["01-01", new Set([2])]]) }), false);
  assert.equal(complete({ ...history, reopened: new Map([["01-01", new Set([7])]]) }), true);
  assert.equal(complete({ ...history, reopened: new Map([["01-02", new Set([2])]]) }), true);
});
