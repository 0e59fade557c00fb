import { ProjectReader } from "../../apply/files/project_reader.ts";
import type { Repository } from "../../apply/git/repository.ts";
import { takeSnapshot } from "../../apply/history/take_snapshot.ts";
import { hostedSession } from "../../apply/session/hosted_session.ts";
import { keepBranches, withCommits } from "../../apply/worktrees/keep_branches.ts";
import { type ChangeOutcome, finishChange } from "../../apply/structure/finish_change.ts";
import {
  type PendingChange,
  readPendingChange,
  writePendingChange,
} from "../../apply/structure/pending_change.ts";
import { readDocuments } from "../../apply/structure/read_documents.ts";
import { executePhaseCommand } from "../../plan/command_lines/commands.ts";
import { configIn } from "../context/configuration.ts";
import { assumedSnapshot } from "../../plan/history/repo_snapshot.ts";
import type { StructureInput } from "../../plan/structure/structure_change.ts";
import { structureQuestion } from "../../report/structure.ts";
import { quoteShell } from "../../text/quote_shell.ts";
import { type Answers, makeAsker } from "../context/answers.ts";
import { type CommandContext, type Outcome, UsageError } from "../context/command_context.ts";
import { notice } from "../context/consult.ts";
import { openOrNone, requireNoCompletion, unfinished, withLock } from "../context/lock_and_agent.ts";
import {
  actingOverrides,
  commandIn,
  findPlace,
  requireConfig,
  requireOwnPhases,
} from "../context/open_project.ts";
import { resolveConfig } from "../../plan/config/resolve.ts";
import type { Place, Ready, StructureCall } from "./structure_call.ts";
import { keepRemoved, recordOf } from "./record_change.ts";
import { backOf, EMPTY, ended, resultOf, shown } from "./structure_outcome.ts";

/** Changes the phases or plans of a project, after showing the change, in one commit of documents. */
export async function changeStructure(call: StructureCall, context: CommandContext): Promise<Outcome> {
  const { options } = call;
  const { root, base } = await findPlace(context);
  const repository = await openOrNone({ root, base }, context, "the change is not committed");
  const place: Place = { call, root, base, repository, command: call.words.map(quoteShell).join(" ") };
  const { config } = await readProject(place, context);
  const pending = await readPendingChange(context.host, root);
  if (options["dry-run"]) {
    if (pending !== undefined) throw unfinished(pending);
    return ended("planned", await prepare(place, context), place, context);
  }
  const answers = makeAsker({ answers: new Map(), yes: options.yes ?? false }, context);
  if (repository === undefined) return await carryOut(place, answers, context);
  if (pending === undefined) await requireNoHost(repository);
  return await withLock(repository, place.command, async ({ notices }) => {
    for (const message of notices) notice(message, context);
    return await carryOut(place, answers, context);
  }, { leavesNothing: true, config, context, completes: commandIn(place, place.command) });
}

async function carryOut(place: Place, answers: Answers, context: CommandContext): Promise<Outcome> {
  const { repository, root } = place;
  const { host } = context;
  const pending = await readPendingChange(host, root);
  if (pending !== undefined) return await complete(pending, place, context);
  if (repository !== undefined) await requireNoCompletion(repository);
  const ready = await prepare(place, context);
  const record = await recordOf(ready, place, context);
  const answer = await answers.ask(structureQuestion(resultOf("planned", ready, place)));
  if (answers.cancelled.aborted) return { ...ended("declined", ready, place, context), exitCode: 130 };
  if (answer === undefined) return ended("waiting", ready, place, context);
  if (answer.value !== "yes") return ended("declined", ready, place, context);
  await keepRemoved(ready, record, place, context);
  const kept = repository === undefined ? [] : await withCommits(repository, ready.plan.kept ?? []);
  const outcome = await finish({ ...record, kept }, place, context);
  return outcome.kind === "changed"
    ? ended("changed", ready, place, context, { commit: outcome.commit ?? null })
    : ended("refused", ready, place, context, { output: outcome.output });
}

/** Makes a change, after recording it for the case that this is interrupted. */
async function finish(
  change: PendingChange,
  { root, repository }: Place,
  context: CommandContext,
): Promise<ChangeOutcome> {
  await writePendingChange(context.host, root, change);
  if (repository !== undefined) {
    for (const message of await keepBranches(repository, change.kept ?? [])) notice(message, context);
  }
  return await finishChange(change, { host: context.host, root, git: repository?.git });
}

/** Completes a change that was interrupted. */
async function complete(pending: PendingChange, place: Place, context: CommandContext): Promise<Outcome> {
  const { command } = place;
  if (pending.command !== commandIn(place, command)) throw unfinished(pending);
  notice("Completing the change that was interrupted", context);
  const outcome = await finish(pending, place, context);
  const done = { ...EMPTY, change: command, target: place.call.target };
  return outcome.kind === "changed"
    ? shown({
      ...done,
      outcome: "changed",
      commit: outcome.commit ?? null,
      next: ["wf status"],
      ...backOf(outcome.commit, pending, place),
    }, context)
    : shown({ ...done, outcome: "refused", output: outcome.output, next: [`wf ${command}`] }, context);
}

/** Throws a UsageError while an agent hosts a run. */
async function requireNoHost({ git }: Repository): Promise<void> {
  const session = await hostedSession.read(git);
  if (session === undefined) return;
  throw new UsageError(
    `A coding agent works on phase ${session.phase}`,
    `Let it finish, or run the phase yourself: ${executePhaseCommand(session.phase)}`,
  );
}

/** Plans the change. Throws a UsageError when it is refused. */
async function prepare(place: Place, context: CommandContext): Promise<Ready> {
  const { root, repository, call } = place;
  const { project, config } = await readProject(place, context);
  const documents = await readDocuments(context.host, root, project);
  const summaries = project.phases.flatMap((phase) => [...phase.summaries]);
  const commitDocs = config.planning.commit_docs;
  const input: StructureInput = {
    documents,
    project,
    config,
    repository: repository === undefined
      ? assumedSnapshot(summaries)
      : await takeSnapshot(repository, { project, target: undefined, commitDocs }),
    branches: new Set(repository === undefined ? [] : await localBranches(repository)),
    recorded: repository !== undefined && commitDocs,
  };
  const plan = call.plan(input);
  if (plan.kind === "refused") throw new UsageError(plan.message, plan.hint);
  return { plan, config, input };
}

async function localBranches({ git }: Repository): Promise<readonly string[]> {
  return (await git.output(["for-each-ref", "--format=%(refname:lstrip=2)", "refs/heads/"])).split("\n");
}

async function readProject(
  { call: { options, words }, root, base, repository }: Place,
  context: CommandContext,
) {
  const project = await new ProjectReader(context.host, root, base).read();
  await requireOwnPhases(words, { project, root }, context);
  const overrides = actingOverrides(options, context);
  requireConfig(project, overrides);
  const sources = { file: project.config.file, overrides };
  const config = repository === undefined
    ? resolveConfig(sources).config
    : await configIn(repository, sources, context.host);
  return { project, config };
}
