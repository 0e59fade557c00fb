import type { ConfigOverrides } from "../../../schemas/commands.ts";
import type { Config } from "../../../schemas/config.ts";
import type { UndoResult } from "../../../schemas/results/undo.ts";
import { ProjectReader } from "../../apply/files/project_reader.ts";
import { openRepository, type Repository, repositoryPath } from "../../apply/git/repository.ts";
import { projectHistory } from "../../apply/history/project_history.ts";
import { readHeads, takeSnapshot } from "../../apply/history/take_snapshot.ts";
import { removalCommands } from "../../apply/milestone/facts.ts";
import { undoTasks } from "../../apply/undo/undo.ts";
import { defined } from "../../collections/defined.ts";
import type { ExitCode } from "../../errors/program_error.ts";
import { phaseReference } from "../../parse/project/phase_reference.ts";
import type { Phase, Project } from "../../parse/project/model.ts";
import { PLANNING } from "../../parse/project/project.ts";
import { executeAgainCommand, redoCommand } from "../../plan/command_lines/commands.ts";
import { addResolvedCommand, continueCommand, gitIn } from "../../plan/command_lines/git_commands.ts";
import { lastingFlags } from "../../plan/command_lines/repeated_flags.ts";
import type { RepoSnapshot } from "../../plan/history/repo_snapshot.ts";
import { targetBranch, targetBranches } from "../../plan/naming/target_branch.ts";
import type { Refused } from "../../plan/execution/refused.ts";
import type { UndoInput, UndoPlan } from "../../plan/undo/undo_plan.ts";
import { baseOfWork, isQuickId } from "../../plan/quick/quick_plan.ts";
import { findWork, kindOf, type WorkTarget } from "../../plan/undo/work_target.ts";
import { undoQuestion } from "../../plan/undo/undo_question.ts";
import { undoText } from "../../report/undo.ts";
import { quoteShell } from "../../text/quote_shell.ts";
import { type Answers, makeAsker } from "../context/answers.ts";
import { type CommandContext, type Outcome, UsageError } from "../context/command_context.ts";
import { configIn } from "../context/configuration.ts";
import { notice } from "../context/consult.ts";
import { requireClean, requireCommits, requireNoCompletion, withLock } from "../context/lock_and_agent.ts";
import { requireNoOpenTurn } from "../next/other_turn.ts";
import { actingOverrides, findPlace, requireConfig, requireOwnPhases } from "../context/open_project.ts";

export interface WorkOptions extends ConfigOverrides {
  readonly target: string;
  readonly "dry-run"?: boolean;
  readonly yes?: boolean;
}

export interface WorkChange {
  /** The name of the command, and its further arguments that a next command needs too. */
  readonly command: readonly [name: string, ...flags: string[]];
  readonly plan: (target: WorkTarget, input: UndoInput) => UndoPlan | Refused;
}

/** Changes which tasks of a phase, plan or task are to be executed, in one commit, after a question. */
export async function changeWork(
  change: WorkChange,
  options: WorkOptions,
  context: CommandContext,
): Promise<Outcome> {
  const place = await findPlace(context);
  const { root } = place;
  const reader = new ProjectReader(context.host, root, baseOfWork(options.target) ?? place.base);
  const repository = await openRepository(context.host, root, reader.base);
  const input: Input = { change, options, root, reader, repository };
  const { config } = await readProject(input, context);
  if (options["dry-run"]) {
    const ready = await prepare(input, context);
    return ended(ready.plan.already ? DONE[ready.plan.action] : "planned", ready, input, context);
  }
  // A person at a terminal may take over, but an agent would lose its own turn.
  if (context.byAgent()) await requireNoOpenTurn(repository);
  const answers = makeAsker({ answers: new Map(), yes: options.yes ?? false }, context);
  return await withLock(repository, `${change.command[0]} ${options.target}`, async ({ notices }) => {
    for (const message of notices) notice(message, context);
    return await carryOut(input, answers, context);
  }, { leavesNothing: true, config, context });
}

interface Input {
  readonly change: WorkChange;
  readonly options: WorkOptions;
  readonly root: string;
  readonly reader: ProjectReader;
  readonly repository: Repository;
}

async function carryOut(input: Input, answers: Answers, context: CommandContext): Promise<Outcome> {
  const { options, root, repository } = input;
  await requireNoCompletion(repository);
  await requireCommits(repository);
  const ready = await prepare(input, context);
  const { plan, project, config, snapshot } = ready;
  if (plan.already) return ended(DONE[plan.action], ready, input, context);
  const place = { cwd: await context.cwd(), flags: lastingFlags(options) };
  const except = config.planning.commit_docs ? undefined : repositoryPath(repository, PLANNING);
  await requireClean(repository, except, place);
  const answer = await answers.ask(undoQuestion(plan));
  if (answers.cancelled.aborted) return { ...ended("declined", ready, input, context), exitCode: 130 };
  if (answer === undefined) return ended("waiting", ready, input, context);
  if (answer.value !== "yes") return ended("declined", ready, input, context);
  const notify = (message: string) => notice(message, context);
  const outcome = await undoTasks(plan, { repository, root, project, config, snapshot, notice: notify });
  switch (outcome.kind) {
    case "undone":
      return ended(DONE[plan.action], ready, input, context, { commit: outcome.commit });
    case "conflict": {
      const { commit: conflicting, conflicts } = outcome;
      return ended("conflict", ready, input, context, { conflicting, conflicts });
    }
    case "refused":
      return ended("refused", ready, input, context, { output: outcome.output });
  }
}

interface Opened {
  readonly project: Project;
  readonly config: Config;
}

async function readProject(
  { change, options, reader, repository, root }: Input,
  context: CommandContext,
): Promise<Opened> {
  const project = await reader.read();
  await requireOwnPhases([...change.command.slice(0, 1), options.target, ...change.command.slice(1)], {
    project,
    root,
  }, context);
  const overrides = actingOverrides(options, context);
  requireConfig(project, overrides);
  return {
    project,
    config: await configIn(repository, { file: project.config.file, overrides }, context.host),
  };
}

interface Ready extends Opened {
  readonly plan: UndoPlan;
  readonly snapshot: RepoSnapshot;
  /** The commands that remove a merged branch of the phase, whose history would count in place of this one. */
  readonly cleanup: readonly string[];
}

/** Plans the undo. Throws a UsageError when it is refused. */
async function prepare(input: Input, context: CommandContext): Promise<Ready> {
  const { repository, options, change } = input;
  const { project, config } = await readProject(input, context);
  const { git } = repository;
  const from = await git.commitOf("HEAD");
  if (from === undefined) throw new UsageError("There is no commit yet", "Make a first commit");
  const commits = await projectHistory(repository, from);
  const target = findWork(options.target, project, commits);
  if (target.kind === "refused") throw new UsageError(target.message, target.hint);
  const snapshot = await takeSnapshot(repository, {
    project,
    target: undefined,
    commitDocs: config.planning.commit_docs,
    heads: await readHeads(repository, targetBranches(project, config)),
  });
  const { elsewhere, merged } = await ownBranch(target.phase, { project, config }, snapshot, repository);
  const plan = change.plan(target, {
    project,
    config,
    repository: snapshot,
    commits,
    history: (await git.output(["rev-list", "--topo-order", from])).split("\n"),
    ...defined({ elsewhere }),
  });
  if (plan.kind === "refused") throw new UsageError(plan.message, plan.hint);
  const cleanup = await removalCommands(repository, merged);
  return { project, config, plan, snapshot, cleanup };
}

/** Finds the own branch of a phase, if it is not checked out: one with its work, or a merged one. */
async function ownBranch(
  phase: Phase,
  { project, config }: Opened,
  { branch, bases }: RepoSnapshot,
  repository: Repository,
): Promise<{ readonly elsewhere?: string; readonly merged: readonly string[] }> {
  const own = targetBranch(project, phase, config);
  if (own?.kind !== "name" || own.branch === branch || !bases.has(own.branch)) return { merged: [] };
  const { commit_docs: commitDocs } = config.planning;
  const there = await takeSnapshot(repository, { project, target: own.branch, commitDocs });
  if (!there.targetExists) return { merged: [] };
  return there.targetMerged ? { merged: [own.branch] } : { elsewhere: own.branch, merged: [] };
}

const DONE = { undo: "undone", redo: "reopened", skip: "skipped" } as const;

const EXIT_CODES: Readonly<Record<UndoResult["outcome"], ExitCode>> = {
  planned: 0,
  undone: 0,
  reopened: 0,
  skipped: 0,
  refused: 1,
  waiting: 3,
  declined: 3,
  conflict: 4,
};

function ended(
  outcome: UndoResult["outcome"],
  ready: Ready,
  input: Input,
  { style }: CommandContext,
  more: Partial<Pick<UndoResult, "commit" | "conflicts" | "conflicting" | "output">> = {},
): Outcome {
  const { action, target, branch, commits, tasks, summaries } = ready.plan;
  const result: UndoResult = {
    formatVersion: 1,
    action,
    outcome,
    kind: kindOf(target),
    target: target.text,
    branch,
    commits,
    tasks,
    summaries,
    commit: null,
    ...more,
    next: nextCommands(outcome, ready, input),
    ...more.commit == null ? {} : { back: `git revert --no-edit ${more.commit.slice(0, 7)}` },
  };
  return { exitCode: EXIT_CODES[outcome], result, text: undoText(result, style) };
}

function nextCommands(
  outcome: UndoResult["outcome"],
  { plan: { target, commits }, cleanup }: Ready,
  { options, change: { command: [name, ...own] } }: Input,
): readonly string[] {
  const flags = lastingFlags(options);
  const git = gitIn(flags);
  const again = `wf ${name} ${[target.text, ...own, ...flags].map(quoteShell).join(" ")}`;
  switch (outcome) {
    case "undone":
    case "reopened":
    case "skipped":
      if (target.plan !== undefined && isQuickId(target.plan.id)) {
        return [["wf quick", target.plan.id, ...flags.map(quoteShell)].join(" ")];
      }
      return [...cleanup, executeAgainCommand(phaseReference(target.phase).number, flags, new Map())];
    case "conflict":
      return [
        `${git} revert --no-edit ${commits.map(({ commit }) => commit.slice(0, 7)).join(" ")}`,
        `${addResolvedCommand(git)} && ${continueCommand(git, "revert")}`,
        redoCommand(target.text),
      ];
    case "waiting":
      return [`${again} --yes`];
    case "planned":
    case "declined":
    case "refused":
      return [again];
  }
}
