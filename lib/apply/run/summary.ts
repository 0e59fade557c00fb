import type { PlanningSeal } from "../seal/planning_seal.ts";
import { withoutSmuggled } from "../seal/smuggled_documents.ts";
import type { CommitDocsStep, WriteSummaryStep } from "../../../schemas/execution_plan.ts";
import { defined } from "../../collections/defined.ts";
import type { SourceText } from "../../text/source_text.ts";
import { DEFERRED_LANE } from "../../plan/execution/wave_lanes.ts";
import { planKey } from "../../parse/ids/plan_id.ts";
import { updateRoadmap } from "../../plan/documents/roadmap_edit.ts";
import { updateState } from "../../plan/documents/state_edit.ts";
import { recordDecisions } from "../../plan/documents/state_decisions.ts";
import { answersOf, decisionsOf } from "../../plan/run/given_answers.ts";
import type { JournalEntry } from "../../plan/history/journal.ts";
import { openCheckpoints, skippedTasks } from "../../plan/execution/planned_plan.ts";
import type { StepOutcome } from "../../plan/execution/step_outcome.ts";
import { phaseVerdict } from "../../plan/status/phase_verdict.ts";
import { measureProgress } from "../../plan/progress/progress.ts";
import { renderSummary, type SummaryCommit } from "../../plan/documents/summary.ts";
import { completeIn } from "../history/complete_plans.ts";
import { textHash } from "../../text/text_hash.ts";
import { commitReformatted, type Inspect } from "../git/commit/commit_reformatted.ts";
import { ConfinedFiles } from "../files/confined_files.ts";
import { readHistory } from "../history/read_history.ts";
import { projectPath, type Repository, repositoryPath } from "../git/repository.ts";
import { readUsage } from "../usage/usage_file.ts";
import { requireBranchIs } from "../worktrees/workspace.ts";
import type { RunContext } from "./context.ts";
import { planGone } from "./require_plan_files.ts";
import { forgetBegun } from "../history/begun_plans.ts";
import { forgetSummary, isWritten, rememberSummary } from "../history/written_summaries.ts";

/**
 * Writes a plan's summary from its commits, and updates STATE and ROADMAP.
 *
 * @param directory The phase's folder, relative to the project root.
 */
export async function writeSummary(
  step: WriteSummaryStep,
  directory: string,
  context: RunContext,
): Promise<StepOutcome> {
  const { host, reader, report, config } = context;
  const { root, repository } = context.home;
  const [project, from] = await Promise.all([reader.read(), repository.git.commitOf("HEAD")]);
  const phase = project.phases.find((candidate) => candidate.directory === directory);
  const document = phase?.plans.find((candidate) => candidate.id === step.plan);
  if (phase === undefined || document?.file === undefined) {
    throw planGone(step.plan);
  }
  const time = new Date(host.now());
  const commitDocs = config.planning.commit_docs;
  const history = await readHistory(repository, { project, commitDocs, from });
  const done = history.journal.get(planKey(step.plan)) ?? new Map<number, JournalEntry>();
  const commits = await summaryCommits(done, repository);
  const skipped = skippedTasks(phase.plans, history);
  const open = phase.plans.flatMap((plan) => openCheckpoints(plan, history)).length;
  const progress = {
    ...measureProgress(project, {
      phase,
      // With a deferred checkpoint, it is complete once that is answered.
      completed: openCheckpoints(document, history).length > 0 ? "" : step.plan,
      isComplete: completeIn(history, config),
      time,
    }),
    activity: `Completed ${step.plan}`,
    verdict: open === 0
      ? phaseVerdict(undefined, skipped.length)
      : phaseVerdict({ status: "human_needed", count: open }),
    // Without a verifier, the phase is ticked with its last plan, or with the last answer at a deferred checkpoint.
    accepted: !config.workflow.verifier && skipped.length === 0 && open === 0,
  };
  await rewrite(context, project.roadmap?.source, (text) => updateRoadmap(text, progress));
  const answers = answersOf(document, done);
  await rewrite(context, project.state, (text) => {
    return recordDecisions(updateState(text, progress), decisionsOf(document, answers));
  });
  // The summary comes last: if documents are not committed, it completes the plan.
  const written = {
    plan: document.file,
    answers,
    commits,
    skipped: skipped.filter(({ plan }) => plan === step.plan),
    used: (await readUsage(repository)).filter(({ plan }) => plan === step.plan),
  };
  const facts = textHash(renderSummary({ ...written, time: new Date(0) }));
  const files = new ConfinedFiles(host, root);
  // Changes to the summary by a hook or the user, after a hook refused it, are kept, but not an earlier version that
  // was restored after a kill.
  const keeps = commitDocs && await isWritten(repository, step.path, facts) &&
    await files.read(step.path) !== undefined &&
    (await repository.git.status([repositoryPath(repository, step.path)])).length > 0;
  if (!keeps) {
    await files.write(step.path, renderSummary({ ...written, time }));
    if (commitDocs) await rememberSummary(repository, step.path, facts);
  }
  if (!commitDocs && step.lane !== DEFERRED_LANE) {
    report({ kind: "plan-finished", plan: step.plan, summary: step.path });
  }
  return { kind: "done" };
}

/** Options for {@link commitDocuments}. */
export interface CommitDocumentsOptions {
  /** The marks of all documents and settings, as recorded. */
  readonly recorded: PlanningSeal["files"];
  /** Takes the commit, which is wf's own. */
  readonly onCommit: (commit: string) => void;
}

/** Commits the changed documents of a plan. */
export async function commitDocuments(
  step: CommitDocsStep,
  context: RunContext,
  { recorded, onCommit }: CommitDocumentsOptions,
): Promise<StepOutcome> {
  const { report } = context;
  const { repository } = context.home;
  const { branch, commit: head, status } = await repository.git.workingTree();
  requireBranchIs(context.home.branch, branch);
  const wanted = new Set(step.paths.map((path) => repositoryPath(repository, path)));
  const paths = status.map(({ path }) => path).filter((path) => wanted.has(path));
  if (paths.length > 0) {
    const known = head === undefined ? {} : { head };
    const request = { message: step.message, paths, status, ...known };
    const accepted = { repository, declared: [], files: recorded };
    const inspect: Inspect = (result, request) => withoutSmuggled(result, request, accepted);
    const result = await commitReformatted(repository.git, request, inspect);
    if (result.kind === "refused") {
      report({ kind: "hook-refused", plan: step.plan, output: result.output });
      return { kind: "hook-refused", output: result.output };
    }
    const { commit, subject, files } = result;
    onCommit(commit);
    report({ kind: "committed", plan: step.plan, commit, subject, files });
  }
  const summary = step.paths.find((path) => /SUMMARY\.md$/i.test(path)) ?? "";
  await forgetSummary(repository, summary);
  await forgetBegun(repository, step.plan);
  if (step.lane !== DEFERRED_LANE) report({ kind: "plan-finished", plan: step.plan, summary });
  return { kind: "done" };
}

/** Returns the commits of a plan's tasks for its summary, by task. */
async function summaryCommits(
  entries: ReadonlyMap<number, JournalEntry>,
  repository: Repository,
): Promise<readonly SummaryCommit[]> {
  const inside = (paths: readonly string[]) =>
    paths.map((path) => projectPath(repository, path) ?? `/${path}`);
  const executed = [...entries].filter(([, { skipped }]) => skipped === undefined);
  const sorted = executed.sort(([a], [b]) => a - b);
  const files = await repository.git.filesOf(sorted.map(([, { commit }]) => commit));
  return sorted.map(([task, { commit, subject, red, notes }]) => {
    const { created = [], modified = [] } = files.get(commit) ?? {};
    return {
      task,
      commit,
      subject,
      ...defined({ red, notes }),
      created: inside(created),
      modified: inside(modified),
    };
  });
}

async function rewrite(
  { host, home }: RunContext,
  source: SourceText | undefined,
  change: (text: string) => string,
): Promise<void> {
  if (source === undefined) return;
  const changed = change(source.text);
  if (changed !== source.text) await new ConfinedFiles(host, home.root).write(source.path, changed);
}
