import { planKey } from "../../parse/ids/plan_id.ts";
import { PLANNING, summaryOf } from "../../parse/project/project.ts";
import type { Project } from "../../parse/project/model.ts";
import { cutPlans } from "../../plan/history/cut_plans.ts";
import { readJournal } from "../../plan/history/journal.ts";
import type { History } from "../../plan/history/repo_snapshot.ts";
import { withTitledTasks } from "../../plan/history/titled_tasks.ts";
import { projectHistory } from "./project_history.ts";
import { projectPath, type Repository, repositoryPath } from "../git/repository.ts";
import { olderPlans, shallowBoundary } from "./shallow_boundary.ts";
import { summaryOrigins, type SummedPlan } from "./summary_origins.ts";

export interface HistoryOptions {
  readonly project: Project;
  /** True if summaries are committed. */
  readonly commitDocs: boolean;
  /** The commit whose history is read; undefined if there is no commit yet. */
  readonly from: string | undefined;
}

/** Reads the state of plans from the history of a commit. */
export async function readHistory(
  repository: Repository,
  { project, commitDocs, from }: HistoryOptions,
): Promise<History> {
  const { git } = repository;
  const [files, history] = from === undefined ? [[], []] : await Promise.all([
    git.filesAt(from, repositoryPath(repository, PLANNING)),
    projectHistory(repository, from),
  ]);
  const committed = new Set(files.map((path) => projectPath(repository, path)!));
  const plans = summedPlans(project, commitDocs ? committed : undefined);
  const keys = new Set(plans.map(({ key }) => key));
  const tasks = withTitledTasks(history, project);
  const read = readJournal(tasks, (key) => keys.has(key));
  const { imported, strayed } = from === undefined || !commitDocs
    ? { imported: new Set<string>(), strayed: new Set<string>() }
    : await summaryOrigins(repository, { from, history: tasks, read, plans });
  const { journal, completed, reopened } = read;
  const found = { journal, reopened, completed, imported, strayed, committed };
  const boundary = from === undefined ? [] : await shallowBoundary(git, from);
  if (boundary.length === 0) return found;
  const isOlder = await olderPlans(repository, boundary, { commits: tasks, committed });
  // Such a clone may lack the tasks of a plan whose completion it has.
  const complete = plans.filter(({ key }) => completed.has(key)).map(({ summary }) => summary);
  return {
    ...found,
    imported: new Set([...imported, ...complete]),
    cut: cutPlans({ project, commits: tasks, read, isOlder }),
  };
}

/** Returns the plans with summaries, optionally only those among some paths. Of plans with the same ID the first counts. */
function summedPlans({ phases }: Project, committed: ReadonlySet<string> | undefined): readonly SummedPlan[] {
  const found = new Map<string, SummedPlan>();
  const seen = new Set<string>();
  for (const phase of phases) {
    for (const { id, source, tasks } of phase.plans) {
      const key = planKey(id);
      if (seen.has(key)) continue;
      seen.add(key);
      const summary = summaryOf(phase, source.path);
      if (!(committed ?? phase.summaries).has(summary)) continue;
      found.set(key, { key, summary, tasks: tasks.map(({ task }) => task.number) });
    }
  }
  return [...found.values()];
}
