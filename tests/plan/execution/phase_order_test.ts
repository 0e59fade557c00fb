import assert from "node:assert/strict";
import { defined } from "../../../lib/collections/defined.ts";
import { phasesToInspect } from "../../../lib/plan/execution/phase_order.ts";
import type { RepoSnapshot } from "../../../lib/plan/history/repo_snapshot.ts";
import { readAnswer } from "../../../lib/plan/run/questions.ts";
import { planText, writes } from "../../support/plans.ts";
import {
  configOf,
  journalOf,
  phaseOf,
  planOf,
  type PlanOptions,
  projectOf,
  repositoryOf,
} from "../../support/project.ts";

const ROADMAP = `- [ ] **Phase 1: Base** - x
- [ ] **Phase 2: More** - x

### Phase 1: Base
**Depends on**: Nothing (first phase)

### Phase 2: More
**Depends on**: Phase 1
`;
const plan = (phase: string) => planText({ phase, plan: "01", tasks: [writes("a.txt")] });
const FILES: Readonly<Record<string, string | null>> = {
  "phases/01-base/01-01-PLAN.md": plan("01-base"),
  "phases/02-more/02-01-PLAN.md": plan("02-more"),
};

interface Case extends PlanOptions {
  readonly roadmap?: string;
  readonly files?: Readonly<Record<string, string | null>>;
}

/** The question about the order of phases, at the start of an execution. */
function asked({ roadmap = ROADMAP, files = FILES, ...options }: Case = {}) {
  const { steps } = planOf(projectOf({ "ROADMAP.md": roadmap, ...files }), { phase: "2", ...options });
  const [step] = steps;
  return step?.kind === "ask" && step.question.id === "depends_on" ? step.question : undefined;
}

Deno.test("a phase asks before its first task while a phase that it depends on is not executed", () => {
  const question = asked();
  assert.equal(
    question?.title,
    "Phase 02 depends on phase 01, which is not executed. Execute it anyway?",
  );
  assert.deepEqual([question?.kind, question?.preselected, question?.automatic], ["gate", "no", undefined]);
  assert.deepEqual(["y", "n"].map((word) => readAnswer(question!, word)), ["yes", "no"]);
  assert.equal(asked({ config: { mode: "yolo" } })?.automatic, "yes");
  assert.equal(asked({ phase: "1" }), undefined);
});

Deno.test("a dependency that is executed or ticked asks nothing, and one without plans does", () => {
  const summary = ".planning/phases/01-base/01-01-SUMMARY.md";
  const executed = { files: { ...FILES, "phases/01-base/01-01-SUMMARY.md": null } };
  assert.equal(asked({ ...executed, repository: { committed: new Set([summary]) } }), undefined);
  assert.equal(asked({ roadmap: ROADMAP.replace("[ ] **Phase 1", "[x] **Phase 1") }), undefined);
  const { "phases/02-more/02-01-PLAN.md": own } = FILES;
  assert.ok(asked({ files: { "phases/02-more/02-01-PLAN.md": own! } }) !== undefined);
});

Deno.test("a dependency asks while a checkpoint of it is deferred", () => {
  const look = '<task type="checkpoint:human-verify"><name>Look</name></task>';
  const tasks = [look, writes("a.txt")];
  const first = planText({ phase: "01-base", plan: "01", tasks });
  const files = { ...FILES, "phases/01-base/01-01-PLAN.md": first, "phases/01-base/01-01-SUMMARY.md": null };
  const committed = new Set([".planning/phases/01-base/01-01-SUMMARY.md"]);
  const before = (...tasks: readonly number[]) =>
    asked({
      files,
      repository: { committed, completed: new Set(["01-01"]), journal: journalOf({ "01-01": tasks }) },
    });
  assert.ok(before(2) !== undefined);
  assert.equal(before(1, 2), undefined);
});

Deno.test("a dependency that is nowhere in the project, such as an archived phase, asks nothing", () => {
  const later = ROADMAP.replaceAll("Phase 2", "Phase 12").replaceAll("Phase 1:", "Phase 11:")
    .replace("Depends on**: Phase 1\n", "Depends on**: Phase 7\n");
  assert.match(later, /Phase 12: More\n\*\*Depends on\*\*: Phase 7/);
  const files = { "phases/12-more/12-01-PLAN.md": plan("12-more") };
  assert.equal(asked({ roadmap: later, files, phase: "12" }), undefined);
  assert.ok(asked({ roadmap: later.replace("Phase 7", "Phase 11"), files, phase: "12" }) !== undefined);
});

const SUMMARY = ".planning/phases/01-base/01-01-SUMMARY.md";

/** The question while phases have their own branches, given what the one of phase 1 has. */
function askedOfBranch(own: Partial<RepoSnapshot> | undefined, { roadmap, ...repository }: BranchCase = {}) {
  const options = { config: { "git.branching_strategy": "phase" }, ...defined({ roadmap }) };
  const others = new Map(own === undefined ? [] : [[".planning/phases/01-base", repositoryOf(own)]]);
  const bases = new Map([["wf/phase-01-base", "main"]]);
  return asked({ ...options, repository: { bases, ...repository }, others })?.title;
}

type BranchCase = Partial<RepoSnapshot> & { readonly roadmap?: string };

Deno.test("a dependency that is executed on a branch of its own asks until that is merged", () => {
  const executed = { targetExists: true, committed: new Set([SUMMARY]), completed: new Set(["1-1"]) };
  const unmerged =
    "Phase 02 depends on phase 01, whose branch wf/phase-01-base is not merged. Execute it anyway?";
  assert.equal(askedOfBranch(executed), unmerged);
  // The roadmap of that branch ticks it, which is checked out.
  const roadmap = ROADMAP.replace("[ ] **Phase 1", "[x] **Phase 1");
  assert.equal(askedOfBranch(executed, { roadmap }), unmerged);
  assert.equal(askedOfBranch({ targetExists: true }, { roadmap }), undefined, "the user has ticked it");
  assert.equal(askedOfBranch(executed, { committed: new Set([SUMMARY]) }), undefined, "the base has it");
  const open = "Phase 02 depends on phase 01, which is not executed. Execute it anyway?";
  assert.equal(askedOfBranch({ targetExists: true }), open);
  assert.equal(askedOfBranch({ ...executed, targetMerged: true }), open, "undone after the merge");
  assert.equal(askedOfBranch(undefined), open);
});

Deno.test("only branches that may answer the question are inspected", () => {
  const project = projectOf({ "ROADMAP.md": ROADMAP, ...FILES });
  const inspected = (phase: string, repository: Partial<RepoSnapshot>, strategy = "phase") =>
    phasesToInspect({
      project,
      phase: phaseOf(project, phase),
      config: configOf({ "git.branching_strategy": strategy }),
      repository: repositoryOf({ bases: new Map([["wf/phase-01-base", "main"]]), ...repository }),
    }).map(({ name }) => name);
  assert.deepEqual(inspected("2", {}), ["Base"]);
  assert.deepEqual(inspected("1", {}), []);
  assert.deepEqual(inspected("2", {}, "none"), []);
  assert.deepEqual(inspected("2", { bases: new Map() }), []);
  assert.deepEqual(inspected("2", { committed: new Set([SUMMARY]) }), []);
  assert.deepEqual(inspected("2", { journal: journalOf({ "02-01": [1] }) }), []);
});

Deno.test("a dependency that another tool has executed, with summaries and no plans, asks nothing", () => {
  const { "phases/02-more/02-01-PLAN.md": own } = FILES;
  const files = { "phases/02-more/02-01-PLAN.md": own!, "phases/01-base/01-01-SUMMARY.md": null };
  assert.equal(asked({ files }), undefined);
});

Deno.test("a phase that has begun does not ask again", () => {
  assert.equal(asked({ repository: { journal: journalOf({ "02-01": [1] }) } }), undefined);
});

Deno.test("all open phases of a list are named, and notes in parentheses name none", () => {
  const more = ["1.1", "3", "4", "9"].map((number) => `\n### Phase ${number}: Other\n`).join("");
  const list = (text: string) => asked({ roadmap: ROADMAP.replace("Phase 1\n", `${text}\n`) + more })?.title;
  assert.match(list("Phases 1, 1.1 and 3") ?? "", /depends on phases 01, 01\.1, 03, which are not executed/);
  assert.match(list("Phase 1 (like Phase 9), Phase 4") ?? "", /depends on phases 01, 04, /);
  assert.equal(list("Nothing (Phase 1 can wait)"), undefined);
});
