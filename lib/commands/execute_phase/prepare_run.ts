import type { RunOutcome } from "../../../schemas/event.ts";
import type { ExecutionPlan } from "../../../schemas/execution_plan.ts";
import type { Question } from "../../../schemas/question.ts";
import type { RemoteLanes } from "../../apply/executor/remote_lanes.ts";
import type { Repository } from "../../apply/git/repository.ts";
import { askAboutChanges } from "../../apply/history/changed_plans.ts";
import { deferredPaths } from "../../apply/history/deferred_tests.ts";
import type { EventDraft } from "../../apply/interaction/interaction.ts";
import { requirePlanFiles } from "../../apply/run/require_plan_files.ts";
import { settleEarlier, settleLanes } from "../../apply/seal/settle_earlier.ts";
import type { Preparation } from "../../apply/session/prepare.ts";
import { readStopped } from "../../apply/session/stopped_record.ts";
import { type ResumedWork, resumeWork } from "../../apply/session/resume_work.ts";
import type { Phase, Project } from "../../parse/project/model.ts";
import { findPhase } from "../../parse/project/project.ts";
import { answerCommands, commandsAfterPending } from "../../plan/command_lines/commands.ts";
import { plannedQuestions } from "../../plan/run/remaining_questions.ts";
import type { CommandContext } from "../context/command_context.ts";
import { requireWorkable } from "../context/lock_and_agent.ts";
import { resumePendingMerge } from "../context/resume_merge.ts";
import { planRun } from "./plan_run.ts";
import type { PhaseRunInput } from "./run_input.ts";

/** A run before its first task: ready to start, or stopped by a question or by an earlier run's merge. */
export type PreparedRun =
  | {
    readonly kind: "ready";
    /** The project as it is once the work of an earlier run is settled. */
    readonly project: Project;
    readonly phase: Phase;
    readonly plan: ExecutionPlan;
    readonly preparation: Preparation;
    readonly remote: RemoteLanes | undefined;
  }
  | {
    readonly kind: "stopped";
    readonly outcome: RunOutcome;
    /** Returns the next commands, given the command that continues the run. */
    commands(again: string): readonly string[];
  };

/** Settles what an earlier run left, plans the run, and asks what must be known before its first task. */
export async function prepareRun(
  input: PhaseRunInput,
  context: CommandContext,
  report: (event: EventDraft) => void,
): Promise<PreparedRun> {
  const { root, reader, config: { mode, planning }, repository, agent, answers, flags, continues } = input;
  const { ask } = answers;
  const asking = { ask, report };
  const pending = await resumePendingMerge(repository, answers, { report });
  if (pending !== undefined) return stopped(pending, (again) => commandsAfterPending(pending, again, flags));
  const branch = await repository.git.currentBranch() ?? "";
  const home = { repository, root, branch, baseline: input.preparation.baseline };
  // While a host works on a task here, its changes to documents are handled with its report.
  const waits = input.heads === undefined
    ? await settleEarlier(home, await reader.read(), asking)
    : await settleLanes(home, asking);
  if (waits !== undefined) return waiting(waits);
  // The changes of an interrupted run are stashed by now, so the files may have changed.
  const project = await reader.read();
  const phase = findPhase(project, input.phase.number) ?? input.phase;
  await requirePlanFiles(repository, { project, phase });
  const plan = await planRun({ ...input, project, phase }, repository);
  answers.require(plannedQuestions(plan));
  const place = { cwd: await context.cwd(), flags };
  const { commit_docs: commitDocs } = planning;
  const prepared = async (paths: ReadonlySet<string>) => {
    const preparation = await withoutResumed(repository, plan, { preparation: input.preparation, paths });
    if (!continues) {
      await requireWorkable(repository, { phase, plan, status: preparation.status, commitDocs }, place);
    }
    return preparation;
  };
  const beforeAsking = async () => {
    const left = await readStopped(repository);
    // Which changes are those of a task that was killed is settled later.
    const isKilled = left?.state === "turn" || left?.committing === true;
    if (!isKilled) await prepared(new Set(Object.keys(left?.files ?? {})));
  };
  const changed = continues
    ? undefined
    : await askAboutChanges(repository, { plan, project, mode, beforeAsking }, asking);
  if (changed?.kind === "waiting") return waiting(changed.question);
  if (changed !== undefined) return stopped(changed, (again) => [again]);
  const restart = input.restart ?? false;
  const resumed = continues
    ? NO_WORK
    : await resumeWork(repository, { project, plan, agent: agent.name, commitDocs, restart, ...asking });
  if (resumed.question !== undefined) return waiting(resumed.question);
  const preparation = await prepared(resumed.paths);
  return { kind: "ready", project, phase, plan, preparation, remote: await input.connect?.(plan) };
}

function stopped(outcome: RunOutcome, commands: (again: string) => readonly string[]): PreparedRun {
  return { kind: "stopped", outcome, commands };
}

function waiting(question: Question): PreparedRun {
  return stopped({ kind: "waiting", question }, (again) => answerCommands(question, again));
}

const NO_WORK: ResumedWork = { paths: new Set() };

/** Leaves out the paths with which the run continues: they belong to its next commit. */
async function withoutResumed(
  { git, project: own }: Repository,
  { waves }: ExecutionPlan,
  { preparation, paths }: { readonly preparation: Preparation; readonly paths: ReadonlySet<string> },
): Promise<Preparation> {
  const plans = waves.flatMap((wave) => wave.plans).filter(({ complete }) => !complete).map(({ id }) => id);
  const left = await git.status();
  const tests = await deferredPaths(
    git,
    left,
    ({ plan, project }) => project === own && plans.includes(plan),
  );
  const resumed = new Set([...paths, ...tests]);
  const others = Object.entries(preparation.baseline).filter(([path]) => !resumed.has(path));
  const status = left.filter(({ path }) => !resumed.has(path));
  return { ...preparation, baseline: Object.fromEntries(others), status };
}
