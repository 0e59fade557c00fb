import type { QuickOptions } from "../../schemas/commands.ts";
import type { QuickResult } from "../../schemas/results/quick.ts";
import { ConfinedFiles } from "../apply/files/confined_files.ts";
import { ProjectReader } from "../apply/files/project_reader.ts";
import { openRepository } from "../apply/git/repository.ts";
import { commitPlanning } from "../apply/planning/commit.ts";
import { parentPath } from "../path/paths.ts";
import { QUICK } from "../parse/ids/locations.ts";
import { phasePart } from "../parse/ids/plan_id.ts";
import type { Phase } from "../parse/project/model.ts";
import { executePhaseCommand, NO_PLANNER } from "../plan/command_lines/commands.ts";
import { lastingFlags, planFlag } from "../plan/command_lines/repeated_flags.ts";
import { docsMessage } from "../plan/naming/commit_message.ts";
import {
  findQuickTask,
  isQuickId,
  newQuickTask,
  quickPlan,
  type QuickTask,
  quickTasks,
} from "../plan/quick/quick_plan.ts";
import { quickText } from "../report/run/quick.ts";
import { quoteShell } from "../text/quote_shell.ts";
import { noQuestion, readAnswers } from "./context/answers.ts";
import { type CommandContext, type Outcome, UsageError } from "./context/command_context.ts";
import { actingConfig } from "./context/configuration.ts";
import { notice } from "./context/consult.ts";
import { requireCommits, withLock } from "./context/lock_and_agent.ts";
import { actingOverrides, findRoot, requireConfig } from "./context/open_project.ts";
import { execute } from "./execute_phase/execute_phase.ts";
import type { PhaseInput } from "./execute_phase/open_phase.ts";
import { roleAgent } from "../plan/agents/role_agents.ts";

/**
 * Does a small task without a phase: writes a plan for it, and executes it on the current branch, without a
 * verification at the end.
 */
export async function quick(options: QuickOptions, context: CommandContext): Promise<Outcome> {
  const { host } = context;
  const root = await findRoot(context);
  const reader = new ProjectReader(host, root, QUICK);
  const project = await reader.read();
  const overrides = actingOverrides(options, context);
  requireConfig(project, overrides);
  const answers = readAnswers(options.answer);
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
  if (known === undefined) requireTask(options.task, roleAgent(config.agent, "execution").name);
  const task = known ?? newQuickTask(options.task, tasks, new Date(host.now()));
  if (known?.complete) return ended("done", task, options, context);
  const text = known?.document.source.text ?? planOf(task, options);
  if (options["dry-run"]) return ended("planned", task, options, context, text);
  await withLock(repository, "quick", async ({ notices }) => {
    for (const message of notices) notice(message, context);
    await requireCommits(repository);
    const files = new ConfinedFiles(host, root);
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
  const now = await reader.read();
  const input: PhaseInput = {
    root,
    project: now,
    reader,
    phase: now.phases.find(({ plans }) => plans.some(({ id }) => id === task.id)) as Phase,
    only: task.id,
    config,
    overrides,
    flags: lastingFlags(options),
    yes: options.yes ?? false,
    repository,
  };
  const again = `wf quick ${task.id}`;
  const command = executePhaseCommand(phasePart(task.id));
  const commands = [[command, ...planFlag(task.id)].join(" "), command];
  const stage = { answered: new Set<string>(), commands, again };
  const { exitCode } = await execute(input, { command: again.slice(3), answer: options.answer ?? [] }, {
    ...context,
    stage,
  });
  if (exitCode === 0) {
    for (const id of answers.keys()) if (!stage.answered.has(id)) notice(noQuestion(id), context);
  }
  return { ...ended(exitCode === 0 ? "done" : "stopped", task, options, context), exitCode };
}

/** Throws a UsageError when a text is not a task that the agent can do. */
function requireTask(text: string, agent: string): void {
  if (isQuickId(text)) {
    throw new UsageError(`Cannot find the quick task ${text}`, "Describe a new one in your words");
  }
  if (text.trim() === "") {
    throw new UsageError("The task is empty", 'For example: wf quick "Fix the typo in the title"');
  }
  if (agent === NO_PLANNER && !/^```sh$/m.test(text)) {
    throw new UsageError(
      "The agent shell runs only the sh blocks of a task, and this one has none",
      "Choose another agent: wf agents",
    );
  }
}

function planOf(task: QuickTask, { task: text, check = [] }: QuickOptions): string {
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

function ended(
  outcome: QuickResult["outcome"],
  { id, name, path }: QuickTask,
  options: QuickOptions,
  { style }: CommandContext,
  plan?: string,
): Outcome {
  const flags = lastingFlags(options).map(quoteShell);
  const next = outcome === "planned"
    ? [
      [
        "wf quick",
        quoteShell(options.task),
        ...(options.check ?? []).flatMap((check) => ["--check", quoteShell(check)]),
        ...flags,
      ].join(" "),
    ]
    : outcome === "stopped"
    ? [["wf quick", id, ...flags].join(" ")]
    : [];
  const result: QuickResult = {
    formatVersion: 1,
    outcome,
    id,
    name,
    path,
    ...plan === undefined ? {} : { plan },
    next,
    ...outcome === "done" ? { back: `wf undo ${id}` } : {},
  };
  return { exitCode: 0, result, text: quickText(result, style) };
}
