/**
 * Projects made of texts, without a disk.
 * @module
 */
import assert from "node:assert/strict";
import type { Config, ConfigValue } from "../../schemas/config.ts";
import type { ExecutionPlan, Step } from "../../schemas/execution_plan.ts";
import { parsePhaseNumber } from "../../lib/parse/ids/phase_number.ts";
import { findPhase, parseProject } from "../../lib/parse/project/project.ts";
import type { Phase, Project } from "../../lib/parse/project/model.ts";
import { type ConfigOverride, resolveConfig } from "../../lib/plan/config/resolve.ts";
import { advance, nextStep, type RunState } from "../../lib/plan/run/state_machine.ts";
import type { StepOutcome } from "../../lib/plan/execution/step_outcome.ts";
import type { ExecutionResult } from "../../lib/plan/execution/execution_input.ts";
import { planExecution } from "../../lib/plan/execution/execution_plan.ts";
import type { JournalEntry } from "../../lib/plan/history/journal.ts";
import type { RepoSnapshot } from "../../lib/plan/history/repo_snapshot.ts";

/** A project of files by path below `.planning/`; a text of `null` is a file that is not read. */
export function projectOf(files: Readonly<Record<string, string | null>>): Project {
  const texts = new Map<string, string>();
  for (const [path, text] of Object.entries(files)) {
    if (text !== null) texts.set(`.planning/${path}`, text);
  }
  return parseProject({ texts, paths: Object.keys(files).map((path) => `.planning/${path}`) });
}

/** The phase with a number. */
export function phaseOf(project: Project, number: string): Phase {
  const phase = findPhase(project, parsePhaseNumber(number)!);
  assert.ok(phase, `no phase ${number}`);
  return phase;
}

/** The defaults with some keys changed: `{ "mode": "yolo" }`. */
export function configOf(values: Readonly<Record<string, ConfigValue>> = {}): Config {
  const overrides: ConfigOverride[] = Object.entries(values).map(([key, value]) => ({ key, value }));
  return resolveConfig({ file: {}, overrides }).config;
}

/** No gate asks; everything else has its default. */
export const NO_GATES: Readonly<Record<string, ConfigValue>> = {
  "gates.confirm_plan": false,
  "gates.execute_next_plan": false,
};

/** A repository on `main` in which nothing of the project is committed yet. */
export function repositoryOf(values: Partial<RepoSnapshot> = {}): RepoSnapshot {
  return {
    branch: "main",
    unborn: false,
    targetExists: false,
    bases: new Map(),
    targetMerged: false,
    mergeMode: undefined,
    journal: new Map(),
    reopened: new Map(),
    completed: new Set(),
    imported: new Set(),
    strayed: new Set(),
    committed: new Set(),
    prefix: "",
    confirmed: new Set(),
    worktrees: new Map(),
    submodules: false,
    ...values,
  };
}

/** A journal of tasks: `{ "01-01": [1, 2] }`. */
export function journalOf(done: Readonly<Record<string, readonly number[]>>): RepoSnapshot["journal"] {
  return new Map(Object.entries(done).map(([plan, tasks]) => [plan, entriesOf(plan, tasks)]));
}

/** The commits of tasks of a plan, or of what its worktree is called, by their numbers. */
export function entriesOf(plan: string, tasks: readonly number[]): ReadonlyMap<number, JournalEntry> {
  return new Map(tasks.map((task) => [task, { commit: `${plan}/${task}`, subject: "" }]));
}

/** What {@link planOf} works with besides the project. */
export interface PlanOptions {
  readonly phase?: string;
  readonly only?: string;
  readonly config?: Readonly<Record<string, ConfigValue>>;
  readonly repository?: Partial<RepoSnapshot>;
  readonly others?: ReadonlyMap<string, RepoSnapshot>;
}

/** The result of planning the execution of a phase. */
export function executionOf(
  project: Project,
  { phase = "1", only, config, repository, others }: PlanOptions = {},
): ExecutionResult {
  return planExecution({
    project,
    phase: phaseOf(project, phase),
    config: configOf(config),
    repository: repositoryOf(repository),
    ...(only === undefined ? {} : { only }),
    ...(others === undefined ? {} : { others }),
  });
}

/** The execution plan of a phase; fails when it is refused. */
export function planOf(project: Project, options?: PlanOptions): ExecutionPlan {
  const result = executionOf(project, options);
  assert.equal(result.kind, "planned", result.kind === "refused" ? result.message : "");
  return (result as Extract<ExecutionResult, { kind: "planned" }>).plan;
}

const IN_TURN = { "parallelization.enabled": false, "workflow.verifier": false };

/** The execution plan of a phase whose plans run one after the other, and that is not verified. */
export function sequentialPlanOf(project: Project, options: PlanOptions = {}): ExecutionPlan {
  return planOf(project, { ...options, config: { ...IN_TURN, ...options.config } });
}

/** Message and hint of a refusal; fails when the phase can be executed. */
export function refusalOf(project: Project, options?: PlanOptions): string {
  const result = executionOf(project, options);
  assert.equal(result.kind, "refused");
  const { message, hint } = result as Extract<ExecutionResult, { kind: "refused" }>;
  return `${message}\n${hint}`;
}

/** A step in a few words: `turn 01-01/1`. */
export function brief(step: Step): string {
  switch (step.kind) {
    case "switch-branch":
      return `${step.create ? "create" : "switch to"} ${step.branch} from ${step.base}`;
    case "ask":
      return `ask ${step.question.id}${step.question.automatic ? ` (${step.question.automatic})` : ""}`;
    case "add-worktree":
      return `${step.exists ? "take up" : "make"} worktree ${step.worktree}`;
    case "set-up-worktree":
      return `set up ${step.worktree}`;
    case "replay":
      return `replay ${step.worktree} onto ${step.onto}`;
    case "turn":
    case "check":
      return `${step.kind} ${step.plan}/${step.task}`;
    case "commit-task":
      return `commit ${step.plan}/${step.task}`;
    case "write-summary":
      return `summary ${step.plan}`;
    case "commit-docs":
      return `docs ${step.plan}`;
    case "verify":
      return "verify";
    case "merge":
      return `merge ${step.branch} into ${step.base}`;
  }
}

/** The steps of a plan, each in a few words. */
export function stepsOf(plan: ExecutionPlan): string[] {
  return plan.steps.map(brief);
}

/** The state of a run after its next step went as told, one step at a time. */
export function proceed(state: RunState, outcome: StepOutcome): RunState {
  const next = nextStep(state);
  const lane = next.kind === "perform" ? next.lane.id : [...state.lanes.keys()].at(-1) ?? "";
  return advance(state, lane, outcome);
}
