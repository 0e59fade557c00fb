import type { ShownPlan, ShownTask, ShowResult } from "../../../schemas/results/show.ts";
import type { PhaseStatus, PlanStatus } from "../../../schemas/results/status.ts";
import type { UsageRecord } from "../../../schemas/usage.ts";
import { knownUsage } from "../usage/total.ts";
import { defined } from "../../collections/defined.ts";
import { contextDecisions } from "../../parse/documents/context.ts";
import { parseGaps } from "../../parse/documents/verification.ts";
import { printPhaseNumber } from "../../parse/ids/phase_number.ts";
import { planKey } from "../../parse/ids/plan_id.ts";
import { declaredPaths } from "../../parse/plan_file/declared_files.ts";
import type { PlanDocument } from "../../parse/plan_file/plan_file.ts";
import { summaryOf } from "../../parse/project/project.ts";
import {
  executePhaseCommand,
  executePlanCommand,
  planningCommands,
  verifyPhaseCommand,
} from "../command_lines/commands.ts";
import { roleAgent } from "../agents/role_agents.ts";
import { compareFiles } from "../execution/ownership.ts";
import { taskChecks } from "../execution/tests_first.ts";
import type { Journal, JournalCommit } from "../history/journal.ts";
import type { LoggedWork } from "../log/logged_work.ts";
import { answersOf } from "../run/given_answers.ts";
import { kindOf, type WorkTarget } from "../undo/work_target.ts";
import { phaseStatus } from "./status.ts";
import type { StatusInput } from "./status_input.ts";

export interface ShownInput {
  readonly target: WorkTarget;
  readonly status: StatusInput;
  /** The branch whose history is shown; undefined when HEAD is detached, or outside a repository. */
  readonly branch: string | undefined;
  /** The done tasks, also those in squash merges. */
  readonly journal: Journal;
  /** The commits of the project in that history, newest first. */
  readonly commits: readonly JournalCommit[];
  /** The changed paths by commit, relative to the project root. */
  readonly changed: ReadonlyMap<string, readonly string[]>;
  /** The changed files, all commits together. */
  readonly files: ShowResult["files"];
  readonly logged: LoggedWork;
  /** What the turns of the project used. */
  readonly used: readonly UsageRecord[];
  /** The text of the context document of the phase; empty without one. */
  readonly discussed: string;
}

/** Returns the commits of the tasks of a phase, plan or task, each once. */
export function commitsOf({ phase, plan, task }: WorkTarget, journal: Journal): readonly string[] {
  const plans = plan === undefined ? phase.plans : [plan];
  return [
    ...new Set(plans.flatMap(({ id }) => {
      const entries = [...journal.get(planKey(id)) ?? []].sort(([a], [b]) => a - b);
      return entries.flatMap(([number, { commit, skipped }]) => {
        return skipped === undefined && (task === undefined || task === number) ? [commit] : [];
      });
    })),
  ];
}

/** Describes a phase, plan or task: its tasks and commits, what they changed, and its verdict. */
export function shownWork(input: ShownInput): ShowResult {
  const { target, status, branch, files, discussed } = input;
  const { phase, plan } = target;
  const own = phaseStatus(phase, status);
  const { verdict } = own;
  const statuses = new Map(own.plans.map((each) => [each.id, each]));
  const plans = (plan === undefined ? phase.plans : [plan]).flatMap((document) => {
    const found = statuses.get(document.id);
    return found === undefined ? [] : [shownPlan(document, found, input)];
  });
  const [first] = plans;
  const name = plan === undefined
    ? phase.name
    : target.task === undefined
    ? first?.objective
    : first?.tasks[0]?.name;
  return {
    formatVersion: 1,
    kind: kindOf(target),
    target: target.text,
    name: name ?? "",
    branch: branch ?? null,
    plans,
    decisions: kindOf(target) === "phase" ? decisionsIn(discussed) : [],
    files,
    ...defined({ verdict }),
    gaps: verdict?.word === "gaps" ? parseGaps(phase.verification?.text ?? "") : [],
    next: nextCommands(plans, own, input),
  };
}

/** Returns the items of the list of decisions, without Markdown's asterisks. */
function decisionsIn(text: string): readonly string[] {
  const items = [...contextDecisions(text).matchAll(/^[-*] +(\S.*)$/gm)];
  return items.map(([, item]) => item!.replaceAll("**", "").trim());
}

function shownPlan(document: PlanDocument, { objective, state }: PlanStatus, input: ShownInput): ShownPlan {
  const { target: { phase, task: only }, journal, commits, changed, logged } = input;
  const { id, file, source } = document;
  const key = planKey(id);
  const entries = journal.get(key) ?? new Map();
  const answers = new Map(answersOf(document, entries).map(({ task, answers }) => [task, answers]));
  const used = input.used.filter(({ plan }) => plan !== undefined && planKey(plan) === key);
  const shown = document.tasks.map(({ task }) => task).filter(({ number }) =>
    only === undefined || number === only
  );
  const tasks = shown.map((task): ShownTask => {
    const { commit, subject, reverted, skipped } = entries.get(task.number) ?? {};
    const results = logged.checks.get(`${key}/${task.number}`);
    const checks = file === undefined ? [] : taskChecks(file, task).commands;
    return {
      task: task.number,
      name: task.name,
      commit: commit === undefined || skipped !== undefined ? null : { commit, subject },
      ...defined({ reverted, skipped }),
      answers: answers.get(task.number) ?? [],
      checks: checks.map((command) => ({ command, passed: results?.get(command) ?? null })),
      milliseconds: logged.milliseconds.get(`${key}/${task.number}`) ?? null,
      ...knownUsage(used.filter((turn) => turn.task === task.number)),
    };
  });
  const summary = summaryOf(phase, source.path);
  const paths = tasks.flatMap(({ commit }) => changed.get(commit?.commit ?? "") ?? []);
  return {
    plan: id,
    objective,
    state,
    tasks,
    documents: only === undefined ? documentCommits(key, printPhaseNumber(phase.number), commits) : [],
    summary: phase.summaries.has(summary) ? summary : null,
    undeclared: file === undefined ? [] : compareFiles(declaredPaths(file), [...new Set(paths)]).undeclared,
    milliseconds: logged.milliseconds.get(key) ?? null,
    ...knownUsage(used),
  };
}

/** Returns the commits that completed a plan since the last milestone with a phase of that number. */
function documentCommits(
  key: string,
  phase: string,
  commits: readonly JournalCommit[],
): ShownPlan["documents"] {
  const end = commits.findIndex((found) => "milestone" in found && found.phases.includes(phase));
  return commits.slice(0, end === -1 ? undefined : end).flatMap((found) => {
    if (!("plan" in found) || planKey(found.plan) !== key || found.task !== undefined) return [];
    return [{ commit: found.commit, subject: found.subject }];
  });
}

/** Returns what to do with the work, or else how to see the first commit of it. */
function nextCommands(
  plans: readonly ShownPlan[],
  { state, done, verdict }: PhaseStatus,
  { target, logged, status }: ShownInput,
): readonly string[] {
  const { phase, plan, task, text } = target;
  const number = printPhaseNumber(phase.number);
  if (plans.some(({ state }) => state === "unreadable")) return ["wf validate"];
  if (state === "unplanned") return planningCommands(number, roleAgent(status.config.agent, "planning").name);
  const [commit] = plans.flatMap(({ tasks }) => tasks.flatMap(({ commit }) => commit?.commit ?? []));
  // A phase that the roadmap ticks is done, also with open plans.
  const isOpen = !done && plans.some(({ state }) => state !== "complete") &&
    (task === undefined || commit === undefined);
  const isUnverified = plan === undefined && !done && verdict !== undefined && verdict.word !== "gaps";
  const commands = [
    ...isOpen ? [plan === undefined ? executePhaseCommand(number) : executePlanCommand(plan.id)] : [],
    ...isUnverified ? [verifyPhaseCommand(number)] : [],
    ...commit === undefined ? [] : [`git show ${commit.slice(0, 7)}`],
    ...plan !== undefined && logged.milliseconds.has(planKey(text)) ? [`wf log ${text}`] : [],
  ];
  return commands.length === 0 ? ["wf status"] : commands;
}
