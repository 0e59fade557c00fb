import assert from "node:assert/strict";
import { parseProject } from "../../../lib/parse/project/project.ts";
import { type JournalCommit, readJournal } from "../../../lib/plan/history/journal.ts";
import { assumedSnapshot, type RepoSnapshot } from "../../../lib/plan/history/repo_snapshot.ts";
import { planUndo, type UndoInput, type UndoPlan } from "../../../lib/plan/undo/undo_plan.ts";
import { planSkip } from "../../../lib/plan/undo/skip_plan.ts";
import { findWork } from "../../../lib/plan/undo/work_target.ts";
import { undoneDocuments } from "../../../lib/plan/undo/undone_documents.ts";
import { undoQuestion } from "../../../lib/plan/undo/undo_question.ts";
import { configDefaults } from "../../../generated/metadata.ts";
import { planText, smallProject, writes } from "../../support/plans.ts";

const OTHER = ".planning/phases/02-more/02-01-PLAN.md";
const SUMMARY = ".planning/phases/01-base/01-02-SUMMARY.md";
const texts = new Map(Object.entries({
  ...smallProject(),
  [OTHER]: planText({ phase: "02-more", plan: "01", dependsOn: ["01-01"], tasks: [writes("e.txt")] }),
}));
const project = parseProject({ texts, paths: [...texts.keys(), SUMMARY] });

/** Commits, newest first: `3=01-02/1` is commit 3 of a task, `3=01-02` completes a plan. */
function commitsOf(words: string): JournalCommit[] {
  return words.split(" ").filter(Boolean).map((word) => {
    const [, commit, plan, task] = /^(\d)=([\d-]+)(?:\/(\d))?$/.exec(word)!;
    return {
      commit: commit!.repeat(40),
      subject: `feat(${plan}): commit ${commit}`,
      plan: plan!,
      task: task === undefined ? undefined : Number(task),
    };
  });
}

function plan(
  argument: string,
  commits: readonly JournalCommit[],
  more: Partial<RepoSnapshot> & Pick<UndoInput, "elsewhere" | "keeps"> & { readonly why?: string } = {},
): UndoPlan | string {
  const { elsewhere, keeps = false, why, ...repository } = more;
  const target = findWork(argument, project, commits);
  if (target.kind === "refused") return `${target.message} → ${target.hint}`;
  const { journal, reopened, completed } = readJournal(commits, () => true);
  const input: UndoInput = {
    keeps,
    project,
    config: configDefaults,
    commits,
    history: [...new Set(commits.map(({ commit }) => commit))],
    repository: { ...assumedSnapshot([]), journal, reopened, completed, ...repository },
    ...elsewhere === undefined ? {} : { elsewhere },
  };
  const planned = why === undefined ? planUndo(target, input) : planSkip(target, why, input);
  return planned.kind === "refused" ? `${planned.message} → ${planned.hint}` : planned;
}

const DONE = "6=01-02 5=01-02/2 4=01-02/1 3=01-01 2=01-01/2 1=01-01/1";

const PLANNED: readonly (readonly [target: string, history: string, commits: string, tasks: string])[] = [
  ["01-02", DONE, "5 4", "01-02/1 01-02/2"],
  ["1-2", DONE, "5 4", "01-02/1 01-02/2"],
  ["01-02/1", DONE, "4", "01-02/1"],
  ["1", DONE, "5 4 2 1", "01-01/1 01-01/2 01-02/1 01-02/2"],
  ["01-base", DONE, "5 4 2 1", "01-01/1 01-01/2 01-02/1 01-02/2"],
  ["01-01", "2=01-01/2 1=01-01/1", "2 1", "01-01/1 01-01/2"],
  ["01-01", "1=01-01/1", "1", "01-01/1"],
  // A squash merge.
  ["1", "1=01-02 1=01-02/2 1=01-02/1 1=01-01 1=01-01/2 1=01-01/1", "1", "01-01/1 01-01/2 01-02/1 01-02/2"],
  ["01-02", "1=01-02/2 1=01-02/1", "1", "01-02/1 01-02/2"],
];

for (const [target, history, commits, tasks] of PLANNED) {
  Deno.test(`undo ${target} of ${history} reverts ${commits}`, () => {
    const planned = plan(target, commitsOf(history));
    assert.ok(typeof planned === "object", String(planned));
    assert.equal(planned.commits.map(({ commit }) => commit[0]).join(" "), commits);
    assert.equal(planned.tasks.map(({ plan, task }) => `${plan}/${task}`).join(" "), tasks);
  });
}

const SQUASHED = "1=01-02/2 1=01-02/1 1=01-01/2 1=01-01/1";

const REFUSED: readonly (readonly [
  target: string,
  history: string,
  refusal: string,
  more?: Parameters<typeof plan>[2],
])[] = [
  [
    "9",
    DONE,
    "Cannot find phase 9 → Name a phase (1), a plan (01-02) or a task (01-02/1); wf status lists them",
  ],
  ["x", DONE, 'Cannot find "x" → Name a phase (1), a plan (01-02) or a task (01-02/1); wf status lists them'],
  [
    "1/1",
    DONE,
    'Cannot find "1/1" → Name a phase (1), a plan (01-02) or a task (01-02/1); wf status lists them',
  ],
  ["01-02/7", DONE, "Plan 01-02 has no task 7 → Its tasks are 1, 2"],
  ["01-02", "1=01-01/1", 'Nothing of plan 01-02 is done on branch "main" → Execute it: wf execute-phase 1'],
  ["2", DONE, 'Nothing of phase 2 is done on branch "main" → Execute it: wf execute-phase 2'],
  ["01-01", DONE, "Plan 01-02 depends on 01-01 and has done tasks → Undo it first: wf undo 01-02"],
  [
    "01-01/2",
    `7=02-01/1 ${DONE}`,
    "Plans 01-02, 02-01 depend on 01-01 and have done tasks → Undo them first: wf undo 01-02 && wf undo 02-01",
  ],
  ["1", `7=02-01/1 ${DONE}`, "Plan 02-01 depends on it and has done tasks → Undo it first: wf undo 02-01"],
  ["01-02", SQUASHED, "Commit 1111111 also contains 01-01/2, 01-01/1 → Undo the phase: wf undo 1"],
  ["01-02/1", "1=01-02/2 1=01-02/1", "Commit 1111111 also contains 01-02/2 → Undo the plan: wf undo 01-02"],
  [
    "2",
    "1=02-01/1 1=01-01/1",
    "Commit 1111111 also contains 01-01/1 → Revert it with git revert 1111111: each next run then shows how to execute its tasks again",
  ],
  [
    "01-02",
    DONE,
    'The work of phase 01 is on branch "wf/phase-01", which is not checked out → Check it out: git switch wf/phase-01',
    { elsewhere: "wf/phase-01" },
  ],
  [
    "01-02",
    DONE,
    'Plan 01-02 has commits in a worktree that are not on branch "main" yet → Finish the run first: wf execute-phase 1',
    {
      worktrees: new Map([[
        "01-02.task-1",
        { onto: "main", tasks: new Map([[1, { commit: "9".repeat(40), subject: "" }]]) },
      ]]),
    },
  ],
  [
    "01-02",
    "",
    `Plan 01-02 was completed without commits of wf, so there is nothing to revert → Revert its commits with git, and remove ${SUMMARY}`,
    { committed: new Set([SUMMARY]) },
  ],
  ["1", DONE, "HEAD is detached → Check out a branch: git switch <branch>", { branch: undefined }],
];

for (const [target, history, refusal, more] of REFUSED) {
  Deno.test(`undo ${target} is refused: ${refusal}`, () => {
    assert.equal(plan(target, commitsOf(history), more), refusal);
  });
}

Deno.test("undo refuses a phase of a complete milestone, with and without its folder", () => {
  const milestone = { commit: "8".repeat(40), milestone: "v1.0", phases: ["01", "03"] };
  const history = [milestone, ...commitsOf(DONE)];
  for (const [target, phase] of [["1", "01"], ["01-02/1", "01"], ["3", "03"], ["03-01", "03"]] as const) {
    assert.equal(
      plan(target, history),
      `Phase ${phase} belongs to milestone v1.0, which is complete → Plan the change as a new phase, or revert single commits with git revert`,
    );
  }
});

Deno.test("redo keeps the commits and asks for the tasks again, whatever depends on them", () => {
  const planned = plan("01-01/2", commitsOf(DONE), { keeps: true });
  assert.ok(typeof planned === "object", String(planned));
  assert.deepEqual([planned.action, planned.commits], ["redo", []]);
  assert.equal(planned.message, "chore(01-01): redo task 2: add b.txt\n\nWf-Again: 01-01/2\n");
});

const SKIP = { commit: "9".repeat(40), subject: "docs(01-01): skip", plan: "01-01", task: 2, skipped: "no" };

Deno.test("undo of a skipped task reverts nothing and reopens it, also if later plans are done", () => {
  const planned = plan("01-01/2", [...commitsOf("5=01-02/2 4=01-02/1 1=01-01/1"), SKIP]);
  assert.ok(typeof planned === "object", String(planned));
  assert.deepEqual([planned.action, planned.commits], ["undo", []]);
  assert.equal(planned.message, "revert(01-01): undo task 2: add b.txt\n\nWf-Again: 01-01/2\n");
});

const SKIPS: readonly (readonly [target: string, history: string, result: string])[] = [
  ["01-01/2", "1=01-01/1", "docs(01-01): skip task 2: add b.txt\n\nWf-Skipped: 01-01/2 too late\n"],
  [
    "01-02",
    "1=01-01/1",
    "docs(01-02): skip plan: build part 02\n\nWf-Skipped: 01-02/1 too late\nWf-Skipped: 01-02/2 too late\n",
  ],
  ["01-01", "1=01-01/1", "docs(01-01): skip plan: build part 01\n\nWf-Skipped: 01-01/2 too late\n"],
  ["01-01/1", "1=01-01/1", "01-01/1 is done already → Undo it first: wf undo 01-01/1"],
  ["01-02", DONE, "01-02 is done already → Undo it first: wf undo 01-02"],
  [
    "1",
    "",
    "A whole phase cannot be skipped → Skip its plans or tasks: wf status lists them, wf show 1 shows them",
  ],
];

for (const [target, history, result] of SKIPS) {
  Deno.test(`skip ${target} after ${history} is ${result.split("\n", 1)[0]}`, () => {
    const planned = plan(target, commitsOf(history), { why: "too late" });
    assert.equal(typeof planned === "object" ? planned.message : planned, result);
  });
}

const AGAIN: JournalCommit = { commit: "9".repeat(40), again: { plan: "01-02", task: 1 } };

for (
  const [action, target, history, more] of [
    ["skip", "01-01/2", [SKIP], { why: "no" }],
    ["undo", "01-02", [AGAIN, ...commitsOf("4=01-02/1")], {}],
    ["undo", "01-02/1", [AGAIN, ...commitsOf("4=01-02/1")], {}],
    ["redo", "01-02", [AGAIN, ...commitsOf("4=01-02/1")], { keeps: true }],
  ] as const
) {
  Deno.test(`nothing is left to do when ${action} ${target} was carried out before`, () => {
    const planned = plan(target, history, more);
    assert.ok(typeof planned === "object", String(planned));
    assert.deepEqual([planned.already, planned.action, planned.commits], [true, action, []]);
    assert.equal(planned.tasks.length, 1);
  });
}

Deno.test("a task that was not reopened is not undone already", () => {
  const planned = plan("01-02/2", [AGAIN, ...commitsOf("4=01-02/1")]);
  assert.match(String(planned), /^Nothing of task 01-02\/2 is done/);
});

Deno.test("undo does not revert a commit that is already reverted, but reopens its task", () => {
  const history = [{ commit: "9".repeat(40), reverts: ["5".repeat(40)] }, ...commitsOf(DONE)];
  const planned = plan("01-02", history);
  assert.ok(typeof planned === "object");
  assert.deepEqual(planned.commits.map(({ commit }) => commit[0]), ["4"]);
  assert.equal(planned.tasks.length, 2);
});

Deno.test("the message of an undo names the reverted commits, and asks for each task again", () => {
  const undone = plan("01-02", commitsOf(DONE), { prefix: "apps/shop" });
  assert.ok(typeof undone === "object");
  assert.equal(
    undone.message,
    `revert(01-02): undo plan: build part 02

This reverts commit ${"5".repeat(40)}.
This reverts commit ${"4".repeat(40)}.

Wf-Again: 01-02/1
Wf-Again: 01-02/2
Wf-Project: apps/shop
`,
  );
  assert.deepEqual(undone.summaries, [SUMMARY]);
});

Deno.test("titles of an undo name the phase or the task", () => {
  const subject = (target: string) => {
    const planned = plan(target, commitsOf(DONE));
    return typeof planned === "object" ? planned.message.split("\n")[0] : planned;
  };
  assert.equal(subject("1"), "revert(01): undo phase Base");
  assert.equal(subject("01-02/2"), "revert(01-02): undo task 2: add d.txt");
});

Deno.test("Enter alone undoes nothing", () => {
  const planned = plan("01-02", commitsOf(DONE));
  assert.ok(typeof planned === "object");
  const question = undoQuestion(planned);
  assert.equal(question.preselected, "no");
  assert.equal(question.title, "Undo plan 01-02 on branch main?");
  assert.match(question.details, /^revert 5555555 .*\nrevert 4444444 .*\nreopen 01-02\/1 Add c\.txt\n/);
});

Deno.test("an undo removes the tick of the phase, its date and the ticks of its plans from the roadmap", () => {
  const done = ".planning/ROADMAP.md";
  const ticked = texts.get(done)!.replace(
    "- [ ] **Phase 1: Base** - the beginning",
    "- [x] **Phase 1: Base** - the beginning (completed 2026-11-20)",
  )
    .replaceAll("- [ ] 01-", "- [x] 01-").replace(
      "| 0/2 | Not started | - |",
      "| 2/2 | Executed | 2026-11-20 |",
    );
  const ready = parseProject({
    texts: new Map([...texts, [done, ticked]]),
    paths: [...texts.keys(), SUMMARY],
  });
  const history = commitsOf(DONE);
  const { journal, reopened, completed } = readJournal(history, () => true);
  const repository = { ...assumedSnapshot([]), journal, reopened, completed };
  const edited = (argument: string) => {
    const target = findWork(argument, ready, history);
    assert.ok(target.kind === "target");
    const planned = planUndo(target, {
      project: ready,
      config: configDefaults,
      commits: history,
      history: [...new Set(history.map(({ commit }) => commit))],
      repository,
    });
    assert.ok(planned.kind === "planned");
    const time = new Date("2026-11-23T00:00:00Z");
    return undoneDocuments(planned, { project: ready, config: configDefaults, repository, time });
  };
  const documents = edited("1");
  assert.deepEqual([...documents.keys()], [SUMMARY, done, ".planning/STATE.md"]);
  assert.equal(documents.get(SUMMARY), undefined);
  const roadmap = documents.get(done)!;
  assert.match(roadmap, /^- \[ \] \*\*Phase 1: Base\*\* - the beginning$/m);
  assert.match(roadmap, /^- \[ \] 01-01-PLAN\.md — first$/m);
  assert.match(roadmap, /^\| 1\. Base \| 0\/2 \| Planned *\| - *\|$/m);
  assert.match(documents.get(".planning/STATE.md")!, /Last activity: 2026-11-23 — Undid phase 1/);
});
