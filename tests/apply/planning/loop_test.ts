import assert from "node:assert/strict";
import type { ConfigValue } from "../../../schemas/config.ts";
import type { Question } from "../../../schemas/question.ts";
import type { SessionOptions } from "../../../lib/apply/agent/core/port.ts";
import { ProjectReader } from "../../../lib/apply/files/project_reader.ts";
import { type PlannedPhase, runPlanning } from "../../../lib/apply/planning/loop.ts";
import type { PlanPhaseInput } from "../../../lib/apply/planning/planning_work.ts";
import { openRepository } from "../../../lib/apply/git/repository.ts";
import { parsePhaseNumber } from "../../../lib/parse/ids/phase_number.ts";
import type { Project } from "../../../lib/parse/project/model.ts";
import { hasSummary } from "../../../lib/parse/project/project.ts";
import { phasePlace } from "../../../lib/plan/naming/phase_place.ts";
import { planningFacts } from "../../../lib/plan/planning/facts.ts";
import { planText, writes } from "../../support/plans.ts";
import { configOf } from "../../support/project.ts";
import { type Folder, host, repository } from "../../support/repository.ts";
import { dataAnswer, ScriptedAgent } from "../agent/scripted_agent.ts";

const PHASE = ".planning/phases/01-base";
const PLAN = `${PHASE}/01-01-PLAN.md`;
const VALIDATION = `${PHASE}/01-VALIDATION.md`;
const UNTESTED = planText({ plan: "01", files: ["a.txt"], tasks: [writes("a.txt")] });
const GOOD = UNTESTED.replace("must_haves:", "requirements: [AUTH-01]\nmust_haves:");
const WRONG = GOOD.replace("wave: 1", "wave: two");
const BLOCKER = { plan: "01-01", severity: "blocker", what: "Nobody logs out", todo: "Add a task" };

interface Planning {
  /** The files that the planner writes in each turn; the last is repeated. */
  readonly plans: readonly string[];
  /** The findings of the checker in each turn; the last are repeated. */
  readonly findings?: readonly (readonly object[])[];
  readonly config?: Readonly<Record<string, ConfigValue>>;
  readonly settings?: Partial<PlanPhaseInput["settings"]>;
  readonly answer?: string;
}

interface Result extends AsyncDisposable {
  readonly folder: Folder;
  readonly planned: PlannedPhase;
  readonly prompts: readonly string[];
  readonly asked: readonly Question[];
}

/** Plans the only phase of a project, with agents that have no processes. */
async function plan({ plans, findings = [[]], config, settings, answer }: Planning): Promise<Result> {
  const folder = await repository({
    ".planning/ROADMAP.md": "# Roadmap\n\n### Phase 1: Base\n**Goal**: Log in\n**Requirements**: [AUTH-01]\n",
    ".planning/REQUIREMENTS.md": "# Requirements\n\n- [ ] **AUTH-01**: People log in\n",
  });
  const asked: Question[] = [];
  const turns = { planning: 0, check: 0 };
  const at = <T>(list: readonly T[], turn: number) => list[Math.min(turn, list.length - 1)]!;
  const agent = new ScriptedAgent([async ({ role }: SessionOptions) => {
    if (role === "plan check") return dataAnswer({ findings: at(findings, turns.check++) });
    await folder.write({ [PLAN]: at(plans, turns.planning++) });
    return "Written.";
  }]);
  const facts = (project: Project) => {
    const phase = phasePlace(project, parsePhaseNumber("1")!)!;
    const isFixed: Parameters<typeof planningFacts>[0]["isFixed"] = (one) =>
      project.phases.some((read) => hasSummary(read, one));
    return Promise.resolve(planningFacts({ project, phase, isFixed, documents: [] }));
  };
  const planned = await runPlanning({
    host,
    root: folder.path,
    reader: new ProjectReader(host, folder.path),
    repository: await openRepository(host, folder.path),
    agent,
    config: configOf(config),
    permit: () => Promise.resolve({ kind: "allow" }),
    signal: new AbortController().signal,
    notice: () => {},
    report: () => {},
    facts,
    settings: {
      confirmBreakdown: false,
      research: false,
      planner: true,
      check: false,
      ...settings,
    },
    ask: (question) => {
      asked.push(question);
      return Promise.resolve(answer === undefined ? undefined : { value: answer });
    },
  });
  return {
    folder,
    planned,
    asked,
    prompts: agent.prompts,
    [Symbol.asyncDispose]: () => folder[Symbol.asyncDispose](),
  };
}

Deno.test("a plan with errors goes back to the planner with line, code and hint, in the same session", async () => {
  await using one = await plan({ plans: [WRONG, GOOD] });
  assert.equal(one.planned.end.kind, "planned");
  assert.equal(one.planned.rounds, 2);
  assert.match(
    one.prompts[1]!,
    /^The plans of phase 01 are not right yet:\n\n- \S+01-01-PLAN\.md:5: .*\[field-value\]/,
  );
  assert.deepEqual(await one.folder.subjects(), ["start", "docs(01): plan phase: 1 plan in 1 wave"]);
});

Deno.test("plans that have errors after three rounds are neither recorded nor thrown away", async () => {
  await using one = await plan({ plans: [WRONG], settings: { check: true, confirmBreakdown: true } });
  assert.deepEqual([one.planned.end, one.planned.rounds], [{ kind: "invalid" }, 3]);
  assert.equal(
    one.planned.problems.some(({ code, severity }) => code === "field-value" && severity === "error"),
    true,
  );
  assert.equal(await one.folder.read(PLAN), WRONG);
  assert.deepEqual(await one.folder.subjects(), ["start"]);
});

Deno.test("a planner that writes nothing, or no plan, gets that as feedback", async () => {
  await using one = await plan({ plans: ["  \n", "Later.\n", GOOD] });
  assert.match(one.prompts[1]!, /There is no plan file/);
  assert.match(one.prompts[2]!, /01-01-PLAN\.md:1: .*\[frontmatter-missing\]/);
  assert.deepEqual([one.planned.end.kind, one.planned.rounds], ["planned", 3]);
});

Deno.test("findings of a checker go back to the planner, and the next check reads the plans again", async () => {
  await using one = await plan({ plans: [GOOD], findings: [[BLOCKER], []], settings: { check: true } });
  assert.deepEqual([one.planned.end.kind, one.planned.rounds, one.asked], ["planned", 2, []]);
  assert.match(one.prompts[2]!, /- 01-01: Nobody logs out\. Add a task/);
});

Deno.test("of what a checker finds after three rounds a person decides", async () => {
  for (
    const [answer, end] of [[undefined, "waiting"], ["stop", "declined"], ["accept", "planned"]] as const
  ) {
    await using one = await plan({
      plans: [GOOD],
      findings: [[BLOCKER]],
      settings: { check: true },
      ...(answer === undefined ? {} : { answer }),
    });
    assert.deepEqual([one.planned.end.kind, one.planned.rounds], [end, 3]);
    assert.match(one.asked[0]!.details, /blocker 01-01: Nobody logs out\n {2}→ Add a task/);
    assert.equal((await one.folder.subjects()).length, end === "planned" ? 2 : 1);
  }
});

Deno.test("mode yolo does not accept the blockers of a checker", async () => {
  const config = { mode: "yolo" };
  await using one = await plan({ plans: [GOOD], findings: [[BLOCKER]], settings: { check: true }, config });
  assert.deepEqual([one.planned.end.kind, one.asked[0]!.automatic], ["waiting", undefined]);
});

Deno.test("warnings of a checker are reported and do not stop planning", async () => {
  const warning = { severity: "warning", what: "It could be shorter" };
  await using one = await plan({ plans: [GOOD], findings: [[warning]], settings: { check: true } });
  assert.deepEqual([one.planned.end.kind, one.planned.rounds], ["planned", 1]);
  assert.equal(one.planned.problems.at(-1)?.what, "It could be shorter");
});

Deno.test("workflow.nyquist_validation maps requirements to test commands, and wants one for each", async () => {
  await using one = await plan({ plans: [UNTESTED, GOOD] });
  assert.equal(one.planned.rounds, 2);
  assert.match(one.prompts[1]!, /No plan delivers AUTH-01/);
  assert.match(
    await one.folder.read(VALIDATION),
    /^nyquist_compliant: true$[^]*\| AUTH-01 .* `test -f a\.txt` \|$/m,
  );
  await using off = await plan({ plans: [UNTESTED], config: { "workflow.nyquist_validation": false } });
  assert.deepEqual([off.planned.end.kind, off.planned.rounds], ["planned", 1]);
  assert.equal(await off.folder.has(VALIDATION), false);
});

Deno.test("the gate shows waves and tasks; answered with no, nothing is recorded", async () => {
  await using one = await plan({ plans: [GOOD], settings: { confirmBreakdown: true }, answer: "no" });
  assert.equal(one.planned.end.kind, "declined");
  assert.match(one.asked[0]!.details, /^Wave 1\n {2}01-01 Build part 01\.\n {4}1\. Add a\.txt$/);
  assert.deepEqual(await one.folder.subjects(), ["start"]);
});

Deno.test("planning.commit_docs off leaves the documents uncommitted", async () => {
  await using one = await plan({ plans: [GOOD], config: { "planning.commit_docs": false } });
  assert.deepEqual([one.planned.end.kind, one.planned.commits], ["planned", []]);
  assert.deepEqual(await one.folder.subjects(), ["start"]);
  assert.match(await one.folder.read(".planning/ROADMAP.md"), /- \[ \] 01-01-PLAN\.md — Build part 01\.$/m);
});
