import type { CompleteMilestoneOptions } from "../../schemas/commands.ts";
import type { RunEvent, RunOutcome } from "../../schemas/event.ts";
import type { MilestonePlan, MilestoneResult } from "../../schemas/milestone.ts";
import { archiveMilestone, settleCompletion } from "../apply/milestone/archive.ts";
import { completeMilestone } from "../apply/milestone/complete.ts";
import { archivePaths, completionFacts, removalCommands } from "../apply/milestone/facts.ts";
import { ConfinedFiles } from "../apply/files/confined_files.ts";
import { ProjectReader } from "../apply/files/project_reader.ts";
import { type PendingCompletion, readCompletion } from "../apply/milestone/pending.ts";
import { openRepository, type Repository, repositoryPath } from "../apply/git/repository.ts";
import type { EventDraft } from "../apply/interaction/interaction.ts";
import { PLANNING } from "../parse/project/project.ts";
import { confirmFlag, lastingFlags } from "../plan/command_lines/repeated_flags.ts";
import { archiveFolder, milestonesPath } from "../plan/milestone/archive.ts";
import { milestoneCommands } from "../plan/milestone/next_commands.ts";
import { type CompletionPlan, planCompletion } from "../plan/milestone/completion.ts";
import { findMilestone } from "../plan/milestone/find_milestone.ts";
import { milestonePhases } from "../plan/progress/milestone_phases.ts";
import { targetBranch } from "../plan/naming/target_branch.ts";
import { completeMilestoneCommand as commandFor } from "../plan/command_lines/commands.ts";
import { UNVERIFIED } from "../plan/run/questions.ts";
import { quoteShell } from "../text/quote_shell.ts";
import { EventText } from "../report/run/events.ts";
import { milestoneText } from "../report/milestone/complete.ts";
import { type Answers, makeAsker, readAnswers } from "./context/answers.ts";
import type { ExitCode } from "../errors/program_error.ts";
import { type CommandContext, type Outcome, UsageError } from "./context/command_context.ts";
import { resumePendingMerge } from "./context/resume_merge.ts";
import { actingOverrides, findPlace, requireConfig, requireOwnPhases } from "./context/open_project.ts";
import { exitCodeOf, type LockOptions, requireClean, withLock } from "./context/lock_and_agent.ts";
import { verificationsOf, viewRepository } from "./context/view_repository.ts";
import { noticeUnused } from "./context/consult.ts";
import { actingConfig } from "./context/configuration.ts";

/** Completes a milestone: archives it, offers the merge of its branch, and tags it. */
export async function completeMilestoneCommand(
  options: CompleteMilestoneOptions,
  context: CommandContext,
): Promise<Outcome> {
  const { root, base } = await findPlace(context);
  const answers = makeAsker({ answers: readAnswers(options.answer), yes: options.yes ?? false }, context);
  const repository = await openRepository(context.host, root, base);
  const reader = new ProjectReader(context.host, root, base);
  const input: Input = { options, root, reader, repository, answers, events: new Events(context) };
  if (options["dry-run"]) {
    const pending = await readCompletion(repository);
    return preview(await planAgain(input, pending, context), input, context);
  }
  const command = commandFor(options.version).replace("wf ", "");
  return await withLock(repository, command, async ({ notices }) => {
    for (const message of notices) input.events.report({ kind: "notice", message });
    return await complete(input, context);
  }, await lockOptions(input, context));
}

async function lockOptions(
  { options, reader, repository }: Input,
  context: CommandContext,
): Promise<LockOptions> {
  const { config: { file } } = await reader.read();
  const overrides = actingOverrides(options, context);
  return { config: await actingConfig(repository, { file, overrides }, context), context };
}

interface Input {
  readonly options: CompleteMilestoneOptions;
  readonly root: string;
  readonly reader: ProjectReader;
  readonly repository: Repository;
  readonly answers: Answers;
  readonly events: Events;
}

/** Shows events as they happen, and collects the commits. */
class Events {
  readonly commits: string[] = [];
  readonly #text: EventText;

  constructor(readonly context: CommandContext) {
    this.#text = new EventText(context.progressStyle);
  }

  readonly report = (draft: EventDraft): void => {
    if (draft.kind === "committed") this.commits.push(draft.commit);
    if (this.context.json) return;
    this.context.progress(this.#text.render({ formatVersion: 1, elapsed: 0, ...draft } as RunEvent));
  };
}

async function complete(input: Input, context: CommandContext): Promise<Outcome> {
  const { root, repository, answers, events, options } = input;
  const merging = await resumePendingMerge(repository, answers, events);
  const pending = await settleCompletion(await readCompletion(repository), { repository, root });
  if (pending !== undefined && merging === undefined) {
    requireSame(pending, options);
    const outcome = await archiveMilestone(pending, { repository, root }, events.report);
    if (outcome.kind === "hook-refused") {
      const message = "A hook refused the commit that completes the milestone";
      return ended(
        { kind: "failed", message, output: outcome.output },
        planOfVersion(pending.version),
        input,
        context,
      );
    }
  }
  if (merging !== undefined) {
    return ended(merging, planOfVersion(pending?.version ?? options.version ?? ""), input, context);
  }
  const replanned = await planAgain(input, pending, context);
  const { planned, branches, docs } = replanned;
  if (planned.kind !== "planned") return preview(replanned, input, context);
  const { plan, changes } = planned;
  if (plan.steps.length > 0) {
    const place = { cwd: await context.cwd(), flags: lastingFlags(options) };
    await requireClean(repository, docs ? undefined : repositoryPath(repository, PLANNING), place);
  }
  for (const message of plan.warnings) events.report({ kind: "notice", message });
  const controller = new AbortController();
  const stopListening = context.host.onInterrupt(() => controller.abort());
  try {
    const outcome = await completeMilestone(plan, {
      repository,
      root,
      changes,
      docs,
      signal: AbortSignal.any([controller.signal, answers.cancelled]),
      ask: answers.ask,
      report: events.report,
    });
    return await ended(outcome, plan, input, context, branches);
  } finally {
    stopListening();
  }
}

/** Returns a plan with only a version, for an earlier completion that has to be finished first. */
function planOfVersion(version: string): MilestonePlan {
  return { version, name: "", phases: [], strategy: "none", branch: "", warnings: [], steps: [] };
}

function requireSame({ version }: PendingCompletion, options: CompleteMilestoneOptions): void {
  if (options.version === undefined || options.version.replace(/^v/i, "") === version.replace(/^v/i, "")) {
    return;
  }
  throw new UsageError(
    `Completing milestone ${version} is not finished`,
    `Run it first: ${commandFor(version)}`,
  );
}

interface Preview {
  readonly planned: CompletionPlan;
  /** Branches of the milestone and of its phases, whether they exist or not. */
  readonly branches: readonly string[];
  /** True when documents are committed. */
  readonly docs: boolean;
  readonly agent: string;
}

/** Reads the project again and plans: an earlier completion may just have been finished. */
async function planAgain(
  { options, root, reader, repository }: Input,
  pending: PendingCompletion | undefined,
  context: CommandContext,
): Promise<Preview> {
  const { host } = context;
  const opened = { root, project: await reader.read(), reader };
  const { project } = opened;
  const version = options.version === undefined ? [] : [options.version];
  await requireOwnPhases(["complete-milestone", ...version], opened, context);
  const overrides = actingOverrides(options, context);
  requireConfig(project, overrides);
  const found = findMilestone(project, options.version ?? pending?.version);
  if (found.kind === "refused") throw new UsageError(found.message, found.hint);
  const { milestone } = found;
  const phases = milestonePhases(project, milestone.version).folders;
  const { input: seen } = await viewRepository(host, opened, { overrides });
  const view = { ...seen, verifications: await verificationsOf(host, opened, seen) };
  const { config } = view;
  const facts = await completionFacts(repository, { ...view, milestone, phases, own: view.repository.own });
  if (await repository.git.commitOf("HEAD") === undefined) {
    throw new UsageError("There is no commit yet, so there is nothing to complete", "Make a first commit");
  }
  const planned = planCompletion({
    ...view,
    milestone,
    facts,
    allowIncomplete: options["allow-incomplete"] ?? false,
    archive: await archivePaths(host, root, archiveFolder(project)),
    milestones: await new ConfinedFiles(host, root).read(milestonesPath(project)),
    time: new Date(host.now()),
  });
  const names = phases.map((phase) => targetBranch(project, phase, config));
  const branches = names.flatMap((name) => name?.kind === "name" ? [name.branch] : []);
  const own = facts.own === undefined ? [] : [facts.own.branch];
  const { agent: { name: agent }, planning: { commit_docs: docs } } = config;
  return { planned, branches: [...new Set([...branches, ...own])], docs, agent };
}

/** Shows the planned steps, or the reasons why the milestone is not complete. */
function preview({ planned, agent }: Preview, input: Input, context: CommandContext): Outcome {
  if (planned.kind === "refused") throw new UsageError(planned.message, planned.hint);
  const { plan: milestone, kind } = planned;
  const again = againCommand(input.options);
  const next = kind === "incomplete" ? milestoneCommands(undefined, milestone, { again, agent }) : [again];
  const result: MilestoneResult = { formatVersion: 1, milestone, commits: [], tag: null, cleanup: [], next };
  return { exitCode: kind === "incomplete" ? 1 : 0, result, text: milestoneText(result, context.style) };
}

async function ended(
  outcome: RunOutcome,
  milestone: MilestonePlan,
  { options, repository, reader, events, answers }: Input,
  context: CommandContext,
  branches: readonly string[] = [],
): Promise<Outcome> {
  noticeUnused(answers, context);
  const { version } = milestone;
  const completed = outcome.kind === "completed";
  const tagged = completed && await repository.git.tagged(version) !== undefined;
  const unmerged = completed && !tagged;
  const hasRemote = unmerged && await repository.git.hasRemote();
  const again = againCommand(options, outcome);
  const last = completed && (await reader.read()).milestone === undefined;
  const result: MilestoneResult = {
    formatVersion: 1,
    milestone,
    outcome,
    commits: events.commits,
    tag: tagged ? version : null,
    cleanup: completed ? await removalCommands(repository, branches) : [],
    // The agent is named only when the milestone is not complete.
    next: milestoneCommands(outcome, milestone, {
      again,
      agent: "",
      last,
      unmerged,
      hasRemote,
      flags: lastingFlags(options),
    }),
  };
  const exitCode: ExitCode = exitCodeOf(outcome);
  return { exitCode, result, text: milestoneText(result, context.style) };
}

/**
 * Returns the command to repeat this call, without answers other than acceptance; a declined gate is asked
 * again.
 */
function againCommand({ version, yes, ...options }: CompleteMilestoneOptions, outcome?: RunOutcome): string {
  // The question about unverified phases is asked again until the milestone is archived.
  const archived = outcome?.kind === "conflict" ||
    (outcome?.kind === "waiting" && outcome.question.kind === "merge");
  const accepts = !archived && readAnswers(options.answer).get(UNVERIFIED) === "accept";
  return [
    commandFor(version === undefined ? undefined : quoteShell(version)),
    ...(options["allow-incomplete"] ? ["--allow-incomplete"] : []),
    ...lastingFlags(options).map(quoteShell),
    ...confirmFlag(yes && outcome?.kind !== "declined"),
    ...(accepts ? ["--answer", `${UNVERIFIED}=accept`] : []),
  ].join(" ");
}
