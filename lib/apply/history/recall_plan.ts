import { joinPath } from "../../path/paths.ts";
import type { PlanDocument } from "../../parse/plan_file/plan_file.ts";
import { planKey } from "../../parse/ids/plan_id.ts";
import { hasSummary, summaryOf } from "../../parse/project/project.ts";
import type { Project } from "../../parse/project/model.ts";
import { answersInSummary, answersOf, type GivenAnswer, plansBefore } from "../../plan/run/given_answers.ts";
import { type JournalEntry, readJournal } from "../../plan/history/journal.ts";
import { projectHistory } from "./project_history.ts";
import type { Workspace } from "../worktrees/workspace.ts";

/** The history of a plan that is being executed. */
export interface RecalledPlan {
  /** Its committed tasks, by number. */
  readonly tasks: ReadonlyMap<number, JournalEntry>;
  /** The answers at the checkpoints of the plans that it depends on. */
  readonly before: readonly GivenAnswer[];
}

/**
 * Reads the committed tasks of a plan and the decisions before it. If the commits of a plan are not in the history,
 * as after a squash, its answers are read from its summary.
 *
 * @param root The project's own working tree, which contains the summaries.
 */
export async function recallPlan(
  plan: PlanDocument,
  { project, root }: { readonly project: Project; readonly root: string },
  { repository }: Workspace,
): Promise<RecalledPlan> {
  const { git } = repository;
  const needed = plansBefore(plan, project);
  const phases = new Map(
    project.phases.flatMap((phase) => phase.plans.map((each) => [each, phase] as const)),
  );
  const summed = [plan, ...needed].filter((each) => {
    const phase = phases.get(each);
    return phase !== undefined && hasSummary(phase, each);
  });
  const keys = new Set(summed.map(({ id }) => planKey(id)));
  const { journal } = readJournal(await projectHistory(repository, "HEAD"), (key) => keys.has(key));
  const before = await Promise.all(needed.map(async (document) => {
    const entries = journal.get(planKey(document.id));
    if (entries !== undefined) return answersOf(document, entries);
    const phase = phases.get(document);
    if (phase === undefined) return [];
    const path = joinPath(root, summaryOf(phase, document.source.path));
    const known = (await git.host.stat(path))?.kind === "file";
    return known ? answersInSummary(document, await git.host.readText(path)) : [];
  }));
  return { tasks: journal.get(planKey(plan.id)) ?? new Map(), before: before.flat() };
}
