import type { SwitchBranchStep } from "../../../schemas/execution_plan.ts";
import type { StepOutcome } from "../../plan/execution/step_outcome.ts";
import type { RunContext } from "./context.ts";

/** Switches to the branch of a run; creates it from its base if it does not exist. */
export async function switchBranch(
  step: SwitchBranchStep,
  { home, report }: RunContext,
): Promise<StepOutcome> {
  const { git } = home.repository;
  const { branch, base, create, from } = step;
  // Configuration first: an interrupted run must not leave a branch that seems to be the user's.
  await git.rememberBase(branch, base, home.repository.project);
  if (from !== undefined) await git.output(["switch", "--track", "-c", branch, from]);
  else await git.switchTo(branch, ...create ? [`refs/heads/${base}`] : []);
  report({ kind: "branch-switched", branch, created: create });
  return { kind: "done" };
}
