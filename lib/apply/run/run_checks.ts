import type { CheckStep } from "../../../schemas/execution_plan.ts";
import { defined } from "../../collections/defined.ts";
import { joinPath } from "../../path/paths.ts";
import { checkKind } from "../../plan/checks/check_kind.ts";
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

/** A test run that failed, as it should before the implementation. */
export interface FailedTests {
  readonly command: string;
  readonly output: string;
}

/**
 * Runs a task's checks, each in a separate process, up to the first failure. Reports show each check as its author
 * wrote it. A check that changes to the project's folder by its absolute path runs in this working tree.
 *
 * If one of them has to fail, they run until one does.
 *
 * @param onFailedTests Called with the one that failed as it should.
 */
export async function runChecks(
  step: CheckStep,
  { context, workspace }: ChecksOptions,
  onFailedTests: (tests: FailedTests) => void,
): Promise<StepOutcome> {
  const { host, report, config, signal, log } = context;
  const logged = log && { log, plan: step.plan, task: step.task };
  const { plan, task, failing = [] } = step;
  const cwd = joinPath(workspace.root, step.directory);
  const run = async (command: string, expected?: "failure") => {
    const located = inProject(command, { here: workspace.root, home: context.home.root });
    reportFolders(located, step, context);
    const result = await runCheck(located.command, { host, config, signal, cwd, ...defined({ logged }) });
    const { passed, output, printed } = result;
    if (!signal.aborted) {
      report({ kind: "check-finished", plan, task, command, passed, output, ...defined({ expected }) });
      await log?.check({ plan, task }, { command, passed, output: printed });
    }
    return result;
  };
  for (const command of step.commands) {
    const { passed, late, output } = await run(command);
    if (signal.aborted) return { kind: "interrupted" };
    if (late) return tooLate(step, output);
    if (!passed) return { kind: "check-failed", command, output };
  }
  for (const command of failing) {
    const { passed, ended, late, output } = await run(command, "failure");
    if (signal.aborted) return { kind: "interrupted" };
    if (late) return tooLate(step, output);
    if (!ended) return { kind: "check-failed", command, output };
    if (passed) continue;
    onFailedTests({ command, output });
    return { kind: "done" };
  }
  const shown = step.failing && step.commands.find((one) => checkKind(one) === "expects-failure");
  if (shown !== undefined) onFailedTests({ command: shown, output: "" });
  else if (failing[0] !== undefined) return { kind: "tests-pass", command: failing[0] };
  return { kind: "done" };
}

/** Returns the outcome of a check that took too long: another turn would only take as long again. */
function tooLate({ plan, task }: CheckStep, message: string): StepOutcome {
  return { kind: "turn-failed", message: `The check of task ${plan}/${task}: ${message}`, output: "" };
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
