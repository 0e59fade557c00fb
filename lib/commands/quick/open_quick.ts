import type { QuickOptions } from "../../../schemas/commands.ts";
import { ConfinedFiles } from "../../apply/files/confined_files.ts";
import { ProjectReader } from "../../apply/files/project_reader.ts";
import { openRepository, type Repository } from "../../apply/git/repository.ts";
import { commitPlanning } from "../../apply/planning/commit.ts";
import { QUICK } from "../../parse/ids/locations.ts";
import { phasePart } from "../../parse/ids/plan_id.ts";
import type { Phase } from "../../parse/project/model.ts";
import { parentPath } from "../../path/paths.ts";
import { executePhaseCommand } from "../../plan/command_lines/commands.ts";
import { lastingFlags, planFlag } from "../../plan/command_lines/repeated_flags.ts";
import { docsMessage } from "../../plan/naming/commit_message.ts";
import {
  findQuickTask,
  isQuickId,
  newQuickTask,
  quickPlan,
  type QuickTask,
  quickTasks,
} from "../../plan/quick/quick_plan.ts";
import { type CommandContext, type StageContext, UsageError } from "../context/command_context.ts";
import { actingConfig } from "../context/configuration.ts";
import { notice } from "../context/consult.ts";
import { requireCommits, withLock } from "../context/lock_and_agent.ts";
import { actingOverrides, findRoot, requireConfig } from "../context/open_project.ts";
import type { PhaseInput } from "../execute_phase/open_phase.ts";

/** A quick task that is not executed yet, or not again. */
export interface OpenedQuick extends Omit<PhaseInput, "phase" | "only"> {
  readonly task: QuickTask;
  /** The text of its plan. */
  readonly text: string;
  readonly state: "new" | "known" | "complete";
  readonly repository: Repository;
}

/** Finds a quick task, or names a new one. Throws a UsageError for a text that is not a task. */
export async function openQuick(
  options: Omit<QuickOptions, "answer" | "dry-run">,
  context: CommandContext,
): Promise<OpenedQuick> {
  const { host } = context;
  const root = await findRoot(context);
  const reader = new ProjectReader(host, root, QUICK);
  const project = await reader.read();
  const overrides = actingOverrides(options, context);
  requireConfig(project, overrides);
  const repository = await openRepository(host, root);
  const acting = await actingConfig(repository, { file: project.config.file, overrides }, context);
  const config: PhaseInput["config"] = {
    ...acting,
    git: { ...acting.git, branching_strategy: "none" },
    workflow: { ...acting.workflow, verifier: false },
    executor: { ...acting.executor, name: "local" },
  };
  const tasks = quickTasks(project);
  const known = findQuickTask(options.task, tasks);
  if (known === undefined) requireText(options.task);
  const task = known ?? newQuickTask(options.task, {
    tasks,
    time: new Date(host.now()),
    shared: await repository.git.hasRemote(),
  });
  return {
    root,
    project,
    reader,
    config,
    overrides,
    flags: lastingFlags(options),
    yes: options.yes ?? false,
    repository,
    task,
    text: known?.document.source.text ?? planOf(task, options),
    state: known === undefined ? "new" : known.complete ? "complete" : "known",
  };
}

/** Writes and commits the plan of a quick task. Commits nothing if that is done. */
export async function recordQuick(
  { task, text, config, repository, root }: OpenedQuick,
  context: CommandContext,
): Promise<void> {
  await withLock(repository, "quick", async ({ notices }) => {
    for (const message of notices) notice(message, context);
    await requireCommits(repository);
    const files = new ConfinedFiles(context.host, root);
    await files.makeFolder(parentPath(task.path));
    await files.write(task.path, text);
    const message = docsMessage(`plan: ${task.name}`, task.id);
    const commit = await commitPlanning(repository, config, { paths: [task.path], message });
    if (commit.kind === "refused") {
      throw new UsageError(
        `A hook refused the commit of ${task.path}: ${commit.output}`,
        "Fix what it reports, and run the same command",
      );
    }
    return { exitCode: 0 };
  }, { leavesNothing: true, config, context });
}

/** Returns the input for the execution of a quick task whose plan is recorded. */
export async function quickInput({ task, ...opened }: OpenedQuick): Promise<PhaseInput> {
  const project = await opened.reader.read();
  const phase = project.phases.find(({ plans }) => plans.some(({ id }) => id === task.id)) as Phase;
  return { ...opened, project, phase, only: task.id };
}

/** Returns the stage in which a phase is executed for a quick task, whose command it suggests. */
export function quickStage(id: string): StageContext {
  const command = executePhaseCommand(phasePart(id));
  const commands = [[command, ...planFlag(id)].join(" "), command];
  return { answered: new Set(), commands, again: `wf quick ${id}` };
}

function requireText(text: string): void {
  if (isQuickId(text)) {
    throw new UsageError(`Cannot find the quick task ${text}`, "Describe a new one in your words");
  }
  if (text.trim() === "") {
    throw new UsageError("The task is empty", 'For example: wf quick "Fix the typo in the title"');
  }
}

function planOf(task: QuickTask, { task: text, check = [] }: Pick<QuickOptions, "task" | "check">): string {
  try {
    return quickPlan(task, text, check);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    throw new UsageError(
      "The task or a check contains an element of plan files",
      "Leave out tags such as </action>",
    );
  }
}
