import type { NewMilestoneOptions } from "../../../schemas/commands.ts";
import type { MilestoneDraft } from "../../../schemas/project_draft.ts";
import type { Question } from "../../../schemas/question.ts";
import type { NewMilestoneResult } from "../../../schemas/results/new_milestone.ts";
import { canAnswer } from "../../apply/agent/core/consult.ts";
import { finishChange } from "../../apply/structure/finish_change.ts";
import {
  type PendingChange,
  readPendingChange,
  writePendingChange,
} from "../../apply/structure/pending_change.ts";
import { defined } from "../../collections/defined.ts";
import { repositoryPath } from "../../apply/git/repository.ts";
import { startedMilestone } from "../../apply/planning/started_milestone.ts";
import type { ExitCode } from "../../errors/program_error.ts";
import { printPhaseNumber } from "../../parse/ids/phase_number.ts";
import { discussPhaseCommand } from "../../plan/command_lines/commands.ts";
import { confirmFlag, lastingFlags } from "../../plan/command_lines/repeated_flags.ts";
import {
  chooseMilestone,
  hasOpenPhases,
  newMilestoneChanges,
  nextPhaseNumber,
} from "../../plan/milestone/new_milestone.ts";
import { docsMessage } from "../../plan/naming/commit_message.ts";
import { milestoneTitle } from "../../plan/progress/milestone_phases.ts";
import { newMilestoneText } from "../../report/milestone/new_milestone.ts";
import { quoteShell } from "../../text/quote_shell.ts";
import { makeAsker, readAnswers } from "../context/answers.ts";
import { type CommandContext, type Outcome, UsageError } from "../context/command_context.ts";
import { actingConfig } from "../context/configuration.ts";
import {
  BEGIN_AGAIN,
  interruptible,
  markPrograms,
  notice,
  noticeUnused,
  withoutAnswer,
} from "../context/consult.ts";
import { callingAtEnd } from "../context/call_user.ts";
import { openOrNone, requireCommits, unfinished, withLock } from "../context/lock_and_agent.ts";
import { refuseNested } from "../context/nested_agent.ts";
import { actingOverrides, commandIn, openPhases, requireConfig } from "../context/open_project.ts";
import { cleanHint } from "../context/uncommitted_changes.ts";
import { describeProject } from "../new_project/describe_project.ts";
import { type DraftInput, draftMilestone } from "./draft_milestone.ts";
import { roleAgent } from "../../plan/agents/role_agents.ts";

/**
 * Begins a milestone: names it in the roadmap and the state document. From a description, an agent drafts its
 * requirements and phases.
 */
export async function newMilestone(options: NewMilestoneOptions, context: CommandContext): Promise<Outcome> {
  const opened = await openPhases(["new-milestone", options.milestone ?? "v1.0"], context);
  const { root, project } = opened;
  const overrides = actingOverrides(options, context);
  requireConfig(project, overrides);
  const repository = await openOrNone({ root, base: project.base }, context);
  const { file } = project.config;
  const config = await actingConfig(repository, { file, overrides }, context);
  const pending = await readPendingChange(context.host, root);
  if (pending !== undefined) {
    const isOwn = pending.command.startsWith("new-milestone ") &&
      pending.command.endsWith(commandIn({ root, base: project.base }, ""));
    if (!isOwn || options["dry-run"]) throw unfinished(pending);
    return await resume(pending, { options, opened, repository, config }, context);
  }
  const chosen = chooseMilestone(project, { version: options.milestone, name: options.name ?? "" });
  if (chosen.kind === "refused") throw new UsageError(chosen.message, chosen.hint);
  const { milestone } = chosen;
  const answers = makeAsker({ answers: readAnswers(options.answer), yes: options.yes ?? false }, context);
  const input: Input = { options, opened, repository, config, overrides, milestone, answers };
  if (options["dry-run"]) return ended({ outcome: "planned" }, undefined, input, context);
  await requireUnchanged(input, context);
  if (repository === undefined) {
    markPrograms(context);
    const work = () => interruptible((signal) => begin(input, signal, context), answers, context);
    return await callingAtEnd("new-milestone", context, work);
  }
  if (config.planning.commit_docs) await requireCommits(repository);
  return await withLock(repository, "new-milestone", async ({ notices }, log) => {
    for (const message of notices) notice(message, context);
    return await interruptible((signal) => begin(input, signal, { ...context, log }), answers, context);
  }, { leavesNothing: true, config, context });
}

/** Completes the change of a call that was interrupted. */
async function resume(
  pending: PendingChange,
  place: Pick<Input, "options" | "opened" | "repository" | "config">,
  context: CommandContext,
): Promise<Outcome> {
  const { opened, repository, config } = place;
  const finish = async () => {
    notice("Completing the change that was interrupted", context);
    const outcome = await finishChange(pending, {
      host: context.host,
      root: opened.root,
      git: repository?.git,
    });
    if (repository !== undefined && outcome.kind === "changed") {
      await startedMilestone(repository).remove(repository.git);
    }
    const { milestone = { version: "", name: "" } } = await opened.reader.read();
    const result: NewMilestoneResult = {
      formatVersion: 1,
      outcome: outcome.kind === "changed" ? "begun" : "refused",
      ...milestone,
      phases: [],
      written: pending.changes.files.map(({ path }) => path),
      commit: outcome.kind === "changed" ? outcome.commit ?? null : null,
      ...outcome.kind === "refused" ? { output: outcome.output } : {},
      next: [outcome.kind === "changed" ? "wf status" : `wf ${pending.command}`],
    };
    return shown(result, context);
  };
  if (repository === undefined) return await finish();
  const options = { leavesNothing: true, config, context, completes: pending.command };
  return await withLock(repository, pending.command, finish, options);
}

interface Input extends Omit<DraftInput, "signal"> {
  readonly options: NewMilestoneOptions;
}

/** Throws a UsageError if the documents have uncommitted changes, which would become part of the commit. */
async function requireUnchanged(
  { repository, config, ...input }: Input,
  context: CommandContext,
): Promise<void> {
  if (repository === undefined || !config.planning.commit_docs) return;
  const paths = new Set(changesOf(input, undefined).map(({ path }) => repositoryPath(repository, path)));
  const changed = (await repository.git.status()).map(({ path }) => path).filter((path) => paths.has(path));
  if (changed.length === 0) return;
  throw new UsageError(
    `${changed.join(" and ")} ${changed.length === 1 ? "has" : "have"} uncommitted changes`,
    await cleanHint(repository.git, changed, {
      cwd: await context.cwd(),
      flags: lastingFlags(input.options),
    }),
  );
}

async function begin(input: Input, signal: AbortSignal, context: CommandContext): Promise<Outcome> {
  const { options, opened, repository, config, answers } = input;
  const description = await describe(input, context);
  if (typeof description !== "string") return description;
  const wanted = description !== "" && canAnswer(roleAgent(config.agent, "project"));
  if (description !== "" && !wanted) {
    notice(
      `The agent ${roleAgent(config.agent, "project").name} cannot draft phases, so they are left to you`,
      context,
    );
  }
  if (wanted) refuseNested({ command: "new-milestone", options, config }, context);
  const settled = wanted ? await draftMilestone(description, { ...input, signal }, context) : undefined;
  noticeUnused(answers, context);
  switch (settled?.kind) {
    case "failed":
    case "interrupted":
      // Only a repository keeps the description and the draft.
      return withoutAnswer(settled, context, repository === undefined ? BEGIN_AGAIN : undefined);
    case "waiting":
    case "declined":
      return ended({ outcome: settled.kind, question: settled.question }, undefined, input, context);
  }
  const draft = settled?.value;
  const changes = changesOf(input, draft, new Date(context.host.now()));
  const pending: PendingChange = {
    command: commandOf(input),
    changes: { files: changes, moves: [] },
    ...repository === undefined || !config.planning.commit_docs ? {} : {
      commit: {
        head: await repository.git.commitOf("HEAD") ?? "",
        message: `${docsMessage(`begin milestone ${milestoneTitle(input.milestone)}`)}\n`,
        paths: changes.map(({ path }) => repositoryPath(repository, path)),
      },
    },
  };
  await writePendingChange(context.host, opened.root, pending);
  return await complete(pending, draft, input, context);
}

/** Returns what the milestone has to do, as an earlier call or the user describes it; empty if that is left open. */
async function describe(
  { options, opened, repository, milestone, answers, ...input }: Input,
  context: CommandContext,
): Promise<string | Outcome> {
  const { hosting } = context;
  const before = repository && await startedMilestone(repository).read(repository.git);
  const isKept = options.from === undefined && before?.version === milestone.version;
  if (isKept && !answers.given.has(DESCRIPTION.id)) {
    if (hosting?.before === undefined) notice(KEPT, context);
    return before.description;
  }
  if (options.from === undefined && hosting !== undefined) {
    const answer = await answers.ask(DESCRIPTION);
    if (answer !== undefined) return answer.value === LATER ? "" : answer.value;
    const all = { ...input, options, opened, repository, milestone, answers };
    return ended({ outcome: "waiting", question: DESCRIPTION }, undefined, all, context);
  }
  const described = await describeProject(options, opened.root, context, {
    noun: "milestone",
    question: `${DESCRIPTION.title} Leave empty to add the phases yourself`,
    later: "add the phases of the milestone yourself",
  });
  return described ?? withoutAnswer({ kind: "interrupted" }, context, BEGIN_AGAIN);
}

const LATER = "later";
const DESCRIPTION: Question = {
  id: "description",
  kind: "decision",
  title: "What does the milestone have to do?",
  details: "",
  choices: [{ value: LATER, label: "Only name it, and add its phases later" }],
  open: true,
};
const KEPT = "Continuing with the description of an earlier call; to describe it again: --from <file>";

/** Makes the changes and commits them, or completes those of an interrupted call. */
async function complete(
  pending: PendingChange,
  draft: MilestoneDraft | undefined,
  input: Input,
  context: CommandContext,
): Promise<Outcome> {
  const { opened: { root }, repository } = input;
  const outcome = await finishChange(pending, { host: context.host, root, git: repository?.git });
  if (outcome.kind === "refused") {
    return ended({ outcome: "refused", output: outcome.output }, draft, input, context);
  }
  if (repository !== undefined) await startedMilestone(repository).remove(repository.git);
  return ended({ outcome: "begun", ...defined({ commit: outcome.commit }) }, draft, input, context);
}

/** Returns the command that begins the milestone, as the record of a change names it. */
function commandOf({ milestone: { version, name }, opened: { root, project } }: Input): string {
  const words = ["new-milestone", ...name === "" ? [] : [quoteShell(name)], "--milestone", version];
  return commandIn({ root, base: project.base }, words.join(" "));
}

function changesOf(
  { opened: { project }, milestone }: Pick<Input, "opened" | "milestone">,
  draft: MilestoneDraft | undefined,
  time = new Date(0),
) {
  return newMilestoneChanges({ project, milestone, draft, time });
}

const EXIT_CODES: Readonly<Record<NewMilestoneResult["outcome"], ExitCode>> = {
  planned: 0,
  begun: 0,
  refused: 1,
  waiting: 3,
  declined: 3,
};

function ended(
  end: Pick<NewMilestoneResult, "outcome" | "question" | "output"> & { readonly commit?: string },
  draft: MilestoneDraft | undefined,
  input: Input,
  context: CommandContext,
): Outcome {
  const { opened: { project }, milestone } = input;
  const { outcome, commit = null, question, ...more } = end;
  const first = nextPhaseNumber(project);
  const writes = outcome !== "waiting" && outcome !== "declined";
  const result: NewMilestoneResult = {
    formatVersion: 1,
    outcome,
    ...milestone,
    phases: (draft?.phases ?? []).map(({ name, requirements }, index) => ({
      number: printPhaseNumber({ parts: [first + index], letter: "" }),
      name,
      requirements,
    })),
    written: writes ? changesOf(input, draft).map(({ path }) => path) : [],
    commit,
    ...outcome === "waiting" && question !== undefined ? { question } : {},
    ...more,
    next: nextCommands(end, draft, input),
    ...commit === null ? {} : { back: `git revert --no-edit ${commit.slice(0, 7)}` },
  };
  return shown(result, context);
}

function shown(result: NewMilestoneResult, { style }: CommandContext): Outcome {
  return { exitCode: EXIT_CODES[result.outcome], result, text: newMilestoneText(result, style) };
}

function nextCommands(
  { outcome, question }: Pick<NewMilestoneResult, "outcome" | "question">,
  draft: MilestoneDraft | undefined,
  { options, opened: { project }, milestone }: Input,
): readonly string[] {
  const flags = lastingFlags(options).map(quoteShell);
  if (outcome === "begun") {
    const { agent: _, ...others } = options;
    const next = hasOpenPhases(project) ? ["status"] : ["phase", "add", "Name of the phase"];
    if (draft === undefined) return [["wf", ...next, ...lastingFlags(others)].map(quoteShell).join(" ")];
    const first = printPhaseNumber({ parts: [nextPhaseNumber(project)], letter: "" });
    return [[discussPhaseCommand(first), ...flags].join(" ")];
  }
  const again = [
    "wf new-milestone",
    ...milestone.name === "" ? [] : [quoteShell(milestone.name)],
    "--milestone",
    milestone.version,
    ...options.from === undefined ? [] : ["--from", quoteShell(options.from)],
    ...flags,
    ...confirmFlag(options.yes && outcome !== "declined"),
  ].join(" ");
  if (outcome !== "waiting" || question === undefined) return [again];
  return ["yes", "what to change"].map((value) => `${again} --answer ${question.id}=${quoteShell(value)}`);
}
