import type { Config } from "../../../schemas/config.ts";
import { defined } from "../../collections/defined.ts";
import { phaseReference } from "../../parse/project/phase_reference.ts";
import type { PlannedPlan, PlannedWave, Step } from "../../../schemas/execution_plan.ts";
import { dependenciesOf, phaseDependencies, plansOf } from "../../parse/project/dependencies.ts";
import { overlaps } from "../../parse/project/overlaps.ts";
import { printPhaseNumber } from "../../parse/ids/phase_number.ts";
import { quoteShell } from "../../text/quote_shell.ts";
import type { PlanDocument } from "../../parse/plan_file/plan_file.ts";
import type { Phase } from "../../parse/project/model.ts";
import { withOrigin } from "../naming/branch_origin.ts";
import { projectTrailers, withProject } from "../naming/commit_message.ts";
import { skippedTrailers } from "../naming/work_message.ts";
import { sequentialReason } from "./concurrency.ts";
import { planBranches } from "./branches.ts";
import { phaseOrderSteps } from "./phase_order.ts";
import { LaneList, type StepDraft } from "./lanes.ts";
import { executePhaseCommand, planningHint } from "../command_lines/commands.ts";
import { leavesMustHaves } from "../status/phase_verdict.ts";
import { mergeSteps } from "./plan_steps.ts";
import { doneTasks, openCheckpoints, plannedPlan, skippedTasks, skippedText } from "./planned_plan.ts";
import { revertedTasks } from "./reverted_tasks.ts";
import { runModels } from "../agents/tiers.ts";
import { addDeferred, addWave, type Deferred, type LaneContext, type OpenPlan } from "./wave_lanes.ts";
import { phaseWaves } from "./waves.ts";
import type { ExecutionInput, ExecutionResult } from "./execution_input.ts";
import { listText } from "../../text/list_text.ts";
import { refuse, type Refused } from "./refused.ts";
import { refusalOf } from "./refusal.ts";
import type { RepoSnapshot } from "../history/repo_snapshot.ts";
import { agentNames, roleAgent, runRoles } from "../agents/role_agents.ts";

/**
 * Plans an execution of a phase: branches, turns, checks, commits, questions and the merge offer, in order. What
 * earlier runs have done is left out.
 *
 * Pure: the same input gives the same plan. See docs/decisions/branches-and-merges.md and
 * docs/decisions/running-tasks.md.
 *
 * @param input The project must have no errors: check it first.
 * @returns The plan; or `refused`, with a message and a hint, if the phase cannot be executed, for example because
 * its plans depend on one another in a cycle, or another phase comes first.
 *
 * @example
 * ```ts
 * import { assumedSnapshot, configDefaults, parseProject, planExecution } from "@wf/wf";
 * import assert from "node:assert/strict";
 *
 * const path = ".planning/phases/01-start/01-01-PLAN.md";
 * const text = `---
 * phase: 01-start
 * plan: 01
 * type: execute
 * wave: 1
 * depends_on: []
 * files_modified: [greeting.txt]
 * autonomous: true
 * must_haves: { truths: [A greeting is written], artifacts: [], key_links: [] }
 * ---
 * <objective>
 * Say hello.
 * </objective>
 * <tasks>
 * <task type="auto">
 * <name>Write the greeting</name>
 * </task>
 * </tasks>
 * `;
 * const project = parseProject({ texts: new Map([[path, text]]), paths: [path] });
 * const result = planExecution({
 *   project,
 *   phase: project.phases[0]!,
 *   config: configDefaults,
 *   repository: assumedSnapshot([]),
 * });
 * assert.ok(result.kind === "planned");
 * assert.deepEqual(result.plan.steps.map(({ id }) => id), [
 *   "01-01/confirm_plan",
 *   "01-01/1/turn",
 *   "01-01/1/commit",
 *   "01-01/summary",
 *   "01-01/docs",
 *   "verify",
 * ]);
 * ```
 */
export function planExecution(input: ExecutionInput): ExecutionResult {
  const { project, phase, only, config, repository } = input;
  const branches = planBranches(input);
  if (branches.kind === "refused") return branches;
  const dependencies = phaseDependencies(phase, project);
  const ordered = phaseWaves(phase, project);
  const number = printPhaseNumber(phase.number);
  if (ordered.kind === "cycle") {
    return refuse(`The plans of phase ${number} depend on one another in a cycle`, "Run wf validate");
  }
  const documents = new Map(plansOf(phase).toReversed().map((document) => [document.id, document]));
  if (documents.size === 0) return withoutPlans(phase, config);
  const list = new LaneList();
  const { branch } = branches;
  const context: LaneContext = { list, branch, config, repository, deferred: [] };
  const serialized = serializedPairs(phase, ordered.waves);
  const waves: PlannedWave[] = [];
  /** The plans that are left for later. */
  const left: string[] = [];
  let after = list.add({ id: "start", steps: [...phaseOrderSteps(input), ...branches.steps] });
  const initial = list.steps.length;
  for (const [index, ids] of ordered.waves.entries()) {
    const wave = index + 1;
    const plans: PlannedPlan[] = [];
    const open: OpenPlan[] = [];
    for (const id of ids) {
      const document = documents.get(id)!;
      const reverted = revertedTasks(document, repository, branch);
      const planned = {
        ...plannedPlan(document, input),
        ...(reverted.length === 0 ? {} : { reverted }),
        dependsOn: dependencies.get(id) ?? [],
      };
      const isLater = only !== undefined && id !== only;
      if (!isLater || planned.complete) plans.push(planned);
      if (planned.complete) {
        context.deferred.push(...unrecorded(document, repository));
        continue;
      }
      if (isLater) {
        left.push(id);
        continue;
      }
      const first = only === undefined ? undefined : planned.dependsOn.find((other) => left.includes(other));
      if (first !== undefined) return waitsForPlan(id, first, number);
      const problem = refusalOf(document, planned, input);
      if (problem !== undefined) return problem;
      open.push({ file: document.file!, planned, skippedBefore: skippedBefore(document, input) });
    }
    const pairs = serialized.filter((pair) => pair.every((id) => ids.includes(id)));
    const reasonFor = (those: readonly PlannedPlan[]) => {
      const tasks = those.map(({ tasks, done }) => tasks.length - done.length);
      const facts = {
        phasePlans: documents.size,
        open: those.map(({ id }) => id),
        tasks,
        serialized: pairs,
      };
      return sequentialReason(facts, { ...config, repository });
    };
    const sequential = reasonFor(plans.filter(hasTasksLeft));
    const parallel = sequential === undefined;
    // Deferral must not depend on how much of the wave earlier runs have done.
    const whole = plans.filter(({ complete, done }) => !complete || done.length > 0);
    const together = reasonFor(whole) === undefined;
    const defers = config.parallelization.skip_checkpoints && together;
    const earlier = [...waves.flatMap(({ plans }) => plans), ...together ? [] : plans];
    const first = list.steps.length === initial &&
      (only !== undefined || !followsExecuted(open, earlier, repository));
    after = addWave({ wave, open, parallel, defers, serialized: pairs, after, first }, context);
    const reason = sequential === "checkouts" ? { sequential } : {};
    if (plans.length > 0) waves.push({ wave, plans, parallel, ...reason });
  }
  const alone = left.length === 0 ? undefined : only;
  if (alone === undefined) after = addDeferred(after, context);
  const work = list.steps.length > initial;
  if (alone === undefined && verifies(work, waves, input)) {
    const step: StepDraft = { kind: "verify", id: "verify", directory: phase.directory };
    after = list.add({ id: "verify", after, steps: [step] });
  }
  const offer = alone === undefined && config.git.branching_strategy === "phase" &&
    branches.base !== undefined;
  if (offer && (work || (repository.targetExists && !repository.targetMerged))) {
    const skipped = skippedTasks(phase.plans, repository);
    const trailers = skipped.length === 0
      ? []
      : [...skippedTrailers(skipped), ...projectTrailers(repository.prefix)];
    const merge = { phase, branch, base: branches.base!, mode: repository.mergeMode, trailers };
    list.add({ id: "end", after, steps: mergeSteps(merge, config) });
  }
  const begun = new Set(
    waves.flatMap(({ plans }) =>
      plans.flatMap(({ id, done, skipped = [] }) => done.length > skipped.length ? id : [])
    ),
  );
  const steps = list.steps.map((step): Step => {
    if (step.kind !== "commit-task" && step.kind !== "commit-docs") return step;
    const message = withProject(step.message, repository.prefix);
    const { base } = branches;
    if (base === undefined || begun.has(step.plan)) return { ...step, message };
    // Any plan may be the first, and every resumed run must make the same commits.
    begun.add(step.plan);
    return { ...step, message: withOrigin(message, { branch, base }) };
  });
  const nothing = !steps.some((step) => step.kind !== "switch-branch");
  const executor = roleAgent(config.agent, "execution");
  const others = agentNames(config.agent, runRoles(config)).filter((name) => name !== executor.name);
  return {
    kind: "planned",
    plan: {
      formatVersion: 1,
      phase: phaseReference(phase),
      strategy: config.git.branching_strategy,
      branch,
      ...defined({ base: branches.base, alone }),
      agent: executor.name,
      ...(others.length === 0 ? {} : { otherAgents: others }),
      ...(executor.name === "shell" || executor.command === "" ? {} : { command: executor.command }),
      models: runModels(config),
      waves,
      serialized,
      agents: config.parallelization.max_concurrent_agents,
      lanes: nothing ? [] : list.lanes,
      steps: nothing ? [] : steps,
    },
  };
}

/** Refuses to execute a phase that has no plans, or none with frontmatter that can be read. */
function withoutPlans(phase: Phase, config: Config): Refused {
  const broken = phase.plans.filter(({ frontmatter: { kind } }) =>
    kind === "unclosed" || kind === "unparsable"
  );
  if (broken.length > 0) {
    const ids = listText(broken.map(({ id }) => id));
    return refuse(`The frontmatter of ${ids} cannot be read`, "Run wf validate for details");
  }
  const number = printPhaseNumber(phase.number);
  const hint = planningHint(number, roleAgent(config.agent, "planning").name);
  return refuse(`Phase ${number} (${phase.name}) has no plans yet`, hint);
}

/** Returns the skipped tasks of the plans that a plan depends on: `01-01/2 (not needed)`. */
function skippedBefore(document: PlanDocument, { project, repository }: ExecutionInput): readonly string[] {
  const plans = dependenciesOf(document, project).flatMap(({ id }) => project.plans.byId.get(id ?? "") ?? []);
  return skippedTasks(plans, repository).map(skippedText);
}

/**
 * Reports whether earlier runs have executed a plan before the next one, and have not begun the next one: then the
 * gate `execute_next_plan` is asked as if the run had not stopped in between.
 *
 * @param earlier The plans of earlier waves, and those of the wave if they run one after the other.
 */
function followsExecuted(
  open: readonly OpenPlan[],
  earlier: readonly PlannedPlan[],
  { worktrees }: RepoSnapshot,
): boolean {
  const [next] = open.map(({ planned }) => planned);
  if (next === undefined || next.done.length > 0 || worktrees.has(next.id)) return false;
  const before = earlier.includes(next) ? earlier.slice(0, earlier.indexOf(next)) : earlier;
  return before.some(({ complete, done }) => complete && done.length > 0);
}

/** Refuses a plan that is executed alone and depends on another that is not complete. */
function waitsForPlan(id: string, other: string, phase: string): Refused {
  const command = executePhaseCommand(phase);
  return refuse(
    `Plan ${id} depends on ${other}, which is not complete`,
    `Run it first, ${command} --plan ${quoteShell(other)}, or the whole phase, ${command}`,
  );
}

/**
 * Reports whether the must-haves are verified: after work, after earlier gaps, and if a run that executed
 * plans ended before the verification or before the user answered. Phases that others have completed are left
 * alone.
 */
function verifies(work: boolean, waves: readonly PlannedWave[], input: ExecutionInput): boolean {
  const { config, verification } = input;
  if (!config.workflow.verifier) return false;
  const ours = waves.some(({ plans }) => plans.some(({ done }) => done.length > 0));
  const open = verification === undefined || (verification === "human_needed" && !leavesMustHaves(config));
  return work || verification === "gaps_found" || (ours && open);
}

/** Reports whether a plan has tasks without a commit. */
function hasTasksLeft({ complete, tasks, done }: PlannedPlan): boolean {
  return !complete && done.length < tasks.length;
}

/** Returns the deferred checkpoints of a complete plan that are not answered, or whose answers its summary lacks. */
function unrecorded(document: PlanDocument, repository: RepoSnapshot): readonly Deferred[] {
  const { file } = document;
  const open = openCheckpoints(document, repository);
  const done = doneTasks(document, repository);
  if (file === undefined || done.size === 0 || done.size + open.length < document.tasks.length) return [];
  const answered = [...done.values()].some(({ unsummed }) => unsummed);
  return [...answered ? [{ file }] : [], ...open.map((task) => ({ file, task }))];
}

/** Returns the pairs of plans of one wave that share files, by their IDs. */
export function serializedPairs(
  phase: Phase,
  waves: readonly (readonly string[])[],
): readonly (readonly string[])[] {
  const waveOf = new Map(waves.flatMap((ids, index) => ids.map((id) => [id, index] as const)));
  return overlaps(plansOf(phase), waveOf).map(({ first, second }) => [first, second]);
}
