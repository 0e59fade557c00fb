import type { ConfigValue } from "../../../schemas/config.ts";
import assert from "node:assert/strict";
import type { VerificationStatus } from "../../../schemas/verification.ts";
import { planExecution } from "../../../lib/plan/execution/execution_plan.ts";
import { defined } from "../../../lib/collections/defined.ts";
import type { RepoSnapshot } from "../../../lib/plan/history/repo_snapshot.ts";
import { planText, type TaskText, writes } from "../../support/plans.ts";
import {
  configOf,
  journalOf,
  NO_GATES,
  phaseOf,
  planOf,
  type PlanOptions,
  projectOf,
  refusalOf,
  repositoryOf,
  sequentialPlanOf,
  stepsOf,
} from "../../support/project.ts";

const VERIFY = '<task type="checkpoint:human-verify"><name>Look</name></task>';
const DECIDE = `<task type="checkpoint:decision"><name>Choose</name>
<options><option id="a"><name>A</name></option><option id="b"><name>B</name></option></options></task>`;
const ACT = '<task type="checkpoint:human-action"><name>Sign up</name></task>';
const UNCHECKED = { name: "Think", script: "true" };

/** A plan of phase 1 (`base`) or another. */
function plan(
  number: string,
  tasks: readonly TaskText[],
  dependsOn: readonly string[] = [],
  phase = "01-base",
) {
  return planText({ phase, plan: number, dependsOn, tasks });
}

const ROADMAP = "- 🚧 **v1.0 MVP** - Phases 1-2\n\n### Phase 1: Base\n\n### Phase 2: More Things\n";

/** Phase 1: 01-02 and 01-03 wait for 01-01. Phase 2: 02-01 waits for 01-03. */
const FILES: Readonly<Record<string, string | null>> = {
  "ROADMAP.md": ROADMAP,
  "phases/01-base/01-01-PLAN.md": plan("01", [writes("a.txt"), UNCHECKED]),
  "phases/01-base/01-02-PLAN.md": plan("02", [writes("b.txt")], ["01-01"]),
  "phases/01-base/01-03-PLAN.md": plan("03", [writes("c.txt")], ["01"]),
  "phases/02-more/02-01-PLAN.md": plan("01", [writes("d.txt")], ["01-03"], "02-more"),
};

const ALL = ["01-01", "01-02", "01-03"];

function summaries(...ids: readonly string[]): string[] {
  return ids.map((id) => `phases/${id.startsWith("01") ? "01-base" : "02-more"}/${id}-SUMMARY.md`);
}

/** The project in which plans have a summary. */
function withSummaries(...ids: readonly string[]) {
  return projectOf({ ...FILES, ...Object.fromEntries(summaries(...ids).map((path) => [path, null])) });
}

function committed(...ids: readonly string[]): ReadonlySet<string> {
  return new Set(summaries(...ids).map((path) => `.planning/${path}`));
}

function steps(options: PlanOptions = {}, files = FILES): string[] {
  return stepsOf(
    sequentialPlanOf(projectOf(files), { ...options, config: { ...NO_GATES, ...options.config } }),
  );
}

/** The steps of one plan with these tasks. */
function stepsOfTasks(
  tasks: readonly TaskText[],
  config: Readonly<Record<string, ConfigValue>> = {},
): string[] {
  return steps({ config }, { "phases/01-base/01-01-PLAN.md": plan("01", tasks) });
}

Deno.test("an execution goes through the waves: turn, check and commit of each task, then the documents", () => {
  assert.deepEqual(steps(), [
    "turn 01-01/1",
    "check 01-01/1",
    "commit 01-01/1",
    "turn 01-01/2",
    "commit 01-01/2",
    "summary 01-01",
    "docs 01-01",
    "turn 01-02/1",
    "check 01-02/1",
    "commit 01-02/1",
    "summary 01-02",
    "docs 01-02",
    "turn 01-03/1",
    "check 01-03/1",
    "commit 01-03/1",
    "summary 01-03",
    "docs 01-03",
  ]);
});

Deno.test("an execution of one plan leaves the others, and with them the verification, until it is the last", () => {
  const first = planOf(projectOf(FILES), { only: "01-01" });
  assert.equal(first.alone, "01-01");
  assert.deepEqual(first.waves.map(({ plans }) => plans.map(({ id }) => id)), [["01-01"]]);
  assert.ok(first.steps.every(({ id }) => id.startsWith("01-01/")));
  const repository = { committed: committed("01-01", "01-02") };
  const last = planOf(withSummaries("01-01", "01-02"), { only: "01-03", repository });
  assert.equal(last.alone, undefined);
  assert.ok(last.steps.some(({ kind }) => kind === "verify"));
  const between = planOf(withSummaries("01-01"), {
    only: "01-03",
    repository: { committed: committed("01-01") },
  });
  assert.equal(between.alone, "01-03");
  assert.match(
    refusalOf(projectOf(FILES), { only: "01-02" }),
    /^Plan 01-02 depends on 01-01, which is not complete\n.*wf execute-phase 1 --plan 01-01/,
  );
});

Deno.test("an execution plan contains the phase, its waves and the objective of each plan", () => {
  const { phase, waves, branch, base, agent, strategy, formatVersion } = sequentialPlanOf(projectOf(FILES));
  assert.deepEqual(phase, { number: "01", name: "Base", directory: ".planning/phases/01-base" });
  assert.deepEqual(waves.map(({ wave, plans }) => [wave, ...plans.map(({ id }) => id)]), [
    [1, "01-01"],
    [2, "01-02", "01-03"],
  ]);
  assert.deepEqual(waves[0]!.plans[0], {
    id: "01-01",
    path: ".planning/phases/01-base/01-01-PLAN.md",
    objective: "Build part 01.",
    tasks: [1, 2],
    done: [],
    complete: false,
    dependsOn: [],
    files: ["a.txt"],
  });
  assert.deepEqual([formatVersion, branch, base, agent, strategy], [1, "main", undefined, "shell", "none"]);
});

Deno.test("the steps of an execution plan have IDs of their own", () => {
  const ids = sequentialPlanOf(projectOf(FILES), { config: { "git.branching_strategy": "phase" } }).steps.map(
    (
      { id },
    ) => id,
  );
  assert.equal(new Set(ids).size, ids.length);
});

Deno.test("a turn carries name, type, files and folder of its task, and a check its commands", () => {
  const [turn, check] = sequentialPlanOf(projectOf(FILES), { config: NO_GATES }).steps;
  assert.deepEqual(turn, {
    kind: "turn",
    id: "01-01/1/turn",
    lane: "01-01",
    plan: "01-01",
    task: 1,
    name: "Add a.txt",
    type: "auto",
    files: ["a.txt"],
    directory: ".",
  });
  assert.deepEqual(check?.kind === "check" && check.commands, ["test -f a.txt"]);
});

Deno.test("commits have the specified messages, and the one that completes a plan no task", () => {
  const messages = sequentialPlanOf(projectOf(FILES), { config: NO_GATES }).steps.flatMap((step) =>
    step.kind === "commit-task" || step.kind === "commit-docs" ? [step.message] : []
  );
  assert.deepEqual(messages.slice(0, 3), [
    "feat(01-01): add a.txt\n\nWf-Plan: 01-01\nWf-Task: 1\n",
    "feat(01-01): think\n\nWf-Plan: 01-01\nWf-Task: 2\n",
    "docs(01-01): complete plan: build part 01\n\nWf-Plan: 01-01\n",
  ]);
});

Deno.test("the documents of a plan are its file, its summary, the state document and the roadmap", () => {
  const docs = sequentialPlanOf(projectOf(FILES)).steps.find((step) => step.kind === "commit-docs");
  assert.deepEqual(docs?.paths, [
    ".planning/phases/01-base/01-01-PLAN.md",
    ".planning/phases/01-base/01-01-SUMMARY.md",
    ".planning/STATE.md",
    ".planning/ROADMAP.md",
  ]);
});

Deno.test("plans of one wave that share files are named as a pair", () => {
  const shared = (number: string) =>
    planText({ plan: number, files: ["a.txt", `${number}.txt`], tasks: [UNCHECKED] });
  const files = {
    "phases/01-base/01-01-PLAN.md": shared("01"),
    "phases/01-base/01-02-PLAN.md": shared("02"),
  };
  assert.deepEqual(sequentialPlanOf(projectOf(files)).serialized, [["01-01", "01-02"]]);
});

Deno.test("tasks that earlier runs committed are left out", () => {
  const repository = { journal: journalOf({ "01-01": [1] }) };
  assert.deepEqual(steps({ repository }).slice(0, 4), [
    "turn 01-01/2",
    "commit 01-01/2",
    "summary 01-01",
    "docs 01-01",
  ]);
  assert.deepEqual(sequentialPlanOf(projectOf(FILES), { repository }).waves[0]!.plans[0]!.done, [1]);
});

Deno.test("a plan is refused if a new task has the number of a finished one", () => {
  const entry = { commit: "c1", subject: "feat(01-01): think" };
  const journal = new Map([["01-01", new Map([[1, entry]])]]);
  const worktrees = new Map([["01-01", { onto: "main", tasks: new Map([[1, entry]]) }]]);
  for (const repository of [{ journal }, { worktrees }]) {
    assert.match(
      refusalOf(projectOf(FILES), { repository }),
      /^Task 1 of plan 01-01 was committed as "feat\(01-01\): think", which is now task 2\nPut new tasks after/,
    );
  }
});

/** A journal in which the user skipped a task of plan 01-01, and other tasks are done. */
function skipping(task: number, done: Parameters<typeof journalOf>[0] = {}): RepoSnapshot["journal"] {
  const journal = new Map(journalOf(done));
  const entry = { commit: "s", subject: "docs(01-01): skip it", skipped: "not needed" };
  return journal.set("01-01", new Map([...journal.get("01-01") ?? [], [task, entry]]));
}

Deno.test("skipped tasks are left out, and the plan still gets its documents", () => {
  const repository = { journal: skipping(1) };
  const asks = "ask 01-02/skipped";
  assert.deepEqual(steps({ repository }).slice(0, 5), [
    "turn 01-01/2",
    "commit 01-01/2",
    "summary 01-01",
    "docs 01-01",
    asks,
  ]);
  assert.deepEqual(sequentialPlanOf(projectOf(FILES), { repository }).waves[0]!.plans[0]!.skipped, [1]);
});

Deno.test("a plan that depends on a skipped task asks, even in yolo, until a task of it is done", () => {
  const asked = (done: Parameters<typeof journalOf>[0]) => {
    const plan = sequentialPlanOf(projectOf(FILES), {
      config: { mode: "yolo" },
      repository: { journal: skipping(2, done) },
    });
    return plan.steps.flatMap((step) =>
      step.kind === "ask" && step.id === "01-02/skipped" ? [step.question] : []
    );
  };
  const [question] = asked({ "01-01": [1] });
  assert.equal(question?.title, "Plan 01-02 depends on skipped tasks: 01-01/2 (not needed). Execute it?");
  assert.equal(question?.automatic, undefined);
  assert.deepEqual(asked({ "01-01": [1], "01-02": [1] }), []);
});

Deno.test("a task that was skipped in a worktree which an earlier run left is asked about, and in the merge", () => {
  const skip = { commit: "s", subject: "docs(01-01): skip it", skipped: "not needed" };
  const worktrees = new Map([["01-01", { onto: "main", tasks: new Map([[2, skip]]) }]]);
  const config = { "git.branching_strategy": "phase" };
  const { steps } = planOf(projectOf(FILES), { repository: { worktrees }, config });
  const asked = steps.flatMap((step) =>
    step.kind === "ask" && step.id === "01-02/skipped" ? step.question : []
  );
  assert.deepEqual(asked.map(({ title }) => title), [
    "Plan 01-02 depends on skipped tasks: 01-01/2 (not needed). Execute it?",
  ]);
  const merge = steps.find((step) => step.kind === "merge");
  assert.deepEqual(merge?.kind === "merge" && merge.trailers, ["Wf-Skipped: 01-01/2 not needed"]);
});

Deno.test("the merge of a phase carries its skipped tasks, and their plan is complete after a squash merge", () => {
  const repository = { journal: skipping(1, { "01-01": [2] }) };
  const config = { "git.branching_strategy": "phase" };
  const { steps } = planOf(projectOf(FILES), { repository, config });
  const merge = steps.find((step) => step.kind === "merge");
  assert.deepEqual(merge?.kind === "merge" && merge.trailers, ["Wf-Skipped: 01-01/1 not needed"]);
  const after = sequentialPlanOf(withSummaries("01-01"), {
    repository: { journal: skipping(1), committed: committed("01-01") },
  });
  assert.equal(after.waves[0]!.plans[0]!.complete, true);
});

Deno.test("a task of the journal that the plan no longer has is passed over", () => {
  const repository = { journal: journalOf({ "01-01": [1, 7] }) };
  assert.deepEqual(sequentialPlanOf(projectOf(FILES), { repository }).waves[0]!.plans[0]!.done, [1]);
});

Deno.test("a plan whose tasks are all committed still gets its documents", () => {
  const repository = { journal: journalOf({ "01-01": [1, 2] }) };
  assert.deepEqual(steps({ repository }).slice(0, 3), ["summary 01-01", "docs 01-01", "turn 01-02/1"]);
});

Deno.test("a plan whose summary is committed is complete and left out", () => {
  const project = withSummaries("01-01");
  const result = sequentialPlanOf(project, {
    config: NO_GATES,
    repository: { committed: committed("01-01") },
  });
  assert.equal(stepsOf(result)[0], "turn 01-02/1");
  assert.equal(result.waves[0]!.plans[0]!.complete, true);
});

Deno.test("a complete phase has no steps left", () => {
  const result = sequentialPlanOf(withSummaries(...ALL), { repository: { committed: committed(...ALL) } });
  assert.deepEqual(result.steps, []);
  assert.equal(result.waves.length, 2);
});

Deno.test("where documents are not committed a plan is complete with its summary, and gets no docs commit", () => {
  const config = { ...NO_GATES, "planning.commit_docs": false };
  const found = stepsOf(sequentialPlanOf(withSummaries("01-01"), { config }));
  assert.equal(found[0], "turn 01-02/1");
  assert.ok(found.includes("summary 01-02"));
  assert.deepEqual(found.filter((step) => step.startsWith("docs")), []);
});

const asks = (found: readonly string[]) => found.filter((step) => step.startsWith("ask"));

Deno.test("interactive confirms each plan, and asks before each but the first whether to continue", () => {
  const found = stepsOf(sequentialPlanOf(projectOf(FILES)));
  assert.deepEqual(asks(found), [
    "ask confirm_plan",
    "ask execute_next_plan",
    "ask confirm_plan",
    "ask execute_next_plan",
    "ask confirm_plan",
  ]);
  assert.equal(found[0], "ask confirm_plan");
});

Deno.test("a run that follows on executed plans asks whether to continue, unless it names the plan or has begun it", () => {
  const first = (repository: Partial<RepoSnapshot>, only?: string) => {
    const journal = journalOf({ "01-01": [1, 2] });
    return stepsOf(sequentialPlanOf(withSummaries("01-01"), {
      repository: { committed: committed("01-01"), journal, ...repository },
      ...defined({ only }),
    }))[0];
  };
  assert.equal(first({}), "ask execute_next_plan");
  assert.equal(first({}, "01-02"), "ask confirm_plan");
  assert.equal(first({ journal: journalOf({ "01-01": [1, 2], "01-02": [1] }) }), "ask confirm_plan");
  // Others have executed it.
  assert.equal(first({ journal: new Map() }), "ask confirm_plan");
});

Deno.test("each gate asks only while it is up", () => {
  const only = (config: Record<string, ConfigValue>) =>
    asks(stepsOf(sequentialPlanOf(projectOf(FILES), { config })));
  assert.deepEqual(only({ "gates.confirm_plan": false }), ["ask execute_next_plan", "ask execute_next_plan"]);
  assert.deepEqual(only({ "gates.execute_next_plan": false }), Array(3).fill("ask confirm_plan"));
  assert.deepEqual(only({ mode: "yolo" }), []);
  assert.deepEqual(only({ mode: "yolo", "gates.confirm_plan": true }), Array(3).fill("ask confirm_plan"));
});

Deno.test("a plan that is resumed is not confirmed again in the same repository", () => {
  const first = (confirmed: ReadonlySet<string>) => {
    const repository = { journal: journalOf({ "01-01": [1] }), confirmed };
    return stepsOf(sequentialPlanOf(projectOf(FILES), { repository }))[0];
  };
  assert.equal(first(new Set(["01-01"])), "turn 01-01/2");
  assert.equal(first(new Set()), "ask confirm_plan");
});

Deno.test("the confirmation of a plan lists its objective, its tasks and their checks, and names what has none", () => {
  const [first] = sequentialPlanOf(projectOf(FILES)).steps;
  assert.ok(first?.kind === "ask");
  assert.equal(first.question.title, "Execute plan 01-01 with 2 tasks?");
  assert.equal(
    first.question.details,
    "Build part 01.\n1. add a.txt\n   check: test -f a.txt\n2. think\n   no check",
  );
});

Deno.test("checkpoints ask and are committed, without a turn of the agent", () => {
  assert.deepEqual(stepsOfTasks([writes("a"), VERIFY, DECIDE, ACT]).slice(3, -2), [
    "ask 01-01/2",
    "commit 01-01/2",
    "ask 01-01/3",
    "commit 01-01/3",
    "ask 01-01/4",
    "commit 01-01/4",
  ]);
});

Deno.test("yolo answers checkpoints automatically, but never an action", () => {
  assert.deepEqual(asks(stepsOfTasks([VERIFY, DECIDE, ACT], { mode: "yolo" })), [
    "ask 01-01/1 (approved)",
    "ask 01-01/2 (a)",
    "ask 01-01/3",
  ]);
});

Deno.test("strategy none stays on the branch and offers no merge, even on a branch made by this tool", () => {
  const found = steps({ repository: { branch: "x", bases: new Map([["x", "main"]]) } });
  assert.deepEqual(found.filter((step) => /branch|merge|switch|create/.test(step)), []);
});

Deno.test("strategy none works on a branch without commits", () => {
  assert.equal(steps({ repository: { unborn: true } })[0], "turn 01-01/1");
});

const PHASE = { "git.branching_strategy": "phase", ...NO_GATES };
const MILESTONE = { "git.branching_strategy": "milestone", ...NO_GATES };
const ONE = "wf/phase-01-base";
const TWO = "wf/phase-02-more-things";

function ours(...branches: readonly string[]): ReadonlyMap<string, string> {
  return new Map(branches.map((branch) => [branch, "main"]));
}

Deno.test("strategy phase makes the phase's branch from the branch checked out, and offers a merge at the end", () => {
  const result = sequentialPlanOf(projectOf(FILES), { config: PHASE, repository: { branch: "develop" } });
  const found = stepsOf(result);
  assert.equal(found[0], `create ${ONE} from develop`);
  assert.deepEqual(found.slice(-2), ["ask merge", `merge ${ONE} into develop`]);
  assert.deepEqual([result.branch, result.base, result.strategy], [ONE, "develop", "phase"]);
});

Deno.test("the subject of a merge commit is shortened, with the whole name below", () => {
  const name = "Orders, their totals, their history, and the pages that show them";
  const project = projectOf({ ...FILES, "ROADMAP.md": `# Roadmap\n\n### Phase 1: ${name}\n` });
  const merge = sequentialPlanOf(project, { config: PHASE }).steps.at(-1)!;
  assert.equal(
    merge.kind === "merge" && merge.message,
    "feat(01): Orders, their totals, their history, and the pages that show…\n\n" +
      "Orders, their totals, their history, and the pages that show them",
  );
});

Deno.test("a plan that is not autonomous and has no checkpoint is completed only if the user agrees", () => {
  const asked = (tasks: readonly TaskText[], mode: string) => {
    const text = planText({ plan: "01", autonomous: false, tasks });
    const { steps } = planOf(projectOf({ "phases/01-base/01-01-PLAN.md": text }), { config: { mode } });
    const at = steps.findIndex(({ id }) => id === "01-01/autonomous");
    const step = steps[at];
    return step?.kind === "ask" ? [steps[at + 1]!.id, step.question.automatic] : [];
  };
  assert.deepEqual(asked([writes("a.txt")], "interactive"), ["01-01/summary", undefined]);
  assert.deepEqual(asked([writes("a.txt")], "yolo"), ["01-01/summary", "yes"]);
  assert.deepEqual(asked([writes("a.txt"), VERIFY], "interactive"), []);
});

Deno.test("strategy phase refuses a branch that another phase has too, and names a template", () => {
  const config = { ...PHASE, "git.phase_branch_template": "work" };
  const refusal = refusalOf(projectOf(FILES), { config });
  assert.match(refusal, /Branch "work" is also the branch of phase 02/);
  assert.match(refusal, /wf config set git\.phase_branch_template 'work-\{phase\}'/);
  const repository = { targetExists: true, bases: ours("work") };
  assert.match(refusalOf(projectOf(FILES), { config, repository }), /git branch -m work work-<phase>/);
  const listed = projectOf({ ...FILES, "ROADMAP.md": "### Phase 1: Base\n### Phase 3: Base\n" });
  assert.match(
    refusalOf(listed, { config: { ...PHASE, "git.phase_branch_template": "{slug}" } }),
    /"base" is also the branch of phase 03/,
  );
});

Deno.test("strategy phase reuses the phase's branch", () => {
  const repository = { targetExists: true, bases: ours(ONE), journal: journalOf({ "01-01": [1] }) };
  assert.deepEqual(steps({ config: PHASE, repository }).slice(0, 2), [
    `switch to ${ONE} from main`,
    "turn 01-01/2",
  ]);
});

Deno.test("strategy phase stays where the phase's branch is checked out already", () => {
  const repository = { branch: ONE, targetExists: true, bases: ours(ONE) };
  const found = steps({ config: PHASE, repository });
  assert.equal(found[0], "turn 01-01/1");
  assert.equal(found.at(-1), `merge ${ONE} into main`);
});

Deno.test("the next phase starts from the base, not from the branch of the phase before", () => {
  const repository = { branch: ONE, bases: ours(ONE), committed: committed("01-03") };
  const result = sequentialPlanOf(withSummaries("01-03"), { phase: "2", config: PHASE, repository });
  assert.equal(stepsOf(result)[0], `create ${TWO} from main`);
  assert.equal(result.base, "main");
});

Deno.test("a reused branch keeps its base", () => {
  const repository = { branch: "elsewhere", targetExists: true, bases: new Map([[ONE, "develop"]]) };
  assert.equal(sequentialPlanOf(projectOf(FILES), { config: PHASE, repository }).base, "develop");
});

Deno.test("a phase that is complete but not merged is offered for merging, and nothing else", () => {
  const repository = { targetExists: true, bases: ours(ONE), committed: committed(...ALL) };
  assert.deepEqual(stepsOf(sequentialPlanOf(withSummaries(...ALL), { config: PHASE, repository })), [
    `switch to ${ONE} from main`,
    "ask merge",
    `merge ${ONE} into main`,
  ]);
});

Deno.test("a phase that is complete and merged leaves nothing to do, not even a change of branch", () => {
  const repository = {
    targetExists: true,
    targetMerged: true,
    bases: ours(ONE),
    committed: committed(...ALL),
  };
  assert.deepEqual(sequentialPlanOf(withSummaries(...ALL), { config: PHASE, repository }).steps, []);
});

Deno.test("a phase that was completed without a branch leaves nothing to do", () => {
  const repository = { committed: committed(...ALL) };
  assert.deepEqual(sequentialPlanOf(withSummaries(...ALL), { config: PHASE, repository }).steps, []);
});

Deno.test("a plan added to a merged phase is executed on its branch and offered for merging again", () => {
  const done = ["01-01", "01-02"];
  const repository = {
    targetExists: true,
    targetMerged: true,
    bases: ours(ONE),
    committed: committed(...done),
  };
  const found = stepsOf(sequentialPlanOf(withSummaries(...done), { config: PHASE, repository }));
  assert.deepEqual([found[0], found.at(-1)], [`switch to ${ONE} from main`, `merge ${ONE} into main`]);
});

Deno.test("yolo takes the recommended merge", () => {
  const found = steps({ config: { ...PHASE, mode: "yolo" } });
  assert.equal(found.at(-2), "ask merge (squash)");
});

Deno.test("the merge of a phase is one commit named for it", () => {
  const merge = sequentialPlanOf(projectOf(FILES), { phase: "1", config: PHASE }).steps.at(-1);
  assert.equal(merge?.kind === "merge" && merge.message, "feat(01): Base");
});

Deno.test("strategy milestone makes one branch for the milestone and offers no merge at a phase's end", () => {
  const result = sequentialPlanOf(projectOf(FILES), { config: MILESTONE });
  assert.equal(stepsOf(result)[0], "create wf/v1.0-mvp from main");
  assert.equal(stepsOf(result).at(-1), "docs 01-03");
  assert.equal(result.base, "main");
});

Deno.test("strategy milestone commits later phases to the same branch", () => {
  const branch = "wf/v1.0-mvp";
  const repository = { branch, targetExists: true, bases: ours(branch), committed: committed("01-03") };
  const found = stepsOf(
    sequentialPlanOf(withSummaries("01-03"), { phase: "2", config: MILESTONE, repository }),
  );
  assert.deepEqual([found[0], found.at(-1)], ["turn 02-01/1", "docs 02-01"]);
});

Deno.test("a custom template names the branch", () => {
  const config = { ...PHASE, "git.phase_branch_template": "feature/{phase}" };
  assert.equal(sequentialPlanOf(projectOf(FILES), { config }).branch, "feature/01");
});

const REFUSED: readonly (readonly [
  why: string,
  expected: RegExp,
  options: {
    config?: Readonly<Record<string, ConfigValue>>;
    repository?: Partial<RepoSnapshot>;
    phase?: string;
  },
])[] = [
  ["a detached HEAD", /^HEAD is detached.*\n.*git switch <branch>$/, { repository: { branch: undefined } }],
  [
    "a phase branch that this tool did not make",
    /^Branch "wf\/phase-01-base" exists, but was not created by wf\n.*git branch -m wf\/phase-01-base <name>.*git\.phase_branch_template\..*git config branch\.wf\/phase-01-base\.wfbase <base>$/,
    { config: PHASE, repository: { targetExists: true } },
  ],
  [
    "a milestone branch that this tool did not make",
    /^Branch "wf\/v1\.0-mvp" exists/,
    { config: MILESTONE, repository: { targetExists: true } },
  ],
  [
    "a branch to be made where there is no commit yet",
    /^Branch "main" has no commit yet.*\nMake a first commit$/,
    { config: PHASE, repository: { unborn: true } },
  ],
  [
    "a template with an unknown variable",
    /^Unknown variable \{nam\} .*\nCheck git\.phase_branch_template/,
    { config: { ...PHASE, "git.phase_branch_template": "x/{nam}" } },
  ],
  [
    "a dependency on a plan of another phase that is not complete",
    /^Plan 02-01 depends on 01-03 of another phase, which is not complete\nRun it first: wf execute-phase 1$/,
    { phase: "2" },
  ],
];

for (const [why, expected, options] of REFUSED) {
  Deno.test(`${why} is refused`, () => assert.match(refusalOf(projectOf(FILES), options), expected));
}

Deno.test("strategy milestone without a current milestone is refused", () => {
  const project = projectOf({ ...FILES, "ROADMAP.md": "### Phase 1: Base\n" });
  assert.match(
    refusalOf(project, { config: MILESTONE }),
    /names the current milestone\nBegin one: wf new-milestone MVP$/,
  );
  const planned = projectOf({
    ...FILES,
    "ROADMAP.md": "- 📋 **v1.1 More** - Phase 1\n\n### Phase 1: Base\n",
  });
  assert.match(refusalOf(planned, { config: MILESTONE }), /\nBegin one: wf new-milestone$/);
});

Deno.test("a dependency on a plan of another phase whose summary is not committed is refused", () => {
  assert.match(
    refusalOf(withSummaries("01-03"), { phase: "2" }),
    /01-03 of another phase, which is not complete/,
  );
});

Deno.test("a dependency on a plan of another phase that the roadmap ticks is met, unless wf has begun that phase", () => {
  const ticked = { ...FILES, "ROADMAP.md": "- [x] **Phase 1: Base** - x\n- [ ] **Phase 2: More** - x\n" };
  const others = (repository: Partial<RepoSnapshot>) => {
    return new Map([[".planning/phases/01-base", repositoryOf(repository)]]);
  };
  assert.equal(planOf(projectOf(ticked), { phase: "2", others: others({}) }).waves.length, 1);
  const begun = others({ journal: journalOf({ "01-01": [1] }) });
  assert.match(refusalOf(projectOf(ticked), { phase: "2", others: begun }), /01-03 of another phase/);
});

Deno.test("a dependency on a plan that is complete on the branch of another phase asks for its merge", () => {
  const bases = new Map([["wf/phase-01-base", "main"]]);
  const other = { bases, targetExists: true, committed: committed("01-03") };
  const refusal = (values: Partial<RepoSnapshot>) => {
    const others = new Map([[".planning/phases/01-base", repositoryOf({ ...other, ...values })]]);
    return refusalOf(withSummaries("01-03"), { phase: "2", config: PHASE, repository: { bases }, others });
  };
  assert.match(
    refusal({}),
    /01-03 of another phase, which is complete on wf\/phase-01-base and not merged\nRun wf execute-phase 1, which offers the merge$/,
  );
  assert.match(refusal({ committed: new Set() }), /which is not complete\n/);
  assert.match(refusal({ targetMerged: true }), /which is not complete\n/);
});

Deno.test("a dependency on a complete plan of another phase is fine", () => {
  const repository = { committed: committed("01-03") };
  assert.equal(sequentialPlanOf(withSummaries("01-03"), { phase: "2", repository }).waves.length, 1);
});

const ARCHIVE = "milestones/v0.9-phases/01-base/01-03-PLAN.md";

Deno.test("a dependency on a plan of an earlier milestone is fine", () => {
  const { "phases/01-base/01-03-PLAN.md": _, ...files } = FILES;
  assert.equal(sequentialPlanOf(projectOf({ ...files, [ARCHIVE]: null }), { phase: "2" }).waves.length, 1);
});

Deno.test("a dependency means the plan of this milestone where an earlier one had the same ID", () => {
  const project = projectOf({ ...FILES, [ARCHIVE]: null });
  assert.match(refusalOf(project, { phase: "2" }), /01-03 of another phase, which is not complete/);
});

/** The files, with plan 02-01 depending on what an item names. */
function dependingOn(item: string): typeof FILES {
  const path = "phases/02-more/02-01-PLAN.md";
  const text = planText({ phase: "02-more", plan: "01", dependsOn: [item], tasks: [writes("z.txt")] });
  return { ...FILES, [path]: text };
}

Deno.test("a dependency on a whole phase is met when all of its plans are complete", () => {
  const files = dependingOn("Phase 1");
  const ids = Object.keys(files).flatMap((path) => /(01-\d\d)-PLAN\.md$/.exec(path)?.[1] ?? []);
  assert.ok(ids.length > 1);
  const summaries = Object.fromEntries(ids.map((id) => [`phases/01-base/${id}-SUMMARY.md`, null]));
  const project = projectOf({ ...files, ...summaries });
  const all = sequentialPlanOf(project, { phase: "2", repository: { committed: committed(...ids) } });
  assert.deepEqual(all.waves.map(({ wave, plans }) => [wave, plans[0]?.dependsOn]), [[1, []]]);
  const refused = refusalOf(project, {
    phase: "2",
    repository: { committed: committed(...ids.slice(0, -1)) },
  });
  assert.ok(
    refused.startsWith(`Plan 02-01 depends on ${ids.at(-1)} of another phase, which is not complete\n`),
  );
});

Deno.test("a dependency on a whole phase is not met while one of its plans cannot be read", () => {
  const project = projectOf({
    ...dependingOn("Phase 1"),
    ...Object.fromEntries(summaries(...ALL).map((path) => [path, null])),
    "phases/01-base/01-04-PLAN.md": null,
  });
  const repository = { committed: committed(...ALL) };
  assert.match(
    refusalOf(project, { phase: "2", repository }),
    /^Plan 02-01 depends on 01-04, which cannot be read\n/,
  );
});

Deno.test("a phase whose plans all have frontmatter that cannot be read is not said to have no plans", () => {
  const broken = "---\nphase: [\n---\n";
  const project = projectOf({
    ...FILES,
    "phases/03-later/03-01-PLAN.md": broken,
    "phases/03-later/03-02-PLAN.md": "---\n",
  });
  assert.match(
    refusalOf(project, { phase: "3" }),
    /^The frontmatter of 03-01 and 03-02 cannot be read\nRun wf validate for details$/,
  );
});

for (
  const [what, notes] of [
    ["only what was discussed", { "phases/03-later/03-CONTEXT.md": null }],
    ["a summary of no plan", { "phases/03-later/03-01-SUMMARY.md": null }],
    ["a file that is not a plan of wf", { "phases/03-later/03-01-PLAN.md": "# Ideas\n" }],
  ] as const
) {
  Deno.test(`a phase whose folder holds ${what} has nothing to execute, also where the roadmap ticks it`, () => {
    for (const box of [" ", "x"]) {
      const project = projectOf({ ...FILES, ...notes, "ROADMAP.md": `- [${box}] **Phase 3: Later**\n` });
      assert.match(
        refusalOf(project, { phase: "3" }),
        /^Phase 03 \(Later\) has no plans yet\nCreate a plan with wf plan new 3 .*: wf agents$/,
      );
      assert.match(
        refusalOf(project, { phase: "3", config: { "agent.name": "claude" } }),
        /^Phase 03 .*\nPlan it: wf plan-phase 3, or create a plan yourself: wf plan new 3$/,
      );
    }
  });
}

Deno.test("a dependency on a phase without plans is met if the roadmap marks it as done", () => {
  const withRoadmap = (box: string) => {
    const roadmap = `- [ ] **Phase 1: Base**\n- [${box}] **Phase 1.5: Hotfix**\n- [ ] **Phase 2: More**\n`;
    return projectOf({ ...dependingOn("Phase 01.5"), "ROADMAP.md": roadmap });
  };
  assert.match(
    refusalOf(withRoadmap(" "), { phase: "2" }),
    /^Plan 02-01 depends on phase 01\.5, which has no plans yet\nCreate a plan with wf plan new 1\.5 .*: wf agents$/,
  );
  assert.equal(sequentialPlanOf(withRoadmap("x"), { phase: "2" }).waves.length, 1);
});

Deno.test("a plan that is complete needs none of its dependencies", () => {
  const repository = { committed: committed("02-01") };
  assert.deepEqual(sequentialPlanOf(withSummaries("02-01"), { phase: "2", repository }).steps, []);
});

Deno.test("an uncommitted summary with open tasks is refused with a hint", () => {
  const begun = { journal: journalOf({ "01-01": [1] }) };
  const project = withSummaries("01-01");
  const refused = /^Plan 01-01 has a summary that is not committed, .*01-01-SUMMARY\.md.*\n/;
  assert.match(refusalOf(project), new RegExp(`${refused.source}Commit it if the plan is done`));
  assert.match(refusalOf(project, { repository: begun }), new RegExp(`${refused.source}Move it away`));
});

Deno.test("an ignored summary with open tasks is refused with a hint", () => {
  const repository = { journal: journalOf({ "01-01": [1] }) };
  assert.match(
    refusalOf(withSummaries("01-01"), { config: { "planning.commit_docs": false }, repository }),
    /^Plan 01-01 has a summary, .*01-01-SUMMARY\.md, but not all of its tasks are done\nMove the summary away/,
  );
});

Deno.test("a plan whose summary was committed before its tasks continues, and gets a new summary", () => {
  const repository = { journal: journalOf({ "01-01": [1] }), committed: committed("01-01") };
  const found = stepsOf(sequentialPlanOf(withSummaries("01-01"), { config: NO_GATES, repository }));
  assert.deepEqual(found.slice(0, 4), ["turn 01-01/2", "commit 01-01/2", "summary 01-01", "docs 01-01"]);
});

Deno.test("a summary that is not committed after all tasks is written again and committed", () => {
  const repository = { journal: journalOf({ "01-01": [1, 2] }) };
  const found = stepsOf(sequentialPlanOf(withSummaries("01-01"), { config: NO_GATES, repository }));
  assert.deepEqual(found.slice(0, 2), ["summary 01-01", "docs 01-01"]);
});

Deno.test("a plan without tasks is refused with its path", () => {
  const project = projectOf({ "phases/01-base/01-01-PLAN.md": plan("01", []) });
  assert.match(refusalOf(project), /^Plan 01-01 has no tasks.*\nAdd <task> elements to .*01-01-PLAN\.md$/);
});

Deno.test("plans that depend on one another are refused", () => {
  const project = projectOf({
    "phases/01-base/01-01-PLAN.md": plan("01", [UNCHECKED], ["01-02"]),
    "phases/01-base/01-02-PLAN.md": plan("02", [UNCHECKED], ["01-01"]),
  });
  assert.match(refusalOf(project), /depend on one another in a cycle\nRun wf validate$/);
});

Deno.test("a plan that cannot be read is refused", () => {
  const project = projectOf({ "phases/01-base/01-01-PLAN.md": "---\nphase: 01-base\nplan: 01\n---\n" });
  assert.match(refusalOf(project), /^Plan 01-01 cannot be read\nRun wf validate --history$/);
});

Deno.test("a dependency on a file of the phase without frontmatter is refused, as nothing can complete it", () => {
  const files = {
    "phases/01-base/01-01-PLAN.md": "# Notes\n",
    "phases/01-base/01-02-PLAN.md": plan("02", [UNCHECKED], ["01-01"]),
  };
  assert.match(refusalOf(projectOf(files)), /^Plan 01-02 depends on 01-01, which cannot be read\n/);
});

Deno.test("a dependency on such a file is fine once it has a summary", () => {
  const files = {
    "phases/01-base/01-01-PLAN.md": "# Notes\n",
    "phases/01-base/01-01-SUMMARY.md": null,
    "phases/01-base/01-02-PLAN.md": plan("02", [UNCHECKED], ["01-01"]),
  };
  const repository = { committed: committed("01-01") };
  assert.deepEqual(
    sequentialPlanOf(projectOf(files), { repository }).waves.flatMap(({ plans }) =>
      plans.map(({ id }) => id)
    ),
    [
      "01-02",
    ],
  );
});

Deno.test("planning twice gives the same plan", () => {
  assert.deepEqual(sequentialPlanOf(projectOf(FILES)), sequentialPlanOf(projectOf(FILES)));
});

/** The execution plan of the phase, which an earlier verification may have judged. */
function verified(verification: VerificationStatus | undefined, options: PlanOptions = {}, files = FILES) {
  const project = projectOf(files);
  const result = planExecution({
    project,
    phase: phaseOf(project, "1"),
    config: configOf({ ...NO_GATES, "parallelization.enabled": false, ...options.config }),
    repository: repositoryOf(options.repository),
    ...(verification === undefined ? {} : { verification }),
  });
  assert.ok(result.kind === "planned");
  return result.plan;
}

Deno.test("after its plans a phase is verified, unless the verifier is off", () => {
  const { steps } = verified(undefined);
  const last = steps.at(-1)!;
  assert.deepEqual([last.kind, last.id, last.lane], ["verify", "verify", "verify"]);
  const off = verified(undefined, { config: { "workflow.verifier": false } });
  assert.equal(off.steps.some(({ kind }) => kind === "verify"), false);
});

Deno.test("a merged phase whose verification needs a person is verified again on the branch that has it", () => {
  const repository = {
    committed: committed(...ALL),
    journal: journalOf({ "01-01": [1, 2], "01-02": [1], "01-03": [1] }),
    targetExists: true,
    targetMerged: true,
    bases: ours(ONE),
  };
  const { branch, steps } = verified("human_needed", { repository, config: PHASE });
  assert.deepEqual([branch, steps.map(({ kind }) => kind)], ["main", ["verify"]]);
});

Deno.test("a phase that is executed is verified again for its gaps, and where our run ended before it could", () => {
  const complete = { committed: committed(...ALL) };
  const ours = { ...complete, journal: journalOf({ "01-01": [1, 2], "01-02": [1] }) };
  const verifies = (
    ...[status, repository]: readonly [VerificationStatus | undefined, Partial<RepoSnapshot>]
  ) => {
    return verified(status, { repository }).steps.map(({ kind }) => kind);
  };
  assert.deepEqual(verifies(undefined, complete), []);
  assert.deepEqual(verifies(undefined, ours), ["verify"]);
  assert.deepEqual(verifies("passed", ours), []);
  assert.deepEqual(verifies("human_needed", ours), ["verify"]);
  assert.deepEqual(verifies("human_needed", complete), []);
  assert.deepEqual(verifies("gaps_found", complete), ["verify"]);
});

Deno.test("an execution plan names the agent's command, but for the shell and where there is none", () => {
  const command = (agent: string, given: string) =>
    sequentialPlanOf(projectOf(FILES), { config: { "agent.name": agent, "agent.command": given } }).command;
  assert.equal(command("claude", "claude --fast"), "claude --fast");
  assert.equal(command("claude", ""), undefined);
  assert.equal(command("shell", "ignored"), undefined);
});

Deno.test("an execution plan of a project below the root of its repository names it in all commits", () => {
  const options = { repository: { prefix: "apps/one" }, config: NO_GATES };
  const { steps } = sequentialPlanOf(projectOf(FILES), options);
  const messages = steps.flatMap((step) => "message" in step ? [step.message] : []);
  assert.equal(messages.length > 0, true);
  for (const message of messages) assert.match(message, /apps\/one/);
  const plain = sequentialPlanOf(projectOf(FILES), { config: NO_GATES }).steps;
  assert.deepEqual(plain.map(({ kind }) => kind), steps.map(({ kind }) => kind));
});

Deno.test("the plan of a reverted task says so, with the command that has it done again", () => {
  const done = journalOf({ "01-01": [1, 2] });
  const reverted01 = new Map(done.get("01-01")!).set(1, { commit: "c1", subject: "", reverted: "r1" });
  const journal = new Map([["01-01", reverted01]]);
  const options = {
    repository: { journal, targetExists: true, bases: ours(ONE) },
    config: PHASE,
  };
  const [first, second] = sequentialPlanOf(projectOf(FILES), options).waves.map(({ plans }) => plans[0]!);
  const [reverted, ...others] = first!.reverted!;
  assert.deepEqual([reverted!.task, reverted!.commit, reverted!.by, others], [1, "c1", "r1", []]);
  assert.equal(reverted!.again, "git switch wf/phase-01-base && wf redo 01-01/1");
  assert.equal("reverted" in second!, false);
  const there = { ...options, repository: { ...options.repository, branch: ONE } };
  const [here] = sequentialPlanOf(projectOf(FILES), there).waves[0]!.plans[0]!.reverted!;
  assert.equal(here!.again, "wf redo 01-01/1");
});

Deno.test("where nothing is left to do there are neither lanes nor steps, also if the branch would change", () => {
  const repository = {
    committed: committed(...ALL),
    targetExists: true,
    targetMerged: true,
    bases: ours(ONE),
  };
  const { lanes, steps, waves } = sequentialPlanOf(projectOf(FILES), { repository, config: PHASE });
  assert.deepEqual([lanes, steps, waves.length], [[], [], 2]);
});

Deno.test("the lanes of an execution begin with its branch and end with its merge", () => {
  const { lanes } = sequentialPlanOf(projectOf(FILES), { config: PHASE });
  assert.deepEqual([lanes[0]!.id, lanes.at(-1)!.id], ["start", "end"]);
});

Deno.test("plans that share files are named by wave, and only those of one wave", () => {
  const shared = (number: string, dependsOn: readonly string[] = []) =>
    plan(number, [writes("same.txt")], dependsOn);
  const files = {
    "phases/01-base/01-01-PLAN.md": shared("01"),
    "phases/01-base/01-02-PLAN.md": shared("02"),
    "phases/01-base/01-03-PLAN.md": shared("03", ["01-01"]),
    "phases/01-base/01-04-PLAN.md": plan("04", [writes("d.txt")]),
    "phases/01-base/01-05-PLAN.md": plan("05", [writes("e.txt")], ["01-01"]),
  };
  const options = {
    config: { ...NO_GATES, "workflow.verifier": false, "parallelization.min_plans_for_parallel": 2 },
  };
  const { serialized, waves, agents } = planOf(projectOf(files), options);
  assert.deepEqual(serialized, [["01-01", "01-02"]]);
  assert.deepEqual(waves.map(({ parallel }) => parallel), [true, true]);
  assert.equal(agents, configOf().parallelization.max_concurrent_agents);
});

Deno.test("of two files with the ID of one plan the first is executed", () => {
  const files = {
    "phases/01-base/01-01-PLAN.md": plan("01", [writes("first.txt")]),
    "phases/01-base/01-01-again-PLAN.md": plan("01", [writes("again.txt")]),
  };
  const [wave] = sequentialPlanOf(projectOf(files)).waves;
  assert.equal(wave!.plans.length, 1);
  const { path } = wave!.plans[0]!;
  const first = projectOf(files).phases[0]!.plans.find(({ id }) => id === "01-01")!.source.path;
  assert.equal(path, first);
});

Deno.test("a moved task is confirmed on the branch that the phase's commits go to", () => {
  const entry = { commit: "c1", subject: "feat(01-01): think" };
  const journal = new Map([["01-01", new Map([[1, entry]])]]);
  const refused = (repository: Partial<RepoSnapshot>, config = PHASE) =>
    refusalOf(projectOf(FILES), { config, repository: { journal, ...repository } });
  const there = { targetExists: true, bases: ours(ONE) };
  assert.match(refused(there), / git switch wf\/phase-01-base && git commit --allow-empty /);
  assert.match(refused({ ...there, branch: ONE }), /: git commit --allow-empty /);
  assert.match(refused({}), /: git commit --allow-empty /);
  assert.match(refused({}, NO_GATES as typeof PHASE), /: git commit --allow-empty /);
});

Deno.test("the confirmation of a plan counts its tasks", () => {
  const title = (tasks: readonly TaskText[]) => {
    const [step] = sequentialPlanOf(projectOf({ "phases/01-base/01-01-PLAN.md": plan("01", tasks) })).steps;
    return step?.kind === "ask" ? step.question.title : "";
  };
  assert.match(title([writes("a")]), / 1 task\?$/);
  assert.match(title([writes("a"), writes("b")]), / 2 tasks\?$/);
});

Deno.test("a merge that an earlier run was told how to make is made so, without a question", () => {
  const repository = {
    targetExists: true,
    bases: ours(ONE),
    committed: committed(...ALL),
    mergeMode: "history",
  } as const;
  const { steps } = sequentialPlanOf(projectOf(FILES), { repository, config: PHASE });
  const [merge, ...others] = steps.filter(({ kind }) => kind !== "switch-branch");
  assert.ok(merge?.kind === "merge");
  const { branch, base, mode, message } = merge;
  assert.deepEqual([others, branch, base, mode, message], [[], ONE, "main", "history", "feat(01): Base"]);
});

Deno.test("the objective of a plan is the first line of what it says, and turns and checks are in the project", () => {
  const text = plan("01", [writes("a")]).replace("Build part 01.", "  Build it.  \nAnd more.");
  const { waves, steps } = sequentialPlanOf(projectOf({ "phases/01-base/01-01-PLAN.md": text }));
  assert.equal(waves[0]!.plans[0]!.objective, "Build it.");
  const folders = steps.flatMap((step) => "directory" in step ? [step.directory] : []);
  assert.deepEqual(folders, [".", "."]);
});
