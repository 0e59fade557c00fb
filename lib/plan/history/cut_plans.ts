import { dependenciesOf } from "../../parse/project/dependencies.ts";
import { planKey } from "../../parse/ids/plan_id.ts";
import type { PlanDocument } from "../../parse/plan_file/plan_file.ts";
import type { Project } from "../../parse/project/model.ts";
import { refuse, type Refused } from "../execution/refused.ts";
import type { JournalCommit, ReadJournal } from "./journal.ts";
import type { History } from "./repo_snapshot.ts";

/** The command that gets the history that a shallow clone lacks. */
export const UNSHALLOW = "git fetch --unshallow";

/** The part of the history that a shallow clone has. */
export interface CutHistory {
  readonly project: Project;
  /** The commits of the journal, newest first. */
  readonly commits: readonly JournalCommit[];
  /** The journal of those commits. */
  readonly read: Pick<ReadJournal, "journal" | "completed">;
  /** Reports whether the plan may be older than the history. */
  readonly isOlder: (plan: PlanDocument) => boolean;
}

/**
 * Returns the keys of the plans whose commits a shallow clone may lack: those older than its history of which not all
 * tasks are in it, unless the history has the first task of the plan, or completes a plan that it depends on.
 */
export function cutPlans({ project, commits, read, isOlder }: CutHistory): ReadonlySet<string> {
  const { journal, completed } = read;
  const again = new Set(commits.flatMap((found) => "again" in found ? planKey(found.again.plan) : []));
  const begins = ({ id, tasks }: PlanDocument) => {
    const first = tasks[0]?.task.number;
    return first !== undefined && journal.get(planKey(id))?.has(first) === true && !again.has(planKey(id));
  };
  const byId = new Map(project.plans.all.map((plan) => [plan.id, plan]));
  const follows = (plan: PlanDocument, seen = new Set<string>()): boolean =>
    dependenciesOf(plan, project).some(({ id = "" }) => {
      const other = byId.get(id);
      if (other === undefined || seen.has(id)) return false;
      seen.add(id);
      const key = planKey(id);
      return begins(other) || completed.has(key) && !again.has(key) || follows(other, seen);
    });
  const cut = project.plans.all.filter((plan) => {
    const done = journal.get(planKey(plan.id));
    return !plan.tasks.every(({ task }) => done?.has(task.number)) && isOlder(plan) && !begins(plan) &&
      !follows(plan);
  });
  return new Set(cut.map(({ id }) => planKey(id)));
}

/** Refuses for the first of some plans whose commits a shallow clone may lack. */
export function refuseCut(
  plans: readonly Pick<PlanDocument, "id">[],
  { cut }: Pick<History, "cut">,
): Refused | undefined {
  const plan = plans.find(({ id }) => cut?.has(planKey(id)));
  return plan && refuse(
    `Cannot determine which tasks of plan ${plan.id} are done: this shallow clone may lack their commits`,
    `Get the whole history, then run the same command: ${UNSHALLOW}`,
  );
}
