import type { ExecutePhaseOptions } from "../../schemas/commands.ts";
import type { Config } from "../../schemas/config.ts";
import type { ExecutionPlan } from "../../schemas/execution_plan.ts";
import type { Agent } from "../apply/agent/port.ts";
import { loadProject } from "../apply/files.ts";
import { GitError } from "../apply/git_process.ts";
import type { Preparation } from "../apply/prepare.ts";
import { openRepository, type Repository, repositoryPath, takeSnapshot } from "../apply/repository.ts";
import { run } from "../apply/run.ts";
import { readVerificationStatus } from "../apply/verification_status.ts";
import { checkProject } from "../check/rule.ts";
import { rules } from "../check/rules.ts";
import { type Phase, PLANNING, type Project } from "../parse/project.ts";
import { resolveConfig } from "../plan/config.ts";
import { phaseReference, planExecution, targetBranch } from "../plan/execution_plan.ts";
import { commandsAfterPending, executePhaseCommand, nextCommands, shellWord } from "../plan/next_commands.ts";
import { assumedSnapshot, type RepoSnapshot } from "../plan/snapshot.ts";
import { diagnosticsText, summarize, summaryText, validateResult } from "../report/diagnostics.ts";
import { executionPlanText } from "../report/execution.ts";
import { type Answers, makeAsker, readAnswers } from "./ask.ts";
import { type CommandContext, type Outcome, UsageError } from "./command.ts";
import { EventReporter } from "./event_reporter.ts";
import { goOnWithPerson } from "./go_on_with_merge.ts";
import { openProject, readOverrides, requireConfig, requirePhase, sourcesOf } from "./open_project.ts";
import { exitCodeOf, requireWorkable, usableAgent, withLock } from "./run_support.ts";

/** Executes the plans of a phase, or shows with `--dry-run` what that would do. */
export async function executePhase(options: ExecutePhaseOptions, context: CommandContext): Promise<Outcome> {
  const { root, project } = await openProject(context);
  const overrides = [...readOverrides(options.set)];
  if (options.agent !== undefined) overrides.push({ key: "agent.name", value: options.agent });
  const answers = readAnswers(options.answer);
  requireConfig(project);
  const phase = requirePhase(project, options.phase);
  const findings = findingsOf(project, phase, context);
  if (findings !== undefined) return findings;
  const repository = await open(root, options, context);
  const planningIgnored = await repository?.git.ignores(repositoryPath(repository, PLANNING)) ?? false;
  const { config } = resolveConfig({ file: project.config.file, overrides, planningIgnored });
  const input = { root, project, phase, config, flags: lastingFlags(options) };
  if (options["dry-run"]) return dryRun(input, repository, context);
  const agent = await usableAgent(config.agent, root, context);
  const asked = makeAsker({ answers, yes: options.yes ?? false }, context);
  return await withLock(repository!, `execute-phase ${options.phase}`, (preparation) => {
    return execute({ ...input, repository: repository!, agent, answers: asked, preparation }, context);
  });
}

interface Input {
  /** The flags that a further call needs too. */
  readonly flags: readonly string[];
  readonly root: string;
  readonly project: Project;
  readonly phase: Phase;
  readonly config: Config;
}

/** The flags that say where and how to run, and not what to answer. */
function lastingFlags({ cwd, agent, set = [] }: ExecutePhaseOptions): string[] {
  return [
    ...(cwd === undefined ? [] : ["--cwd", cwd]),
    ...(agent === undefined ? [] : ["--agent", agent]),
    ...set.flatMap((override) => ["--set", override]),
  ];
}

/** The repository; undefined for a dry run outside of any. */
async function open(
  root: string,
  options: ExecutePhaseOptions,
  context: CommandContext,
): Promise<Repository | undefined> {
  try {
    return await openRepository(context.host, root);
  } catch (error) {
    if (!options["dry-run"] || !(error instanceof GitError)) throw error;
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

async function dryRun(
  input: Input,
  repository: Repository | undefined,
  context: CommandContext,
): Promise<Outcome> {
  const { style } = context;
  const snapshot = repository === undefined
    ? assumedSnapshot(input.project.phases.flatMap(({ summaries }) => [...summaries]))
    : await snapshotFor(input, repository);
  const plan = await planned(input, snapshot, context);
  return { exitCode: 0, result: plan, text: executionPlanText(plan, style) };
}

async function snapshotFor({ project, phase, config }: Input, repository: Repository): Promise<RepoSnapshot> {
  const target = targetBranch(project, phase, config);
  return await takeSnapshot(repository, {
    project,
    target: target?.kind === "name" ? target.branch : undefined,
    commitDocs: config.planning.commit_docs,
  });
}

async function planned(
  input: Input,
  repository: RepoSnapshot,
  { host }: CommandContext,
): Promise<ExecutionPlan> {
  const verification = await readVerificationStatus(host, input.root, input.phase);
  const result = planExecution({
    ...input,
    repository,
    ...(verification === undefined ? {} : { verification }),
  });
  if (result.kind === "refused") throw new UsageError(result.message, result.hint);
  return result.plan;
}

interface ExecuteInput extends Input {
  readonly repository: Repository;
  readonly agent: Agent;
  readonly answers: Answers;
  readonly preparation: Preparation;
}

async function execute(input: ExecuteInput, context: CommandContext): Promise<Outcome> {
  const { root, phase, config, repository, agent, preparation } = input;
  const { host } = context;
  const reporter = new EventReporter(context);
  const pending = await goOnWithPerson(repository, input.answers, reporter);
  if (pending !== undefined) {
    const again = [executePhaseCommand(phaseReference(phase).number), ...input.flags.map(shellWord)];
    reporter.finish(pending, commandsAfterPending(pending, again.join(" ")));
    return { exitCode: exitCodeOf(pending) };
  }
  // What an interrupted run left is put aside by now, so the files may differ from those read before.
  const project = await loadProject(host, root);
  const plan = await planned({ ...input, project }, await snapshotFor(input, repository), context);
  await requireWorkable(repository, { phase, plan, status: preparation.status });
  reporter.report({ kind: "run-started", plan });
  for (const message of [...preparation.notices, ...leftAlone(preparation)]) {
    reporter.report({ kind: "notice", message });
  }
  const controller = new AbortController();
  const stopListening = host.onInterrupt(() => {
    // The second time it is meant: the lock stays, and tells the next run what was left.
    if (controller.signal.aborted) {
      host.endAll();
      host.exit(130);
    }
    controller.abort();
    const message = "Stopping: agents are asked to end, and nothing new begins. Once more stops at once";
    reporter.report({ kind: "notice", message });
  });
  try {
    const outcome = await run(plan, {
      host,
      home: { repository, root, branch: plan.branch, baseline: preparation.baseline },
      config,
      agent,
      signal: controller.signal,
      ask: input.answers.ask,
      permit: () => Promise.resolve({ kind: "refuse", reason: "nobody is there to allow it" }),
      report: reporter.report,
    });
    for (const id of input.answers.unused()) {
      reporter.report({
        kind: "notice",
        message: `No question was asked with the ID "${id}", so --answer ${id} changed nothing`,
      });
    }
    const { stopped } = reporter;
    reporter.finish(outcome, nextCommands(outcome, { plan, project, flags: input.flags, stopped }));
    return { exitCode: exitCodeOf(outcome) };
  } finally {
    stopListening();
  }
}

/** What was there before the run, and is therefore in none of its commits unless a task changes it. */
function leftAlone({ status }: Preparation): string[] {
  const paths = status.filter(({ kind }) => kind === "untracked").map(({ path }) => path)
    .filter((path) => !path.includes(`${PLANNING}/`));
  if (paths.length === 0) return [];
  const more = paths.length > 5 ? ` and ${paths.length - 5} more` : "";
  return [`Files that git does not track are left as they are: ${paths.slice(0, 5).join(", ")}${more}`];
}
