import type { Config } from "../../schemas/config.ts";
import type { RunOutcome } from "../../schemas/event.ts";
import type { ExecutionPlan, Question } from "../../schemas/execution_plan.ts";
import { canAnswer } from "../apply/agent/consult.ts";
import type { Agent } from "../apply/agent/port.ts";
import { changedSince, isThere } from "../apply/baseline.ts";
import { loadProject } from "../apply/files.ts";
import { GitError } from "../apply/git_process.ts";
import { agentJudge, type AgentJudgeOptions } from "../apply/judge_truths.ts";
import { makePermit } from "../apply/permit.ts";
import type { Preparation } from "../apply/prepare.ts";
import { openRepository, type Repository, repositoryPath, takeSnapshot } from "../apply/repository.ts";
import { type EventDraft, run } from "../apply/run.ts";
import type { TruthJudge } from "../apply/verify.ts";
import { readVerificationStatus } from "../apply/verification_status.ts";
import { checkProject } from "../check/rule.ts";
import { rules } from "../check/rules.ts";
import { joinPath } from "../host/paths.ts";
import { findPhase, type Phase, PLANNING, type Project } from "../parse/project.ts";
import { resolveConfig } from "../plan/config.ts";
import { phaseReference, planExecution, targetBranch } from "../plan/execution_plan.ts";
import { confirmFlag, lastingFlags } from "../plan/lasting_flags.ts";
import {
  commandsAfterPending,
  executeAgainCommand,
  type LeftChanges,
  nextCommands,
  putAsideCommands,
  type StoppedPlan,
} from "../plan/next_commands.ts";
import { answersToCome, plannedQuestions, putOff } from "../plan/questions_to_come.ts";
import { revertedText } from "../plan/reverted_tasks.ts";
import type { RepoSnapshot } from "../plan/snapshot.ts";
import { diagnosticsText, summarize, summaryText, validateResult } from "../report/diagnostics.ts";
import type { Answers } from "./ask.ts";
import { type CommandContext, type Outcome, UsageError } from "./command.ts";
import { goOnWithPerson } from "./go_on_with_merge.ts";
import { listenForInterruption } from "./interruption.ts";
import { openProject, readOverrides, requireConfig, requirePhase, sourcesOf } from "./open_project.ts";
import { findUnderWay } from "../apply/under_way.ts";
import { requireWorkable } from "./run_support.ts";

/** The options that say which phase is executed and how. */
export interface PhaseOptions {
  /** Number of the phase. */
  readonly phase: string;
  /** Folder to work in. */
  readonly cwd?: string;
  /** Agent instead of the configured one. */
  readonly agent?: string;
  /** Overrides of the configuration. */
  readonly set?: readonly string[];
  /** Whether gates are confirmed. */
  readonly yes?: boolean;
}

/** A phase that can be executed. */
export interface PhaseInput {
  /** Absolute path of the project root. */
  readonly root: string;
  /** The project. */
  readonly project: Project;
  /** The phase. */
  readonly phase: Phase;
  /** The configuration of this invocation. */
  readonly config: Config;
  /** The flags that a further call needs too. */
  readonly flags: readonly string[];
  /** Whether gates are confirmed, as they are by a further call then. */
  readonly yes: boolean;
  /** The repository; undefined outside of any, where that is allowed. */
  readonly repository: Repository | undefined;
}

/** What {@link openPhase} gives. */
export type OpenedPhase =
  | { readonly kind: "opened"; readonly input: PhaseInput }
  | { readonly kind: "findings"; readonly outcome: Outcome };

/**
 * Opens the phase that is to be executed. Errors in its plans keep anything from being executed.
 *
 * @param bare Whether a folder outside of any repository will do.
 */
export async function openPhase(
  options: PhaseOptions,
  context: CommandContext,
  bare = false,
): Promise<OpenedPhase> {
  const { root, project } = await openProject(context);
  const overrides = [...readOverrides(options.set)];
  if (options.agent !== undefined) overrides.push({ key: "agent.name", value: options.agent });
  requireConfig(project, overrides);
  const phase = requirePhase(project, options.phase);
  const findings = findingsOf(project, phase, context);
  if (findings !== undefined) return { kind: "findings", outcome: findings };
  const repository = await open(root, bare, context);
  const planningIgnored = await repository?.git.ignores(repositoryPath(repository, PLANNING)) ?? false;
  const { config } = resolveConfig({ file: project.config.file, overrides, planningIgnored });
  const flags = lastingFlags(options);
  const yes = options.yes ?? false;
  return { kind: "opened", input: { root, project, phase, config, flags, yes, repository } };
}

/** The repository; undefined for a dry run outside of any. */
async function open(
  root: string,
  bare: boolean,
  context: CommandContext,
): Promise<Repository | undefined> {
  try {
    return await openRepository(context.host, root);
  } catch (error) {
    if (!bare || !(error instanceof GitError)) throw error;
    context.progress(
      `${context.progressStyle.yellow("!")} ${error.message}: planned as for a new repository\n`,
    );
    return undefined;
  }
}

/** Errors in the phase's plans, which keep anything from being executed; warnings are shown by validate. */
function findingsOf(project: Project, phase: Phase, { style }: CommandContext): Outcome | undefined {
  const inPhase = checkProject(project, rules).filter(({ span }) =>
    span.path.startsWith(`${phase.directory}/`)
  );
  const errors = inPhase.filter(({ severity }) => severity === "error");
  if (errors.length === 0) return undefined;
  const sources = sourcesOf(project);
  const checked = { files: phase.plans.length, plans: phase.plans.length };
  const summary = summaryText(summarize(errors, checked), style);
  const text = `${diagnosticsText(errors, sources, style)}\n${summary}Nothing was executed\n`;
  return { exitCode: 1, result: validateResult(errors, sources, checked), text };
}

/** The repository as an execution of the phase sees it. */
export async function snapshotFor(
  { project, phase, config }: PhaseInput,
  repository: Repository,
): Promise<RepoSnapshot> {
  const target = targetBranch(project, phase, config);
  return await takeSnapshot(repository, {
    project,
    target: target?.kind === "name" ? target.branch : undefined,
    commitDocs: config.planning.commit_docs,
  });
}

/** What will be done. Throws a UsageError when nothing can be. */
export async function planPhase(
  input: PhaseInput,
  repository: RepoSnapshot,
  { host }: CommandContext,
): Promise<ExecutionPlan> {
  const verification = await readVerificationStatus(host, input.root, input.phase);
  const asked = { ...input, repository, ...(verification === undefined ? {} : { verification }) };
  let result = planExecution(asked);
  // Another phase's own branch is looked at where it may hold what is missed here, and else not.
  if (result.kind === "refused" && result.waitsFor !== undefined && input.repository !== undefined) {
    const phase = result.waitsFor;
    const others = new Map([[phase.directory, await snapshotFor({ ...input, phase }, input.repository)]]);
    result = planExecution({ ...asked, others });
  }
  if (result.kind === "refused") throw new UsageError(result.message, result.hint);
  return result.plan;
}

/** What a run of a phase works with. */
export interface PhaseRunInput extends PhaseInput {
  /** The repository. */
  readonly repository: Repository;
  /** The agent that carries out tasks. */
  readonly agent: Agent;
  /** Answers questions. */
  readonly answers: Answers;
  /** The repository, ready for the run. */
  readonly preparation: Preparation;
  /** Takes what happens. */
  readonly report: (event: EventDraft) => void;
  /** Whether what is not committed belongs to work that goes on. */
  readonly goesOn: boolean;
  /** Where branches led to before work on them began that is done now, by branch. */
  readonly heads?: Readonly<Record<string, string>>;
}

/** How a run of a phase ended. */
export interface PhaseRun {
  /** How it ended. */
  readonly outcome: RunOutcome;
  /** What to type next. */
  readonly next: readonly string[];
  /** Answers that were given and are still to be asked for, by the ID of their question. */
  readonly kept: ReadonlyMap<string, string>;
}

/** Runs a phase to where it can go, and tells what to type next. */
export async function runPhase(input: PhaseRunInput, context: CommandContext): Promise<PhaseRun> {
  const { root, config, repository, agent, answers, preparation, flags, yes } = input;
  const { host } = context;
  const stopped: StoppedPlan[] = [];
  const answered: string[] = [];
  const report = (event: EventDraft) => {
    if (event.kind === "plan-stopped") stopped.push(event);
    if (event.kind === "question-answered") answered.push(event.question);
    input.report(event);
  };
  const tell = (messages: readonly string[]) =>
    messages.forEach((message) => report({ kind: "notice", message }));
  const pending = await goOnWithPerson(repository, answers, { report });
  if (pending !== undefined) {
    tell(preparation.notices);
    const unused = answers.unused();
    const kept = new Map([...answers.given].filter(([id]) => unused.includes(id)));
    const lasting = [...flags, ...confirmFlag(yes)];
    const again = executeAgainCommand(phaseReference(input.phase).number, lasting, kept);
    return { outcome: pending, kept, next: commandsAfterPending(pending, again) };
  }
  // What an interrupted run left is put aside by now, so the files may differ from those read before.
  const project = await loadProject(host, root);
  const phase = findPhase(project, input.phase.number) ?? input.phase;
  const now = { ...input, project, phase };
  let plan: ExecutionPlan;
  try {
    plan = await planPhase(now, await snapshotFor(now, repository), context);
    answers.require(plannedQuestions(plan));
    if (!input.goesOn) {
      const { commit_docs: commitDocs } = config.planning;
      await requireWorkable(repository, { phase, plan, status: preparation.status, commitDocs });
    }
  } catch (error) {
    // What was put aside already is told all the same.
    tell(preparation.notices);
    throw error;
  }
  report({ kind: "run-started", plan });
  // In a hosted run they were named by its first call; what came since may be the work of a task.
  const reverted = plan.waves.flatMap(({ plans }) => plans).flatMap(({ id, reverted = [] }) => {
    return reverted.map((task) => `${revertedText(id, task)}: ${task.again}`);
  });
  tell([...preparation.notices, ...reverted, ...input.goesOn ? [] : leftAlone(preparation)]);
  const interruption = listenForInterruption(context, (message) => report({ kind: "notice", message }));
  const permit = makePermit({ host, config, ask: answers.ask, report });
  const signal = AbortSignal.any([interruption.signal, answers.left]);
  try {
    const outcome = await run(plan, {
      host,
      home: { repository, root, branch: plan.branch, baseline: preparation.baseline },
      config,
      agent,
      signal,
      ask: answers.ask,
      permit,
      heads: input.heads,
      judge: judgeOf(
        { host, agent, config, directory: root, git: repository.git, permit, signal },
        phase,
        report,
      ),
      report,
    });
    const asked = { plan, answered };
    const kept = answersToCome(answers.given, outcome, asked);
    tell([...unusedAnswers(answers, kept), ...putOffTo(putOff(asked), outcome)]);
    const left = outcome.kind === "failed" ? { left: await leftInTree(input, context) } : {};
    const verification = await readVerificationStatus(host, root, phase);
    const known = verification === undefined ? {} : { verification };
    const more = { flags, yes, answers: kept, stopped, ...left, ...known };
    return { outcome, kept, next: nextCommands(outcome, { plan, project, ...more }) };
  } catch (error) {
    if (!(error instanceof GitError) || input.goesOn) throw error;
    throw new GitError(error.message, await hintWithLeft(error, input, context), error.output);
  } finally {
    interruption.stop();
  }
}

/** Says of answers that no question has had whether one is still to come. */
function unusedAnswers(answers: Answers, kept: ReadonlyMap<string, string>): string[] {
  return answers.unused().map((id) => {
    return kept.has(id)
      ? `The question "${id}" was not asked yet, so --answer ${id} has to be given again`
      : `No question was asked with the ID "${id}", so --answer ${id} changed nothing`;
  });
}

/** Names the checkpoints that a run puts off, where it stops before it comes to them. */
function putOffTo(questions: readonly Question[], outcome: RunOutcome): string[] {
  const later = questions.filter(({ id }) => outcome.kind !== "waiting" || outcome.question.id !== id);
  if (later.length === 0 || outcome.kind === "suspended") return [];
  const named = later.map(({ id, title }) => `${id} (${title})`).join(", ");
  return [`Put off to the end of the phase: ${named}`];
}

/** The hint of an error in the middle of a run, and what makes way for the same command. */
async function hintWithLeft(
  { hint }: GitError,
  input: PhaseRunInput,
  context: CommandContext,
): Promise<string> {
  // Git itself may be what is broken.
  const left = await leftInTree(input, context).catch(() => undefined);
  const commands = left === undefined ? [] : putAsideCommands(left, input.flags);
  if (commands.length === 0) return hint;
  const first = `First put aside what is not committed: ${commands.join(" && ")}`;
  return hint === "" ? first : `${hint}. ${first}`;
}

/** What a failed task left in the project's own working tree. */
async function leftInTree(
  { repository: { git }, preparation }: PhaseRunInput,
  { cwd }: CommandContext,
): Promise<LeftChanges> {
  const [status, underWay] = await Promise.all([git.status(), findUnderWay(git)]);
  const paths = await changedSince(git, preparation.baseline, status);
  const staged = status.filter((entry) => entry.staged && paths.includes(entry.path));
  const found = await Promise.all(staged.map(({ path }) => isThere(git.host, joinPath(git.root, path))));
  const atRoot = await git.host.realPath(await cwd()) === git.root;
  return {
    paths,
    stagedGone: found.includes(false),
    atRoot,
    ...(underWay === undefined ? {} : { undo: underWay.undo }),
  };
}

/** Who judges the truths at the end of a run: its agent, where it can answer. */
function judgeOf(
  options: Omit<AgentJudgeOptions, "phase" | "notice">,
  phase: Phase,
  report: (event: EventDraft) => void,
): TruthJudge | undefined {
  if (!canAnswer(options.agent)) return undefined;
  return agentJudge({ ...options, phase, notice: (message) => report({ kind: "notice", message }) });
}

/** What was there before the run, and is therefore in none of its commits unless a task changes it. */
function leftAlone({ status }: Preparation): string[] {
  const paths = status.filter(({ kind }) => kind === "untracked").map(({ path }) => path)
    .filter((path) => !path.includes(`${PLANNING}/`));
  if (paths.length === 0) return [];
  const more = paths.length > 5 ? ` and ${paths.length - 5} more` : "";
  return [`Files that git does not track are left as they are: ${paths.slice(0, 5).join(", ")}${more}`];
}
