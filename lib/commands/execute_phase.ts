import type { ExecutePhaseOptions } from "../../schemas/commands.ts";
import type { Config } from "../../schemas/config.ts";
import type { RunOutcome } from "../../schemas/event.ts";
import type { ExecutionPlan } from "../../schemas/execution_plan.ts";
import { findAgent } from "../apply/agent/find.ts";
import type { Agent } from "../apply/agent/port.ts";
import { loadProject } from "../apply/files.ts";
import { GitError } from "../apply/git_process.ts";
import { dirtyPaths, type Preparation, prepareRun } from "../apply/prepare.ts";
import { openRepository, type Repository, repositoryPath, takeSnapshot } from "../apply/repository.ts";
import { run } from "../apply/run.ts";
import { checkProject } from "../check/rule.ts";
import { rules } from "../check/rules.ts";
import { type Phase, PLANNING, type Project } from "../parse/project.ts";
import { resolveConfig } from "../plan/config.ts";
import { planExecution, targetBranch } from "../plan/execution_plan.ts";
import { nextCommands, shellWord } from "../plan/next_commands.ts";
import { assumedSnapshot, type RepoSnapshot } from "../plan/snapshot.ts";
import { diagnosticsText, summarize, summaryText, validateResult } from "../report/diagnostics.ts";
import { executionPlanText } from "../report/execution.ts";
import { type Answers, makeAsker, readAnswers } from "./ask.ts";
import { type CommandContext, type ExitCode, type Outcome, UsageError } from "./command.ts";
import { EventReporter } from "./event_reporter.ts";
import { openProject, readOverrides, requireConfig, requirePhase, sourcesOf } from "./open_project.ts";

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
  const agent = await usableAgent(config.agent.name, context);
  const asked = makeAsker({ answers, yes: options.yes ?? false }, context);
  return await withLock(repository!, options, (preparation) => {
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
  { style }: CommandContext,
): Promise<Outcome> {
  const snapshot = repository === undefined
    ? assumedSnapshot(input.project.phases.flatMap(({ summaries }) => [...summaries]))
    : await snapshotFor(input, repository);
  const plan = planned(input, snapshot);
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

function planned(input: Input, repository: RepoSnapshot): ExecutionPlan {
  const result = planExecution({ ...input, repository });
  if (result.kind === "refused") throw new UsageError(result.message, result.hint);
  return result.plan;
}

async function usableAgent(name: string, { host }: CommandContext): Promise<Agent> {
  const found = findAgent(name, host);
  if (found.kind === "unknown") throw new UsageError(found.message, found.hint);
  const probe = await found.agent.probe();
  if (probe.kind === "unusable") throw new UsageError(probe.message, probe.hint);
  return found.agent;
}

/** Holds the lock while an action runs. An interrupted run leaves it, so that the next one finds what was left. */
async function withLock(
  repository: Repository,
  { phase }: ExecutePhaseOptions,
  action: (preparation: Preparation) => Promise<Outcome>,
): Promise<Outcome> {
  const prepared = await prepareRun(repository, `execute-phase ${phase}`);
  if (prepared.kind === "held") {
    const { pid, host, startedAt, command } = prepared.by;
    const where = host === "" ? "" : ` on ${host}`;
    throw new UsageError(
      `Another run is under way: ${command}, process ${pid}${where}, started ${startedAt}`,
      `Wait for it to end; if it does not run any more: rm ${
        shellWord(`${repository.git.commonDirectory}/wf/lock.json`)
      }`,
    );
  }
  let outcome: Outcome | undefined;
  try {
    outcome = await action(prepared.preparation);
    return outcome;
  } finally {
    if (outcome?.exitCode !== 130) await prepared.preparation.release();
  }
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
  // What an interrupted run left is put aside by now, so the files may differ from those read before.
  const project = await loadProject(host, root);
  const plan = planned({ ...input, project }, await snapshotFor(input, repository));
  await requireWorkable(repository, { phase, plan, status: preparation.status });
  const reporter = new EventReporter(context);
  reporter.report({ kind: "run-started", plan });
  for (const message of [...preparation.notices, ...leftAlone(preparation)]) {
    reporter.report({ kind: "notice", message });
  }
  const controller = new AbortController();
  const stopListening = host.onInterrupt(() => controller.abort());
  try {
    const outcome = await run(plan, {
      host,
      repository,
      root,
      config,
      agent,
      branch: plan.branch,
      baseline: preparation.baseline,
      signal: controller.signal,
      ask: input.answers.ask,
      report: reporter.report,
    });
    for (const id of input.answers.unused()) {
      reporter.report({
        kind: "notice",
        message: `No question was asked with the ID "${id}", so --answer ${id} changed nothing`,
      });
    }
    reporter.finish(outcome, nextCommands(outcome, { plan, project, flags: input.flags }));
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

/** Throws a UsageError when the repository is not in a state to commit to. */
async function requireWorkable(
  repository: Repository,
  input: Parameters<typeof dirtyPaths>[1],
): Promise<void> {
  if (input.plan.steps.length === 0) return;
  if (await repository.git.isMerging()) {
    throw new UsageError(
      "A merge is under way in this repository",
      "Finish it (git commit) or undo it (git merge --abort)",
    );
  }
  const dirty = dirtyPaths(repository, input);
  if (dirty.length > 0) {
    const listed = dirty.map((path) => `\n    ${path}`).join("");
    throw new UsageError(
      `The working tree has changes that are not committed:${listed}`,
      "Commit them, or put them aside: git stash --include-untracked",
    );
  }
  if (!await repository.git.hasIdentity()) {
    throw new UsageError(
      "Git does not know who you are, so it cannot commit",
      'Run: git config --global user.name "Your Name" && git config --global user.email you@example.com',
    );
  }
}

function exitCodeOf(outcome: RunOutcome): ExitCode {
  switch (outcome.kind) {
    case "completed":
      return 0;
    case "failed":
      return 1;
    case "waiting":
    case "declined":
      return 3;
    case "conflict":
      return 4;
    case "interrupted":
      return 130;
  }
}
