import { joinPath } from "../../path/paths.ts";
import { type Host, HostError } from "../../host/host.ts";
import { contextPath } from "../../parse/documents/context.ts";
import { phaseReference } from "../../parse/project/phase_reference.ts";
import type { PlanBackground, ProjectText } from "../../prompts/plan_background.ts";
import { ConfinedFiles } from "../files/confined_files.ts";
import type { PlanDocument } from "../../parse/plan_file/plan_file.ts";
import { planKey } from "../../parse/ids/plan_id.ts";
import { hasSummary, summaryOf } from "../../parse/project/project.ts";
import type { Project } from "../../parse/project/model.ts";
import { answersInSummary, answersOf, type GivenAnswer, plansBefore } from "../../plan/run/given_answers.ts";
import { type JournalEntry, readJournal } from "../../plan/history/journal.ts";
import { withTitledTasks } from "../../plan/history/titled_tasks.ts";
import { projectHistory } from "./project_history.ts";
import type { Workspace } from "../worktrees/workspace.ts";

/** What a plan that is being executed builds on. */
export interface RecalledPlan {
  /** Its committed tasks, by number. */
  readonly tasks: ReadonlyMap<number, JournalEntry>;
  /** The answers at the checkpoints of the plans that it depends on. */
  readonly before: readonly GivenAnswer[];
  /** The parts of the project that it refers to. */
  readonly background: PlanBackground;
}

/**
 * Reads the committed tasks of a plan, the decisions before it, and the documents that it builds on. If the commits of a plan are not in the history,
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
  const history = withTitledTasks(await projectHistory(repository, "HEAD"), project);
  const { journal } = readJournal(history, (key) => keys.has(key));
  const read = (path: string) => readDocument(git.host, root, path);
  const before = await Promise.all(needed.map(async (document) => {
    const phase = phases.get(document);
    const summary = phase && await read(summaryOf(phase, document.source.path));
    const entries = journal.get(planKey(document.id));
    if (entries !== undefined) return { summary, answers: answersOf(document, entries) };
    return { summary, answers: summary === undefined ? [] : answersInSummary(document, summary.text) };
  }));
  const own = phases.get(plan);
  const ids = plan.file?.frontmatter.requirements ?? [];
  return {
    tasks: journal.get(planKey(plan.id)) ?? new Map(),
    before: before.flatMap(({ answers }) => answers),
    background: {
      requirements: ids.map((id) => ({ id, text: project.requirements?.byId.get(id)?.text ?? "" })),
      context: own && await read(contextPath(phaseReference(own), project.paths)),
      summaries: before.flatMap(({ summary }) => summary ?? []),
    },
  };
}

/** Reads a document; undefined if it is missing, not an ordinary file, or a link out of the project. */
async function readDocument(host: Host, root: string, path: string): Promise<ProjectText | undefined> {
  if ((await host.stat(joinPath(root, path)))?.kind !== "file") return undefined;
  try {
    const text = await new ConfinedFiles(host, root).read(path);
    return text === undefined ? undefined : { path, text };
  } catch (error) {
    if (error instanceof HostError) return undefined;
    throw error;
  }
}
