import type { Config } from "../../../schemas/config.ts";
import type { PlanDocument } from "../../parse/plan_file/plan_file.ts";
import { printPhaseNumber } from "../../parse/ids/phase_number.ts";
import { phasePart, planKey } from "../../parse/ids/plan_id.ts";
import { dependenciesOf } from "../../parse/project/dependencies.ts";
import type { Project } from "../../parse/project/model.ts";
import { summaryOf } from "../../parse/project/project.ts";
import { quoteShell } from "../../text/quote_shell.ts";
import { bareNumber, executePhaseCommand, executePlanCommand } from "../command_lines/commands.ts";
import { refuse, type Refused } from "../execution/refused.ts";
import { doneTasks, isComplete } from "../execution/planned_plan.ts";
import { refuseCut } from "../history/cut_plans.ts";
import type { JournalCommit, JournalEntry } from "../history/journal.ts";
import type { RepoSnapshot } from "../history/repo_snapshot.ts";
import { describe } from "../naming/commit_message.ts";
import { redoMessage, type TaskName, undoMessage } from "../naming/work_message.ts";
import { taskWorktree } from "../naming/work_branch_names.ts";
import { kindOf, shippedIn, type WorkTarget } from "./work_target.ts";

export interface UndoInput {
  readonly project: Project;
  /** The repository from the perspective of the current branch. */
  readonly repository: RepoSnapshot;
  readonly config: Config;
  /** The commits of the project in the history of the current branch. */
  readonly commits: readonly JournalCommit[];
  /** The hashes of all commits in that history, newest first. */
  readonly history: readonly string[];
  /** The branch that contains the work of the phase, if another one is checked out. */
  readonly elsewhere?: string;
  /** True if the commits are kept, and their tasks only executed again. */
  readonly keeps?: boolean;
}

/** The commits to revert, and the tasks that are then to be executed again or skipped. */
export interface UndoPlan {
  readonly kind: "planned";
  readonly action: "undo" | "redo" | "skip";
  readonly target: WorkTarget;
  readonly branch: string;
  /** The commits, newest first, without those that are already reverted. */
  readonly commits: readonly Pick<JournalEntry, "commit" | "subject">[];
  /** The tasks, in the order of their plans. */
  readonly tasks: readonly [UndoneTask, ...UndoneTask[]];
  /** The paths of the summaries of their plans, which are removed. */
  readonly summaries: readonly string[];
  /** The paths that the plans declare. Their other documents below `.planning/` are not reverted. */
  readonly declared: readonly string[];
  /** The message of the commit. */
  readonly message: string;
  /** True if all of it has happened before, so that nothing is left to do. */
  readonly already?: true;
}

export interface UndoneTask extends TaskName {
  readonly name: string;
}

/** A done task and its commit. */
interface DoneTask extends UndoneTask {
  readonly entry: JournalEntry;
}

/**
 * Plans to undo the work of a phase, plan or task, or to have it executed again. Skipped tasks have no commits to revert.
 *
 * There is nothing left to do if its tasks are to be executed again already. Refuses if nothing of it is done, if the work is on another branch or in a worktree, and, unless the commits are kept,
 * if other plans with done tasks depend on it or a commit also counts for other tasks.
 */
export function planUndo(target: WorkTarget, input: UndoInput): UndoPlan | Refused {
  const { repository, history, keeps = false } = input;
  const plans = plansOf(target);
  const place = requireHere(target, input);
  if (place.kind === "refused") return place;
  const [first, ...others] = plans.flatMap((plan) => tasksOf(plan, target.task, repository));
  if (first === undefined) {
    const [first, ...others] = reopenedTasks(target, repository);
    return first === undefined ? nothingDone(target, input) : alreadyDone(keeps ? "redo" : "undo", {
      target,
      branch: place.branch,
      tasks: [first, ...others],
    });
  }
  const done = [first, ...others] as const;
  const executed = keeps ? [] : done.filter(({ entry }) => entry.skipped === undefined);
  const hashes = new Set(executed.flatMap(({ entry }) => entry.reverted === undefined ? [entry.commit] : []));
  const problem = (executed.length === 0 ? undefined : dependentWork(plans, input)) ??
    sharedCommit(done, hashes, target, input);
  if (problem !== undefined) return problem;
  const affected = plans.filter(({ id }) => done.some(({ plan }) => plan === id));
  const subjects = new Map(done.map(({ entry }) => [entry.commit, entry.subject]));
  const ordered = history.filter((commit) => hashes.has(commit));
  const message = { ...titleOf(target), tasks: done, prefix: repository.prefix };
  return {
    kind: "planned",
    action: keeps ? "redo" : "undo",
    target,
    branch: place.branch,
    commits: ordered.map((commit) => ({ commit, subject: subjects.get(commit)! })),
    tasks: [taskOnly(first), ...others.map(taskOnly)],
    summaries: affected.map(({ source }) => summaryOf(target.phase, source.path))
      .filter((path) => target.phase.summaries.has(path)),
    declared: affected.flatMap((plan) => plan.declared.map(({ path }) => path)),
    message: keeps ? redoMessage(message) : undoMessage(message, ordered),
  };
}

/** Returns the plan of a command that was carried out before. */
export function alreadyDone(
  action: UndoPlan["action"],
  place: Pick<UndoPlan, "target" | "branch" | "tasks">,
): UndoPlan {
  const nothing = { commits: [], summaries: [], declared: [], message: "" };
  return { kind: "planned", action, ...place, ...nothing, already: true };
}

function reopenedTasks(target: WorkTarget, { reopened }: RepoSnapshot): readonly UndoneTask[] {
  return plansOf(target).flatMap(({ id, tasks }) => {
    const again = tasks.filter(({ task: { number } }) =>
      (target.task ?? number) === number && reopened.get(planKey(id))?.has(number)
    );
    return again.map(({ task: { number, name } }) => ({ plan: id, task: number, name }));
  });
}

function plansOf({ phase, plan }: WorkTarget): readonly PlanDocument[] {
  return plan === undefined ? phase.plans : [plan];
}

/** Returns the current branch, or refuses if the work is on another one or in a worktree. */
export function requireHere(
  target: WorkTarget,
  { repository, elsewhere }: Pick<UndoInput, "repository" | "elsewhere">,
): { readonly kind: "here"; readonly branch: string } | Refused {
  const { branch } = repository;
  const number = printPhaseNumber(target.phase.number);
  if (branch === undefined) return refuse("HEAD is detached", "Check out a branch: git switch <branch>");
  if (elsewhere !== undefined) {
    return refuse(
      `The work of phase ${number} is on branch "${elsewhere}", which is not checked out`,
      `Check it out: git switch ${quoteShell(elsewhere)}`,
    );
  }
  const cut = refuseCut(plansOf(target), repository);
  if (cut !== undefined) return cut;
  const left = unreplayed(plansOf(target), repository);
  if (left === undefined) return { kind: "here", branch };
  return refuse(
    `Plan ${left} has commits in a worktree that are not on branch "${branch}" yet`,
    `Finish the run first: ${executePhaseCommand(number)}`,
  );
}

function taskOnly({ plan, task, name }: DoneTask): UndoneTask {
  return { plan, task, name };
}

/** Returns the done tasks of a plan in order, or only one of them. */
function tasksOf(plan: PlanDocument, only: number | undefined, { journal }: RepoSnapshot): DoneTask[] {
  const entries = [...journal.get(planKey(plan.id)) ?? []].sort(([a], [b]) => a - b);
  return entries.filter(([number]) => only === undefined || number === only).map(([task, entry]) => {
    const name = plan.tasks.find((each) => each.task.number === task)?.task.name ?? entry.subject;
    return { plan: plan.id, task, name, entry };
  });
}

/** Returns the scope and the description of the commit about a work. */
export function titleOf(
  { phase, plan, task }: WorkTarget,
): { readonly scope: string; readonly name: string } {
  const scope = plan?.id ?? printPhaseNumber(phase.number);
  if (plan === undefined) return { scope, name: `phase ${phase.name}` };
  if (task === undefined) {
    const objective = plan.file?.body.objective.split("\n", 1).join("").trim() ?? "";
    return { scope, name: objective === "" ? "plan" : `plan: ${describe(objective)}` };
  }
  const name = plan.tasks.find((each) => each.task.number === task)?.task.name ?? "";
  return { scope, name: `task ${task}: ${describe(name)}` };
}

/** Returns the ID of a plan with commits in a worktree that an earlier run left. */
function unreplayed(plans: readonly PlanDocument[], { worktrees }: RepoSnapshot): string | undefined {
  const isLeft = (name: string) => (worktrees.get(name)?.tasks.size ?? 0) > 0;
  return plans.find(({ id, tasks }) => {
    return isLeft(id) || tasks.some(({ task }) => isLeft(taskWorktree(id, task.number)));
  })?.id;
}

function nothingDone(target: WorkTarget, { commits, repository, config }: UndoInput): Refused {
  const { phase, plan } = target;
  const number = printPhaseNumber(phase.number);
  const shipped = shippedIn(number, commits);
  if (shipped !== undefined) return shipped;
  const summaries = (plan === undefined ? phase.plans : [plan])
    .filter((each) => isComplete(each, { phase, config, repository }))
    .map(({ source }) => summaryOf(phase, source.path));
  if (summaries.length > 0) {
    return refuse(
      `${kindOf(target)} ${target.text} was completed without commits of wf, so there is nothing to revert`
        .replace(
          /^./,
          (letter) => letter.toUpperCase(),
        ),
      `Revert its commits with git, and remove ${summaries.map(quoteShell).join(" ")}`,
    );
  }
  return refuse(
    `Nothing of ${kindOf(target)} ${target.text} is done on branch "${repository.branch}"`,
    `Execute it: ${plan === undefined ? executePhaseCommand(number) : executePlanCommand(plan.id)}`,
  );
}

/** Refuses if other plans with done tasks depend on some plans, and names those to undo first, in order. */
function dependentWork(
  plans: readonly PlanDocument[],
  { project, repository, config }: UndoInput,
): Refused | undefined {
  const named = new Set(plans.map(({ id }) => id));
  const found: string[] = [];
  const seen = new Set(named);
  const visit = (id: string) => {
    for (const plan of project.plans.all) {
      if (seen.has(plan.id) || !dependenciesOf(plan, project).some((other) => other.id === id)) continue;
      seen.add(plan.id);
      visit(plan.id);
      const phase = project.phases.find(({ plans }) => plans.includes(plan))!;
      if (doneTasks(plan, repository).size > 0 || isComplete(plan, { phase, config, repository })) {
        found.push(plan.id);
      }
    }
  };
  for (const id of named) visit(id);
  if (found.length === 0) return undefined;
  const commands = found.map((id) => `wf undo ${quoteShell(id)}`);
  const which = plans.length === 1 ? plans[0]!.id : "it";
  return refuse(
    found.length === 1
      ? `Plan ${found[0]} depends on ${which} and has done tasks`
      : `Plans ${found.join(", ")} depend on ${which} and have done tasks`,
    commands.length === 1 ? `Undo it first: ${commands[0]}` : `Undo them first: ${commands.join(" && ")}`,
  );
}

/** Refuses if a commit also counts for tasks that are not named, as after a squash merge. */
function sharedCommit(
  done: readonly DoneTask[],
  wanted: ReadonlySet<string>,
  { phase, plan }: WorkTarget,
  { repository: { journal } }: UndoInput,
): Refused | undefined {
  const named = new Set(done.map(({ plan, task }) => `${planKey(plan)}/${task}`));
  const others = [...journal].flatMap(([key, tasks]) => {
    return [...tasks].filter(([task, { commit }]) => wanted.has(commit) && !named.has(`${key}/${task}`))
      .map(([task, { commit }]) => ({ key, task, commit }));
  });
  const [other] = others;
  if (other === undefined) return undefined;
  const number = printPhaseNumber(phase.number);
  const isWithin = (within: (key: string) => boolean) => others.every(({ key }) => within(key));
  const hint = plan !== undefined && isWithin((key) => key === planKey(plan.id))
    ? `Undo the plan: wf undo ${quoteShell(plan.id)}`
    : isWithin((key) => phasePart(key) === number)
    ? `Undo the phase: wf undo ${bareNumber(number)}`
    : `Revert it with git revert ${
      other.commit.slice(0, 7)
    }: each next run then shows how to execute its tasks again`;
  const names = others.map(({ key, task }) => `${key}/${task}`).join(", ");
  return refuse(`Commit ${other.commit.slice(0, 7)} also contains ${names}`, hint);
}
