import type { ConfigValue } from "../../../schemas/config.ts";
import assert from "node:assert/strict";
import { defined } from "../../../lib/collections/defined.ts";
import type { StatusResult } from "../../../schemas/results/status.ts";
import type { VerificationRecord } from "../../../lib/parse/documents/verification.ts";
import { phaseGraph } from "../../../lib/plan/status/graph.ts";
import type { RepoSnapshot } from "../../../lib/plan/history/repo_snapshot.ts";
import { verdictText } from "../../../lib/plan/status/phase_verdict.ts";
import { phaseStatus, projectStatus } from "../../../lib/plan/status/status.ts";
import type { StatusInput, UnmergedMilestone, WaitingMerge } from "../../../lib/plan/status/status_input.ts";
import { fc } from "../../deps/fast_check.ts";
import { assertLinear } from "../../ratio.ts";
import { planText, writes } from "../../support/plans.ts";
import { configOf, journalOf, phaseOf, planOf, projectOf, repositoryOf } from "../../support/project.ts";
import { anyPlans, projectOfPlans } from "../any_project.ts";

const TASKS = [writes("a.txt"), writes("b.txt")];
const ROADMAP = `- 🚧 **v1.0 MVP** - now

<details>
<summary>v0.9</summary>

### Phase 9: Shipped

</details>

### Phase 1: Base
### Phase 2: More
### Phase 3: Later
`;
const FILES: Readonly<Record<string, string | null>> = {
  "ROADMAP.md": ROADMAP,
  "phases/01-base/01-01-PLAN.md": planText({ plan: "01", tasks: TASKS }),
  "phases/01-base/01-02-PLAN.md": planText({ plan: "02", dependsOn: ["01-01"], tasks: TASKS }),
  "phases/02-more/02-01-PLAN.md": planText({ phase: "02-more", plan: "01", tasks: TASKS }),
};
const FIRST = ".planning/phases/01-base/01-01-SUMMARY.md";
const SECOND = ".planning/phases/01-base/01-02-SUMMARY.md";
const OTHER = ".planning/phases/02-more/02-01-SUMMARY.md";

interface Facts {
  readonly files?: Readonly<Record<string, string | null>>;
  readonly config?: Readonly<Record<string, ConfigValue>>;
  readonly shared?: Partial<RepoSnapshot> | undefined;
  readonly own?: Readonly<Record<string, Partial<RepoSnapshot>>>;
  readonly merge?: WaitingMerge;
  readonly stopped?: string;
  /** By the name of the phase's folder; passed for all when it is left out. */
  readonly verifications?: Readonly<Record<string, VerificationRecord>>;
}

const PASSED: VerificationRecord = { status: "passed", count: 0 };

function input(facts: Facts = {}): StatusInput {
  const { files = FILES, config, own = {}, merge, stopped } = facts;
  const { verifications = { "01-base": PASSED, "02-more": PASSED } } = facts;
  const outside = "shared" in facts && facts.shared === undefined;
  return {
    project: projectOf(files),
    config: configOf(config),
    repository: {
      shared: outside ? undefined : repositoryOf(facts.shared),
      own: new Map(
        Object.entries(own).map(([folder, values]) => [`.planning/phases/${folder}`, repositoryOf(values)]),
      ),
      ...defined({ merge, stopped }),
    },
    verifications: new Map(
      Object.entries(verifications).map(([folder, record]) => [`.planning/phases/${folder}`, record]),
    ),
  };
}

function status(facts?: Facts): StatusResult {
  return projectStatus(input(facts));
}

function statesOf({ phases }: StatusResult): string[] {
  return phases.map(({ number, state }) => `${number} ${state}`);
}

const AGENT = { "agent.name": "claude" };
const TICKED = FILES["ROADMAP.md"]!.replace("### Phase 1", "- [x] **Phase 1: Base**\n\n### Phase 1");

const VERDICTS: readonly {
  readonly record?: VerificationRecord;
  readonly config?: Readonly<Record<string, ConfigValue>>;
  readonly roadmap?: string;
  readonly verdict: string;
  readonly done: boolean;
  readonly next: readonly string[];
}[] = [
  { record: PASSED, verdict: "verified", done: true, next: [] },
  { verdict: "executed", done: false, next: ["wf verify-phase 1"] },
  { config: { "workflow.verifier": false }, verdict: "executed", done: true, next: [] },
  { roadmap: TICKED, verdict: "executed", done: true, next: [] },
  {
    record: { status: "human_needed", count: 2 },
    verdict: "needs a person (2)",
    done: false,
    next: ["wf verify-phase 1"],
  },
  {
    record: { status: "human_needed", count: 0 },
    verdict: "needs a person",
    done: false,
    next: ["wf verify-phase 1"],
  },
  {
    record: { status: "gaps_found", count: 1 },
    config: AGENT,
    verdict: "gaps (1)",
    done: false,
    next: ["wf plan-phase 1 --gaps"],
  },
  // The agent that cannot plan.
  {
    record: { status: "gaps_found", count: 1 },
    verdict: "gaps (1)",
    done: false,
    next: ["wf plan new 1", "wf verify-phase 1"],
  },
  {
    record: { status: "gaps_found", count: 1 },
    roadmap: TICKED,
    verdict: "gaps (1)",
    done: false,
    next: ["wf plan new 1", "wf verify-phase 1"],
  },
];

for (const { record, config = {}, roadmap = ROADMAP, verdict, done, next } of VERDICTS) {
  const how = [roadmap === TICKED ? "ticked" : "not ticked", JSON.stringify(config)].join(", ");
  Deno.test(`an executed phase, ${record?.status ?? "never verified"}, ${how}, is ${verdict}`, () => {
    const result = projectStatus(input({
      files: { ...FILES, "ROADMAP.md": roadmap },
      config,
      shared: { committed: new Set([FIRST, SECOND]) },
      verifications: record === undefined ? {} : { "01-base": record },
    }));
    assert.equal(verdictText(result.phases[0]!.verdict!), verdict);
    assert.equal(result.phases[0]!.done, done);
    assert.deepEqual(result.totals.phases, { done: done ? 1 : 0, total: 3 });
    assert.deepEqual(result.next, [...next, "wf execute-phase 2"]);
  });
}

Deno.test("a phase that needs a person is always listed, and gaps keep the milestone open", () => {
  const roadmap = ROADMAP.replace("- now", "- Phases 1-2");
  const next = (record: VerificationRecord) =>
    projectStatus(input({
      files: { ...FILES, "ROADMAP.md": roadmap },
      shared: { committed: new Set([FIRST, SECOND, OTHER]) },
      verifications: { "01-base": record, "02-more": PASSED },
    })).next;
  assert.deepEqual(next({ status: "human_needed", count: 1 }), [
    "wf verify-phase 1",
    "wf complete-milestone",
  ]);
  assert.equal(next({ status: "gaps_found", count: 1 }).includes("wf complete-milestone"), false);
  assert.equal(next({ status: "gaps_found", count: 1 })[0], "wf plan new 1");
});

Deno.test("a milestone whose last phase nothing has verified is verified before it is completed", () => {
  const next = (config: Readonly<Record<string, boolean>> = {}) =>
    projectStatus(input({
      files: { ...FILES, "ROADMAP.md": ROADMAP.replace("- now", "- Phases 1-2") },
      config,
      shared: { committed: new Set([FIRST, SECOND, OTHER]) },
      verifications: { "01-base": PASSED },
    })).next;
  assert.equal(next()[0], "wf verify-phase 2");
  assert.equal(next().includes("wf complete-milestone"), false);
  assert.deepEqual(next({ "workflow.verifier": false }), ["wf complete-milestone"]);
});

Deno.test("a phase whose branch is away is verified by executing it, which switches to its branch", () => {
  const own = {
    "01-base": { targetExists: true, committed: ALL, bases: new Map([["wf/phase-01-base", "main"]]) },
  };
  const facts = { config: BY_PHASE, shared: { branch: "main" }, own, verifications: {} };
  assert.equal(status(facts).next[0], "wf execute-phase 1");
});

Deno.test("a fresh project has not started, and its first phase is next", () => {
  const result = status();
  assert.deepEqual(statesOf(result), ["01 not-started", "02 not-started", "03 unplanned"]);
  assert.deepEqual([result.repository, result.branch, result.current], [true, "main", "01"]);
  assert.deepEqual(result.milestone, { version: "v1.0", name: "MVP" });
  assert.deepEqual(result.next, ["wf execute-phase 1"]);
});

Deno.test("the journal contains the finished tasks, committed summaries the complete plans", () => {
  const result = status({ shared: { journal: journalOf({ "01-02": [2] }), committed: new Set([FIRST]) } });
  assert.deepEqual(result.phases[0]!.plans.map(({ id, wave, state, tasks }) => [id, wave, state, tasks]), [
    ["01-01", 1, "complete", { done: 2, total: 2 }],
    ["01-02", 2, "in-progress", { done: 1, total: 2 }],
  ]);
  assert.deepEqual(result.totals, {
    phases: { done: 0, total: 3 },
    plans: { done: 1, total: 3 },
    tasks: { done: 3, total: 6 },
  });
});

Deno.test("a summary that is not committed completes no plan while documents are committed", () => {
  const files = { ...FILES, "phases/01-base/01-01-SUMMARY.md": null };
  assert.equal(status({ files }).phases[0]!.state, "not-started");
  const config = { "planning.commit_docs": false };
  assert.equal(status({ files, config }).phases[0]!.state, "in-progress");
});

Deno.test("a plan is in progress once a task of it was begun, in the working tree or in a worktree", () => {
  const left = { onto: "main", tasks: new Map() };
  const { phases } = status({
    stopped: "01-02",
    shared: { worktrees: new Map([["02-01.task-2", left]]) },
    files: { ...FILES, "phases/01-base/01-03-PLAN.md": planText({ plan: "03", tasks: TASKS }) },
  });
  assert.deepEqual(phases.map(({ state }) => state).slice(0, 2), ["in-progress", "in-progress"]);
  assert.deepEqual(
    phases.slice(0, 2).flatMap(({ plans }) => plans).map(({ id, state }) => `${id} ${state}`),
    [
      "01-01 not-started",
      "01-02 in-progress",
      "01-03 not-started",
      "02-01 in-progress",
    ],
  );
});

Deno.test("a plan whose deferred checkpoint waits for an answer is in progress, and the run that asks is next", () => {
  const look = '<task type="checkpoint:human-verify"><name>Look</name></task>';
  const first = planText({ plan: "01", autonomous: false, tasks: [TASKS[0]!, look, TASKS[1]!] });
  const files = { ...FILES, "phases/01-base/01-01-PLAN.md": first };
  const committed = new Set([FIRST, SECOND]);
  const completed = new Set(["01-01", "01-02"]);
  const journal = { "01-01": [1, 3], "01-02": [1, 2] };
  const waiting = status({ files, shared: { committed, completed, journal: journalOf(journal) } });
  const [base] = waiting.phases;
  assert.deepEqual(base!.plans.map(({ state, tasks }) => [state, tasks.done, tasks.total]), [
    ["in-progress", 2, 3],
    ["complete", 2, 2],
  ]);
  assert.deepEqual([base!.state, base!.verdict, base!.done], ["in-progress", undefined, false]);
  assert.deepEqual(waiting.next, ["wf execute-phase 1"]);
  const answered = journalOf({ ...journal, "01-01": [1, 2, 3] });
  assert.equal(status({ files, shared: { committed, completed, journal: answered } }).phases[0]!.done, true);
});

Deno.test("outside of a repository summaries count, there is no branch, and a repository comes first", () => {
  const files = { ...FILES, "phases/01-base/01-01-SUMMARY.md": null };
  const result = status({ files, shared: undefined });
  assert.deepEqual([result.repository, result.branch], [false, null]);
  assert.deepEqual(result.phases[0]!.plans.map(({ state }) => state), ["complete", "not-started"]);
  assert.deepEqual(result.next, ["git init", "wf execute-phase 1"]);
});

Deno.test("a detached HEAD is not a branch", () => {
  const result = status({ shared: { branch: undefined } });
  assert.deepEqual([result.repository, result.branch], [true, null]);
});

Deno.test("a phase in progress is current before one that has not started", () => {
  const result = status({ shared: { journal: journalOf({ "02-01": [1] }) } });
  assert.deepEqual([result.current, result.next], ["02", ["wf execute-phase 2"]]);
});

for (
  const [strategy, branch, command] of [
    ["phase", "wf/phase-02-more", "wf execute-phase 2"],
    ["phase", "called otherwise", "wf execute-phase 1"],
    ["milestone", "wf/v1.0-mvp", "wf complete-milestone"],
  ] as const
) {
  Deno.test(`while the merge of ${branch} waits, status shows it and ${command}, which continues it`, () => {
    const config = { "git.branching_strategy": strategy };
    const conflicts = [{ path: "a.txt", base: "added", branch: "added" }] as const;
    const merge = { branch, base: "main", conflicts };
    const result = status({ config, merge });
    assert.deepEqual(result.merge, { branch, base: "main", unresolved: ["a.txt"] });
    assert.deepEqual(result.next, [`git add -- :/a.txt && ${command}`, `${command} --answer conflict=abort`]);
    assert.deepEqual(status({ config, merge: { ...merge, conflicts: [] } }).next, [command]);
  });
}

const planIn = (folder: string) => planText({ phase: folder, plan: "01", tasks: [writes(`${folder}.txt`)] });
const ORDERED = (...dependencies: readonly string[]) =>
  dependencies.map((line, index) => `### Phase ${index + 1}: Step\n**Depends on**: ${line}\n`).join("\n");
const STEPS = {
  "phases/02-step/02-01-PLAN.md": planIn("02-step"),
  "phases/03-step/03-01-PLAN.md": planIn("03-step"),
};

Deno.test("a phase whose dependencies are executed is current before an earlier one", () => {
  const files = { ...STEPS, "ROADMAP.md": ORDERED("Nothing", "Phase 3", "Nothing") };
  const before = status({ files });
  assert.deepEqual([before.current, before.next], ["03", ["wf execute-phase 3"]]);
  const executed = status({
    files,
    shared: { committed: new Set([".planning/phases/03-step/03-01-SUMMARY.md"]) },
  });
  assert.equal(executed.current, "02");
  // A phase that has begun asks nothing any more.
  assert.equal(status({ files, shared: { journal: journalOf({ "02-01": [1] }) } }).current, "02");
});

Deno.test("a dependency without plans is planned before the phase that needs it, also through others", () => {
  const next = (files: Readonly<Record<string, string | null>>, ...dependencies: readonly string[]) =>
    status({ files: { ...files, "ROADMAP.md": ORDERED(...dependencies) } }).next;
  const planned = ["wf discuss-phase 1", "wf agents", "wf execute-phase 2"];
  assert.deepEqual(next(STEPS, "Nothing", "Phase 1", "Phase 2"), planned);
  const { "phases/03-step/03-01-PLAN.md": third } = STEPS;
  const onlyThird = { "phases/03-step/03-01-PLAN.md": third };
  assert.deepEqual(next(onlyThird, "Nothing", "Phase 1", "Phase 2"), [
    ...planned.slice(0, 2),
    "wf execute-phase 3",
  ]);
  assert.deepEqual(next(onlyThird, "Nothing", "Nothing", "Phase 9"), ["wf execute-phase 3"]);
  assert.deepEqual(
    next({ ...STEPS, "phases/01-step/01-01-SUMMARY.md": null }, "Nothing", "Phase 1", "Phase 2"),
    [
      "wf execute-phase 2",
    ],
  );
  // Phases that depend on each other.
  assert.deepEqual(next(STEPS, "Nothing", "Phase 3", "Phase 2"), ["wf execute-phase 2"]);
});

Deno.test("a phase whose branch is not merged comes before one that depends on it", () => {
  const files = { ...FILES, "ROADMAP.md": ORDERED("Nothing", "Phase 1") };
  const own = {
    "01-base": { targetExists: true, committed: ALL, bases: new Map([["wf/phase-01-step", "main"]]) },
  };
  assert.deepEqual(status({ files, config: BY_PHASE, own }).next, [
    "wf execute-phase 1",
    "wf execute-phase 2",
  ]);
});

const BY_PHASE = { "git.branching_strategy": "phase" };
const ALL = new Set([FIRST, SECOND]);

Deno.test("the status of a phase with its own branch comes from that branch", () => {
  const own = { "01-base": { targetExists: true, committed: new Set([FIRST]) } };
  assert.deepEqual(statesOf(status({ config: BY_PHASE, own })).slice(0, 2), [
    "01 in-progress",
    "02 not-started",
  ]);
});

Deno.test("the phase whose branch is checked out is current", () => {
  const branch = "wf/phase-02-more";
  const own = {
    "01-base": { branch, journal: journalOf({ "01-01": [1] }) },
    "02-more": { branch, journal: journalOf({ "02-01": [1] }) },
  };
  const result = status({ config: BY_PHASE, shared: { branch }, own });
  assert.deepEqual([result.branch, result.current], [branch, "02"]);
});

Deno.test("a complete phase whose branch is not merged can still be run, first on that branch", () => {
  const target = "wf/phase-01-base";
  const own = (values: Partial<RepoSnapshot>) => ({
    "01-base": { targetExists: true, committed: ALL, bases: new Map([[target, "main"]]), ...values },
  });
  const next = (branch: string, merged: boolean) =>
    status({ config: BY_PHASE, shared: { branch }, own: own({ branch, targetMerged: merged }) }).next;
  assert.deepEqual(next(target, false), ["wf execute-phase 1", "wf execute-phase 2"]);
  assert.deepEqual(next("main", false), ["wf execute-phase 2", "wf execute-phase 1"]);
  assert.deepEqual(next("main", true), ["wf execute-phase 2"]);
});

Deno.test("when everything is complete, the milestone can be completed, also if no document names one", () => {
  const { "ROADMAP.md": _, ...files } = FILES;
  const next = (roadmap?: string) => {
    const shared = { committed: new Set([...ALL, OTHER]) };
    return status({ files: roadmap === undefined ? files : { ...files, "ROADMAP.md": roadmap }, shared })
      .next;
  };
  assert.deepEqual(next(), ["wf complete-milestone v1.0"]);
  assert.deepEqual(next("- ✅ **v1.0 MVP** - Phase 0\n- 📋 **v1.1 More** - Phases 1-2\n"), [
    "wf complete-milestone v1.1",
  ]);
});

Deno.test("once all phases of the milestone are complete, completing it comes before later phases", () => {
  const roadmap = ROADMAP.replace("- now", "- Phases 1-2");
  const shared = { committed: new Set([...ALL, OTHER]) };
  assert.deepEqual(status({ files: { ...FILES, "ROADMAP.md": roadmap }, shared }).next, [
    "wf complete-milestone",
  ]);
  const third = {
    "phases/03-later/03-01-PLAN.md": planText({ phase: "03-later", plan: "01", tasks: TASKS }),
  };
  const files = { ...FILES, ...third, "ROADMAP.md": roadmap };
  assert.deepEqual(status({ files, shared }).next, ["wf complete-milestone", "wf execute-phase 3"]);
  assert.deepEqual(status({ files, shared: { committed: new Set(ALL) } }).next, ["wf execute-phase 2"]);
});

Deno.test("when plans are missing they are to be made, and in an empty project there is nothing to run", () => {
  const result = status({ shared: { committed: new Set([...ALL, OTHER]) } });
  assert.deepEqual([result.current, result.next], [undefined, [
    "wf discuss-phase 3",
    "wf agents",
  ]]);
  assert.deepEqual(status({ files: {} }).next, []);
});

Deno.test("ticked and shipped phases are done, and the phase after them is next", () => {
  const files = {
    "ROADMAP.md": "- ✅ **v1.0 A** - Phases 1-2 (shipped)\n- 🚧 **v1.1 B** - Phases 3-5\n\n" +
      "### Phase 2: Old\n- [x] **Phase 3: Ticked** - x\n- [ ] **Phase 4: New** - x\n",
    "phases/01-base/01-01-PLAN.md": FILES["phases/01-base/01-01-PLAN.md"]!,
    "phases/02-old/02-CONTEXT.md": null,
  };
  const result = status({ files });
  assert.deepEqual(statesOf(result), ["01 not-started", "02 complete", "03 complete", "04 unplanned"]);
  assert.deepEqual(result.totals.phases, { done: 3, total: 4 });
  assert.deepEqual([result.current, result.next], [undefined, [
    "wf discuss-phase 4",
    "wf agents",
  ]]);
});

Deno.test("a ticked phase with open plans is done, unless wf has begun it", () => {
  const files = { ...FILES, "ROADMAP.md": "- [x] **Phase 1: Base** - x\n- [ ] **Phase 2: More** - x\n" };
  const next = (shared?: Partial<RepoSnapshot>) => {
    const { phases, current, next } = status({ files, ...(shared && { shared }) });
    return [phases[0]!.state, phases[0]!.done, current, next.at(-1)];
  };
  assert.deepEqual(next(), ["not-started", true, "02", "wf execute-phase 2"]);
  assert.deepEqual(next({ committed: new Set([FIRST]) }), ["in-progress", true, "02", "wf execute-phase 2"]);
  const journal = journalOf({ "01-01": [1] });
  assert.deepEqual(next({ journal }), ["in-progress", false, "01", "wf execute-phase 1"]);
});

Deno.test("of the phases without plans, the current milestone's is next", () => {
  const roadmap = "- 🚧 **v1.1 B** - Phases 3-5\n\n### Phase 2: Old\n### Phase 4: New\n";
  assert.equal(status({ files: { "ROADMAP.md": roadmap } }).next[0], "wf discuss-phase 4");
});

Deno.test("of the phases without plans, one that the state document has not passed is next", () => {
  const next = (files: Readonly<Record<string, string | null>>) => status({ files }).next[0];
  const roadmap = "### Phase 2: Old\n### Phase 3: Now\n### Phase 4: New\n";
  const position = "## Current Position\n\nPhase: **3 of 4 (Now)**\n";
  assert.equal(next({ "ROADMAP.md": roadmap }), "wf discuss-phase 2");
  assert.equal(next({ "ROADMAP.md": roadmap, "STATE.md": position }), "wf discuss-phase 3");
  assert.equal(next({ "ROADMAP.md": roadmap, "STATE.md": "Phase: 9" }), "wf discuss-phase 2");
});

Deno.test("of several milestones in progress, none is completed while a phase is open", () => {
  const next = (second: string) => {
    const roadmap = `- 🚧 **v1.0 A** - Phases 1-2\n${second}\n\n### Phase 1: Base\n### Phase 3: Later\n`;
    const shared = { committed: new Set([...ALL, OTHER]) };
    return status({ files: { ...FILES, "ROADMAP.md": roadmap }, shared }).next[0];
  };
  assert.equal(next("- 📋 **v2.0 B** - Phase 3"), "wf complete-milestone");
  assert.equal(next("- 🚧 **v2.0 B** - Phase 3"), "wf discuss-phase 3");
});

Deno.test("a phase with summaries and no plans is not planned again", () => {
  const files = {
    "ROADMAP.md": "### Phase 1: Old\n### Phase 2: New\n",
    "phases/01-old/01-01-SUMMARY.md": null,
  };
  assert.equal(status({ files }).next[0], "wf discuss-phase 2");
});

Deno.test("a finished plan that cannot be read is fixed before its phase is verified again", () => {
  const files = { ...FILES, "phases/02-more/02-01-PLAN.md": "---\nphase: 02-more\nplan: [\n---\n" };
  const shared = { committed: new Set([FIRST, SECOND, OTHER]) };
  const verifications = { "01-base": PASSED, "02-more": { status: "gaps_found", count: 1 } } as const;
  assert.deepEqual(status({ files, shared, verifications }).next.slice(0, 2), [
    "wf validate --history .planning/phases/02-more/02-01-PLAN.md",
    "wf verify-phase 2",
  ]);
});

Deno.test("an executed phase that is not the last is verified when nothing else is left to do", () => {
  const files = { ...FILES, "ROADMAP.md": "- [ ] **Phase 1: Base** - x\n- [x] **Phase 2: More** - x\n" };
  const shared = { committed: new Set([FIRST, SECOND, OTHER]) };
  assert.deepEqual(status({ files, shared, verifications: {} }).next, ["wf verify-phase 1"]);
});

Deno.test("a phase that the roadmap does not name, before a shipped milestone, is excluded", () => {
  const milestones = "- ✅ **v1.0 A** - Phases 3-4 (shipped)\n- 📋 **v1.1 B** - (planned)\n";
  const asides = (roadmap: string) => {
    return status({ files: { ...FILES, "ROADMAP.md": roadmap } }).phases.map(({ aside }) => aside);
  };
  assert.deepEqual(asides(milestones), ["older", "older"]);
  assert.deepEqual(asides(`${milestones}### Phase 2: More\n`), ["older", undefined]);
});

Deno.test("when all milestones are shipped, the next one is to begin", () => {
  const roadmap =
    "- ✅ **v1.0 A** - Phases 1-2 (shipped)\n\n### Phase 2: Old\n- [x] **Phase 3: Later** - x\n";
  const result = status({ files: { "ROADMAP.md": roadmap, "phases/01-base/01-CONTEXT.md": null } });
  assert.deepEqual([result.totals.phases, result.next], [{ done: 3, total: 3 }, ["wf new-milestone"]]);
});

Deno.test("a milestone without phases is begun, or gets its phases, before it can be completed", () => {
  const shipped = "- ✅ **v1.0 A** - Phase 1 (shipped)\n";
  const next = (roadmap: string, milestone: string) => {
    const files = {
      "ROADMAP.md": roadmap,
      "STATE.md": `---\nmilestone: ${milestone}\nmilestone_name: TBD\n---\n`,
      "phases/01-base/01-CONTEXT.md": null,
    };
    return status({ files }).next;
  };
  assert.deepEqual(next(shipped, "v2.0"), ["wf new-milestone"]);
  assert.deepEqual(next(`${shipped}- 📋 **v2.0 B** (planned)\n`, "v2.0"), ["wf new-milestone"]);
  assert.deepEqual(next(`${shipped}- 🚧 **v2.0 B** (in progress)\n`, "v2.0"), []);
});

Deno.test("with a branch for each milestone, one is begun before its phases are executed", () => {
  const roadmap =
    "- ✅ **v1.0 A** - Phase 1 (shipped)\n- 📋 **v1.1 B** - Phase 2\n\n- [ ] **Phase 2: More** - x\n";
  const next = (strategy: string, unmergedMilestone?: UnmergedMilestone) => {
    const facts = input({
      files: { ...FILES, "ROADMAP.md": roadmap },
      config: { "git.branching_strategy": strategy },
    });
    return projectStatus({ ...facts, repository: { ...facts.repository, ...defined({ unmergedMilestone }) } })
      .next;
  };
  assert.deepEqual(next("milestone"), ["wf new-milestone"]);
  assert.deepEqual(next("milestone", { version: "v1.0" }), [
    "wf complete-milestone v1.0",
    "wf new-milestone",
  ]);
  assert.deepEqual(next("none"), ["wf execute-phase 2"]);
});

Deno.test("phases that are set aside are shown where they have a folder, and neither counted nor next", () => {
  const files = {
    "ROADMAP.md":
      "### Phase 1: Base (REMOVED)\n### Phase 2: More\n## Backlog\n### Phase 999.1: Idea (BACKLOG)\n",
    ...Object.fromEntries(Object.entries(FILES).slice(1)),
    "phases/999.2-other/999.2-CONTEXT.md": null,
  };
  const { phases, totals, current, next } = status({ files });
  assert.deepEqual(phases.map(({ number, name, aside }) => [number, name, aside]), [
    ["01", "Base", "removed"],
    ["02", "More", undefined],
    ["999.2", "other", "backlog"],
  ]);
  assert.deepEqual([totals.phases.total, totals.plans.total], [1, 1]);
  assert.deepEqual([current, next], ["02", ["wf execute-phase 2"]]);
});

Deno.test("an unreadable plan is not skipped, and has to be fixed first", () => {
  const broken = "---\nphase: [\n---\n";
  const result = status({ files: { ...FILES, "phases/01-base/01-02-PLAN.md": broken } });
  assert.equal(result.phases[0]!.plans[1]!.state, "unreadable");
  assert.deepEqual(result.next, ["wf validate", "wf execute-phase 1"]);
});

Deno.test("plans in a cycle have no wave, and have to be fixed first", () => {
  const cycle = planText({ plan: "01", dependsOn: ["01-02"], tasks: TASKS });
  const result = status({ files: { ...FILES, "phases/01-base/01-01-PLAN.md": cycle } });
  assert.deepEqual(result.phases[0]!.plans.map(({ wave }) => wave), [undefined, undefined]);
  assert.equal(result.next[0], "wf validate");
});

Deno.test("notes without frontmatter are not plans, and of two plans with one ID the first counts", () => {
  const result = status({
    files: {
      "phases/01-base/01-01-PLAN.md": FILES["phases/01-base/01-01-PLAN.md"]!,
      "phases/01-base/01-01-again-PLAN.md": FILES["phases/01-base/01-01-PLAN.md"]!,
      "phases/01-base/01-03-PLAN.md": "# Notes\n",
    },
  });
  assert.deepEqual(result.phases[0]!.plans.map(({ id }) => id), ["01-01"]);
});

Deno.test("status and execution agree on finished work for any plans", () => {
  const counts = fc.array(fc.nat(3), { minLength: 6, maxLength: 6 });
  fc.assert(
    fc.property(anyPlans, counts, (plans, done) => {
      const project = projectOfPlans(plans);
      const first = ({ tasks }: { tasks: readonly unknown[] }, count: number) =>
        tasks.map((_, index) => index + 1).slice(0, count);
      const journal = journalOf(
        Object.fromEntries(plans.map((plan, index) => [plan.id, first(plan, done[index]!)])),
      );
      const planned = planOf(project, { repository: { journal } }).waves.flatMap(({ wave, plans }) =>
        plans.map(({ id, tasks, done }) => [id, wave, { done: done.length, total: tasks.length }])
      );
      const shown = phaseStatus(phaseOf(project, "1"), {
        project,
        config: configOf(),
        repository: { shared: repositoryOf({ journal }), own: new Map() },
      });
      assert.deepEqual(
        shown.plans.map(({ id, wave, tasks }) => [id, wave, tasks]).sort(),
        planned.sort(),
      );
    }),
    { numRuns: 60 },
  );
});

Deno.test("projectStatus() takes time linear in the number of plans", () => {
  const make = (size: number) =>
    input({
      files: Object.fromEntries(Array.from({ length: size }, (_, index) => {
        const phase = `${String(1 + index % 10).padStart(2, "0")}-x`;
        const plan = String(1 + Math.floor(index / 10));
        const dependsOn = index < 10 ? [] : [String(Math.floor(index / 10))];
        return [`phases/${phase}/${plan}-PLAN.md`, planText({ phase, plan, dependsOn, tasks: TASKS })];
      })),
    });
  assertLinear(make, projectStatus, 200);
});

Deno.test("phaseGraph() returns waves, edges within the phase, and pairs that share files", () => {
  const files = {
    ...FILES,
    "phases/01-base/01-02-PLAN.md": planText({
      plan: "02",
      dependsOn: ["01-01", "01", "02-01"],
      files: ["x"],
      tasks: TASKS,
    }),
    "phases/01-base/01-03-PLAN.md": planText({ plan: "03", dependsOn: ["01"], files: ["x"], tasks: TASKS }),
  };
  const facts = input({ files });
  const graph = phaseGraph(phaseOf(facts.project, "1"), facts);
  assert.deepEqual(graph.waves, [["01-01"], ["01-02", "01-03"]]);
  assert.deepEqual(graph.edges, [{ from: "01-01", to: "01-02" }, { from: "01-01", to: "01-03" }]);
  assert.deepEqual(graph.serialized, [["01-02", "01-03"]]);
  assert.deepEqual(graph.plans.map(({ id }) => id), ["01-01", "01-02", "01-03"]);
});

Deno.test("phaseGraph() of a cycle is empty", () => {
  const cycle = planText({ plan: "01", dependsOn: ["01-02"], tasks: TASKS });
  const facts = input({ files: { ...FILES, "phases/01-base/01-01-PLAN.md": cycle } });
  const { waves, edges, plans } = phaseGraph(phaseOf(facts.project, "1"), facts);
  assert.deepEqual([waves, edges, plans], [[], [], []]);
});
