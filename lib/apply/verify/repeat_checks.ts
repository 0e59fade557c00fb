import type { RepeatedCheck } from "../../../schemas/verification.ts";
import { inProject } from "../../plan/checks/in_project.ts";
import type { PhaseCheck } from "../../plan/verification/phase_checks.ts";
import { runCheck } from "../run/run_check.ts";
import { type BreakerContext, findBreaker } from "./find_breaker.ts";

export interface RepeatContext extends BreakerContext {
  /** The folder of the project in the working tree to check, absolute. */
  readonly root: string;
}

/** Runs checks again that passed earlier. For each that fails, finds the commit that broke it. */
export async function repeatChecks(
  checks: readonly PhaseCheck[],
  context: RepeatContext,
): Promise<readonly RepeatedCheck[]> {
  const { host, root, home, signal } = context;
  const results: RepeatedCheck[] = [];
  for (const check of checks) {
    const { plan, task } = check.tasks.at(-1)!;
    const { command } = check;
    const started = host.now();
    const located = inProject(command, { here: root, home }).command;
    const { passed, output } = await runCheck(located, { ...context, cwd: root });
    if (signal.aborted) return results;
    const breaker = passed ? "" : await findBreaker(check, host.now() - started, context);
    const found = [breaker, output].filter((text) => text !== "").join("\n");
    results.push({ plan, task, command, outcome: passed ? "verified" : "unverified", found });
  }
  return results;
}
