import type { CheckStep } from "../../../schemas/execution_plan.ts";
import { joinPath } from "../../path/paths.ts";
import { inProject, type LocatedCheck } from "../../plan/checks/in_project.ts";
import type { StepOutcome } from "../../plan/execution/step_outcome.ts";
import type { Workspace } from "../worktrees/workspace.ts";
import type { RunContext } from "./context.ts";
import { runCheck } from "./run_check.ts";

/** Options for {@link runChecks}. */
export interface ChecksOptions {
  /** The context of the run. */
  readonly context: RunContext;
  /** The working tree that the task changed. */
  readonly workspace: Workspace;
}

/**
 * Runs a task's checks, each in a separate process, up to the first failure. Reports show each check as its author
 * wrote it. A check that changes to the project's folder by its absolute path runs in this working tree.
 */
export async function runChecks(
  step: CheckStep,
  { context, workspace }: ChecksOptions,
): Promise<StepOutcome> {
  const { host, report, config, signal } = context;
  const cwd = joinPath(workspace.root, step.directory);
  for (const command of step.commands) {
    const located = inProject(command, { here: workspace.root, home: context.home.root });
    reportFolders(located, step, context);
    const { passed, output } = await runCheck(located.command, { host, config, signal, cwd });
    if (signal.aborted) return { kind: "interrupted" };
    report({ kind: "check-finished", plan: step.plan, task: step.task, command, passed, output });
    if (!passed) return { kind: "check-failed", command, output };
  }
  return { kind: "done" };
}

function reportFolders(
  { replaced, outside }: LocatedCheck,
  { plan, task }: CheckStep,
  { report, home }: RunContext,
): void {
  for (const folder of replaced.filter((path) => path !== home.root)) {
    report({
      kind: "notice",
      message: `The check of task ${plan}/${task} runs in this project instead of ${folder}`,
    });
  }
  for (const folder of outside) {
    report({
      kind: "notice",
      message: `The check of task ${plan}/${task} runs in ${folder}, so it does not test this project`,
    });
  }
}
