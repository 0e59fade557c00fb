import type { ExecutionPlan } from "../../../schemas/execution_plan.ts";
import type { Question } from "../../../schemas/question.ts";
import { QUICK } from "../../parse/ids/locations.ts";
import { claimOf } from "../../parse/plan_file/declared_files.ts";
import type { Project } from "../../parse/project/model.ts";
import { executePlanCommand } from "../../plan/command_lines/commands.ts";
import { isQuickId } from "../../plan/quick/quick_plan.ts";
import { changesQuestion, scriptQuestion, type StoppedWork } from "../../plan/run/stopped_work.ts";
import { hasCheck } from "../../plan/execution/plan_steps.ts";
import { quoteShell } from "../../text/quote_shell.ts";
import { changedSince, recallBaseline } from "../git/baseline.ts";
import type { StatusEntry } from "../git/output.ts";
import { GitError } from "../git/process.ts";
import { projectPath, type Repository } from "../git/repository.ts";
import { workBranches } from "../git/work_branches.ts";
import { deferredPaths } from "../history/deferred_tests.ts";
import { type Asker, askQuestion, type EventDraft } from "../interaction/interaction.ts";
import { repositoryAt } from "../worktrees/workspace.ts";
import { isLater } from "./half_commit.ts";
import { setAside } from "./set_aside.ts";
import { contentHashes, forgetStopped, isOfTask, readStopped, writeStopped } from "./stopped_record.ts";

export interface ResumeOptions {
  readonly project: Project;
  readonly plan: ExecutionPlan;
  /** The name of the agent. */
  readonly agent: string;
  readonly commitDocs: boolean;
  /** True to stash the work, so that its tasks begin again. */
  readonly restart: boolean;
  readonly ask: Asker;
  readonly report: (event: EventDraft) => void;
}

/** The working tree of a stopped task. */
interface Place {
  readonly repository: Repository;
  readonly work: StoppedWork;
  readonly status: readonly StatusEntry[];
  /** True for a worktree that wf created, where nothing is the user's. */
  readonly isOwn: boolean;
  /** The paths that the plan of the task declares. */
  readonly declared: readonly string[];
  /** True if a check decides about the work. */
  readonly hasCheck: boolean;
}

/** The work of stopped tasks with which a run continues. */
export interface ResumedWork {
  /** The uncommitted paths of a task in the project's own working tree. */
  readonly paths: ReadonlySet<string>;
  /** The question that the run waits for. */
  readonly question?: Question;
}

/**
 * Prepares the uncommitted work of stopped tasks, which stays where it is, so that the run continues with it. Asks
 * about changes whose author is unknown after a kill, and before a script runs again on its own changes.
 *
 * Throws a GitError if the work in the project's own working tree belongs to a branch, a phase or a plan that this
 * run does not work on.
 */
export async function resumeWork(home: Repository, options: ResumeOptions): Promise<ResumedWork> {
  const { git } = home;
  const trees = [{ repository: home, isOwn: false }];
  for (const { directory } of await workBranches(home)) {
    if (directory !== undefined && await git.host.stat(directory) !== undefined) {
      trees.push({ repository: repositoryAt(home, git.at(await git.host.realPath(directory))), isOwn: true });
    }
  }
  let paths: ReadonlySet<string> = new Set();
  for (const { repository, isOwn } of trees) {
    const continued = await resumeTree(repository, isOwn, options);
    if (continued.question !== undefined) return { paths, question: continued.question };
    if (!isOwn) paths = continued.paths;
  }
  return { paths };
}

/**
 * Prepares the uncommitted work of a stopped task in one working tree.
 *
 * @param isOwn True for a worktree that wf created, where nothing is the user's.
 */
export async function resumeTree(
  repository: Repository,
  isOwn: boolean,
  options: ResumeOptions,
): Promise<ResumedWork> {
  const place = await placeOf(repository, isOwn, options);
  if (place === undefined) return { paths: new Set() };
  const continued = await continueWork(place, options);
  return "question" in continued
    ? { paths: new Set(), question: continued.question }
    : { paths: new Set(Object.keys(continued.files)) };
}

/** Returns the stopped task of a working tree, if this run executes it. */
async function placeOf(
  repository: Repository,
  isOwn: boolean,
  { project, plan }: ResumeOptions,
): Promise<Place | undefined> {
  const work = await readStopped(repository);
  if (work === undefined) return undefined;
  const { git } = repository;
  const planned = plan.waves.flatMap(({ plans }) => plans).find(({ id }) => id === work.plan);
  const found = project.plans.byId.get(work.plan)?.tasks.find(({ task }) => task.number === work.task);
  // Phases and quick tasks are read one without the other.
  const isUnread = isQuickId(work.plan) !== (project.base === QUICK);
  const isGone = !isUnread && found === undefined;
  // A complete plan may have deferred checkpoints.
  const isOver = planned?.complete && found?.task.type === "auto";
  if (isGone || isOver || planned?.done.includes(work.task)) {
    await forgetStopped(repository);
    return undefined;
  }
  const isExecuted = plan.steps.some((step) =>
    step.kind === "commit-task" && step.plan === work.plan && step.task === work.task
  );
  if (planned?.complete && !isExecuted) return undefined;
  const status = await git.status();
  const branch = await git.currentBranch();
  const isHere = branch === work.branch;
  if (planned !== undefined && isHere) {
    return { repository, work, status, isOwn, declared: planned.files, hasCheck: hasCheck(plan, work) };
  }
  const left = status.filter(({ path }) => Object.hasOwn(work.files, path));
  if (isOwn || left.length === 0) return undefined;
  throw new GitError(
    `Task ${work.plan}/${work.task} was stopped on branch "${work.branch}", and its work is not committed: ${
      left.map(({ path }) => path).join(", ")
    }`,
    isHere
      ? `Continue it first: ${executePlanCommand(work.plan)}`
      : `Switch back: git switch ${quoteShell(work.branch)}`,
  );
}

async function continueWork(
  place: Place,
  { agent, commitDocs, restart, ask, report }: ResumeOptions,
): Promise<{ readonly files: StoppedWork["files"] } | { readonly question: Question }> {
  const { repository, isOwn, status, declared } = place;
  const { git } = repository;
  let { work } = place;
  const isKilledInCommit = work.committing === true && work.reason === "";
  if (work.state === "turn" || isKilledInCommit) {
    const deferred = await deferredPaths(git, status);
    const baseline = isOwn ? await recallBaseline(git) ?? {} : work.baseline;
    const left = (await changedSince(git, baseline, status))
      .filter((path) => !deferred.has(path) && isOfTask(repository, path, { declared, commitDocs }));
    const unknown = isOwn ? [] : await unattributed(left);
    const answer = unknown.length === 0 || restart
      ? undefined
      : await answerTo(changesQuestion(work, unknown));
    if (answer !== undefined && "question" in answer) return answer;
    const isTheirs = (path: string) => answer?.value !== "task" && unknown.includes(path);
    work = {
      ...work,
      state: isKilledInCommit ? "finished" : "interrupted",
      files: await contentHashes(git, left.filter((path) => !isTheirs(path))),
    };
    await writeStopped(repository, work);
  }
  const there = new Set((await git.status()).map(({ path }) => path));
  const now = await contentHashes(git, Object.keys(work.files));
  const left = Object.keys(work.files).filter((path) => there.has(path));
  const isSame = left.every((path) => now[path] === work.files[path]);
  if (restart) return await beginAgain();
  // A script cannot continue its own work, unless it asked and waits for the answer.
  if (agent !== "shell" || work.asks !== undefined || left.length === 0 || work.accepted === true) {
    return { files: work.files };
  }
  if (work.state === "finished" && isSame && (place.hasCheck || work.committing === true)) {
    return { files: work.files };
  }
  // After a kill it has not failed.
  if ((work.state === "interrupted" || work.reason === "") && isSame) return await beginAgain();
  const answer = await answerTo(scriptQuestion(work));
  if ("question" in answer) return answer;
  if (answer.value === "restart") return await beginAgain();
  if (answer.value === "commit") {
    await writeStopped(repository, { ...work, state: "finished", accepted: true, files: now });
  }
  return { files: work.files };

  /** Returns the paths that neither the plan names, nor the run has changed for certain. */
  async function unattributed(paths: readonly string[]): Promise<readonly string[]> {
    const isClaimed = claimOf(declared);
    const unknown: string[] = [];
    for (const path of paths) {
      if (Object.hasOwn(work.files, path) || isClaimed(projectPath(repository, path) ?? `/${path}`)) continue;
      if (await isLater(git, path, work.killedAt)) unknown.push(path);
    }
    return unknown;
  }

  async function answerTo(question: Question) {
    const answered = await askQuestion(question, { ask, report });
    return answered.kind === "answered" ? answered : { question };
  }

  /** Stashes the files of the task, so that it begins again. */
  async function beginAgain() {
    await setAside(repository, { task: work, paths: left, report });
    return { files: {} };
  }
}
