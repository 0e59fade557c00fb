import type { ExecutePhaseOptions } from "../../../schemas/commands.ts";
import type { Config } from "../../../schemas/config.ts";
import type { ExecutionPlan } from "../../../schemas/execution_plan.ts";
import type { VerificationStatus } from "../../../schemas/verification.ts";
import { openRepository, type Repository } from "../../apply/git/repository.ts";
import { readHeads, takeSnapshot } from "../../apply/history/take_snapshot.ts";
import { readVerificationOn } from "../../apply/verify/verification_status.ts";
import { phaseVerifications } from "../../parse/documents/verification.ts";
import { withHistory } from "../../check/history.ts";
import { checkProject } from "../../check/rule.ts";
import { rules } from "../../check/rules/all_rules.ts";
import type { Phase, Project } from "../../parse/project/model.ts";
import { hasSummary } from "../../parse/project/project.ts";
import { sourcesOf } from "../../parse/project/sources_of.ts";
import { printPhaseNumber } from "../../parse/ids/phase_number.ts";
import { defined } from "../../collections/defined.ts";
import { count } from "../../text/count.ts";
import { quoteShell } from "../../text/quote_shell.ts";
import type { ConfigOverride } from "../../plan/config/resolve.ts";
import { planExecution } from "../../plan/execution/execution_plan.ts";
import { phasesToInspect } from "../../plan/execution/phase_order.ts";
import { targetBranch, targetBranches } from "../../plan/naming/target_branch.ts";
import { executePhaseCommand, FIX, validatePlanCommand } from "../../plan/command_lines/commands.ts";
import { lastingFlags, withLasting } from "../../plan/command_lines/repeated_flags.ts";
import type { RepoSnapshot } from "../../plan/history/repo_snapshot.ts";
import {
  diagnosticsText,
  summarize,
  summaryText,
  validateResult,
} from "../../report/findings/diagnostics.ts";
import { reportText } from "../../report/terminal/report_text.ts";
import { type CommandContext, type Outcome, shownNext, UsageError } from "../context/command_context.ts";
import {
  actingOverrides,
  openPhases,
  type OpenProject,
  requireConfig,
  requirePhase,
} from "../context/open_project.ts";
import { actingConfig } from "../context/configuration.ts";
import { openOrNone } from "../context/lock_and_agent.ts";
import { readUsage } from "../../apply/usage/usage_file.ts";
import { estimateUsage } from "../../plan/usage/estimate.ts";

export type PhaseOptions = Pick<
  ExecutePhaseOptions,
  "phase" | "plan" | "cwd" | "agent" | "executor" | "set" | "yes"
>;

export interface PhaseInput extends OpenProject {
  readonly phase: Phase;
  /** ID of the only plan to execute. */
  readonly only?: string;
  readonly config: Config;
  readonly overrides: readonly ConfigOverride[];
  /** The flags to repeat in the next call. */
  readonly flags: readonly string[];
  /** True when gates are confirmed, also by the next call. */
  readonly yes: boolean;
  /** The repository; undefined outside of any, if `bare` allows that. */
  readonly repository: Repository | undefined;
}

export type OpenedPhase =
  | { readonly kind: "opened"; readonly input: PhaseInput }
  | { readonly kind: "findings"; readonly outcome: Outcome };

/**
 * Opens the phase to execute. Returns findings instead when its plans have errors.
 *
 * @param bare True to accept a folder outside of any repository.
 */
export async function openPhase(
  options: PhaseOptions,
  context: CommandContext,
  bare = false,
): Promise<OpenedPhase> {
  const { root, project, reader } = await openPhases(["execute-phase", options.phase], context);
  const overrides = actingOverrides(options, context);
  requireConfig(project, overrides);
  const phase = requirePhase(project, { command: "execute-phase", phase: options.phase, overrides });
  const findings = findingsOf(project, phase, options, context);
  if (findings !== undefined) return { kind: "findings", outcome: findings };
  const repository = bare
    ? await openOrNone({ root, base: project.base }, context, "planned as for a new repository")
    : await openRepository(context.host, root, project.base);
  const config = await actingConfig(repository, { file: project.config.file, overrides }, context);
  const flags = lastingFlags(options);
  const yes = options.yes ?? false;
  const only = options.plan === undefined ? undefined : requirePlan(project, phase, options.plan);
  const input = {
    root,
    project,
    reader,
    phase,
    ...defined({ only }),
    config,
    overrides,
    flags,
    yes,
    repository,
  };
  return { kind: "opened", input };
}

/** Returns the ID of a plan of a phase. Throws a UsageError when there is none. */
function requirePlan(project: Project, phase: Phase, text: string): string {
  const id = project.plans.resolve(text, phase.number);
  if (phase.plans.some((plan) => plan.id === id)) return id!;
  const number = printPhaseNumber(phase.number);
  const ids = phase.plans.map((plan) => plan.id).join(", ");
  throw new UsageError(`Cannot find plan "${text}" in phase ${number}`, `Its plans are ${ids}`);
}

/** Returns the errors in the phase's plans without a summary. Warnings are left to `wf validate`. */
function findingsOf(
  project: Project,
  phase: Phase,
  options: PhaseOptions,
  context: CommandContext,
): Outcome | undefined {
  const { style } = context;
  const complete = new Set(
    phase.plans.filter((plan) => hasSummary(phase, plan)).map(({ source }) => source.path),
  );
  const errors = checkProject(project, rules)
    .filter(({ span }) => span.path.startsWith(`${phase.directory}/`))
    .flatMap((found) => complete.has(found.span.path) ? [found] : withHistory([found]))
    .filter(({ severity }) => severity === "error");
  if (errors.length === 0) return undefined;
  const sources = sourcesOf(project);
  const checked = { files: phase.plans.length, plans: phase.plans.length };
  const summary = summaryText(summarize(errors, checked), style);
  const again = [
    executePhaseCommand(printPhaseNumber(phase.number)),
    ...lastingFlags(options).map(quoteShell),
  ];
  const [first, ...others] = errors.filter(({ fix }) => fix === undefined);
  const fixes = errors.some(({ fix }) => fix !== undefined) ? [withLasting(FIX, lastingFlags(options))] : [];
  const next = shownNext([...fixes, again.join(" ")], 1, context);
  const line = first && sources.get(first.span.path)?.position(first.span.start).line;
  const more = others.length === 0 ? "" : `, and ${count(others.length, "more error")}`;
  const todo = first && `correct ${first.span.path}:${line ?? 1}${more}`;
  const end = reportText([`${summary}Nothing was executed: correct the plans first`], next, style, todo);
  const text = `${diagnosticsText(errors, sources, style)}\n${end}`;
  return { exitCode: 1, result: validateResult(errors, sources, checked), text };
}

/** Takes the snapshot of the repository for an execution of the phase. */
export async function snapshotFor(
  { project, phase, config }: PhaseInput,
  repository: Repository,
): Promise<RepoSnapshot> {
  const target = targetBranch(project, phase, config);
  return await takeSnapshot(repository, {
    project,
    target: target?.kind === "name" ? target.branch : undefined,
    commitDocs: config.planning.commit_docs,
    heads: await readHeads(repository, targetBranches(project, config)),
  });
}

/** Reads the last verification of the phase from the branch that the run will work on. */
async function verificationOf(
  { phase, project, config, repository }: PhaseInput,
  { branch, targetExists, targetMerged }: RepoSnapshot,
): Promise<VerificationStatus | undefined> {
  const target = targetBranch(project, phase, config);
  // A merged branch does not have later verdicts.
  const elsewhere = repository !== undefined && targetExists && !targetMerged && target?.kind === "name" &&
    target.branch !== branch && config.planning.commit_docs;
  const record = elsewhere
    ? await readVerificationOn(target.branch, phase, repository)
    : phaseVerifications([phase]).get(phase.directory);
  return record?.status;
}

/** Plans the execution. Throws a UsageError when the phase cannot be executed. */
export async function planPhase(input: PhaseInput, repository: RepoSnapshot): Promise<ExecutionPlan> {
  const verification = await verificationOf(input, repository);
  const asked = { ...input, repository, ...defined({ verification }) };
  const others = new Map<string, RepoSnapshot>();
  for (const phase of input.repository === undefined ? [] : phasesToInspect(asked)) {
    others.set(phase.directory, await snapshotFor({ ...input, phase }, input.repository!));
  }
  let result = planExecution({ ...asked, others });
  // The branch of another phase is read only when a plan waits for that phase.
  while (
    result.kind === "refused" && result.waitsFor !== undefined && input.repository !== undefined &&
    !others.has(result.waitsFor.directory)
  ) {
    const phase = result.waitsFor;
    others.set(phase.directory, await snapshotFor({ ...input, phase }, input.repository));
    result = planExecution({ ...asked, others });
  }
  if (result.kind === "refused") throw new UsageError(result.message, result.hint);
  requireReopened(input, result.plan);
  if (input.repository === undefined) return result.plan;
  const estimate = estimateUsage(await readUsage(input.repository), result.plan);
  return { ...result.plan, ...defined({ estimate }) };
}

/** Throws a UsageError for an error in a plan that has a summary, but is open again, for example by a new task. */
function requireReopened({ project, phase }: PhaseInput, { waves }: ExecutionPlan): void {
  const open = new Set(
    waves.flatMap(({ plans }) => plans.filter(({ complete }) => !complete).map(({ path }) => path)),
  );
  const reopened = phase.plans.filter((plan) => open.has(plan.source.path) && hasSummary(phase, plan));
  if (reopened.length === 0) return;
  const errors = withHistory(checkProject(project, rules)).filter(({ severity }) => severity === "error");
  for (const { id, source: { path } } of reopened) {
    const error = errors.find(({ span }) => span.path === path);
    if (error === undefined) continue;
    throw new UsageError(
      `Plan ${id} has open tasks and an error: ${error.message}`,
      `Correct it: ${validatePlanCommand(path)}`,
    );
  }
}
