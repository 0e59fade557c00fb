import type { RepeatedCheck } from "../../../schemas/verification.ts";
import { defined } from "../../collections/defined.ts";
import { inProject } from "../../plan/checks/in_project.ts";
import type { PhaseCheck } from "../../plan/verification/phase_checks.ts";
import { changedSince, takeBaseline } from "../git/baseline.ts";
import { stashWork } from "../git/stash.ts";
import { type CheckLog, runCheck } from "../run/run_check.ts";
import { takeSeal } from "../seal/planning_seal.ts";
import { settleSettings } from "../seal/settle_documents.ts";
import { type BreakerContext, findBreaker } from "./find_breaker.ts";

export interface RepeatContext extends BreakerContext {
  /** The folder of the project in the working tree to check, absolute. */
  readonly root: string;
  /** Keeps the long outputs of checks. */
  readonly log?: CheckLog | undefined;
  /** Reports a notice to the user. */
  readonly notice: (message: string) => void;
}

/**
 * Runs checks again that passed earlier. For each that fails, finds the commit that broke it. Their changes to
 * tracked files belong to no task, so they are stashed.
 */
export async function repeatChecks(
  checks: readonly PhaseCheck[],
  context: RepeatContext,
): Promise<readonly RepeatedCheck[]> {
  if (checks.length === 0) return [];
  const { repository, root, notice } = context;
  const { git } = repository;
  const workspace = { repository, root, branch: "", baseline: {} };
  const seal = await takeSeal(workspace);
  const before = await takeBaseline(git, await git.status());
  const results = await runAll(checks, context);
  // First of all, as git may run what the settings name.
  await settleSettings(workspace, { seal, task: "checks" }, notice);
  const status = (await git.status()).filter(({ kind }) => kind === "changed");
  const changed = await changedSince(git, before, status);
  const own = changed.filter((path) => !Object.hasOwn(before, path));
  if (own.length > 0) {
    await stashWork(git, own, STASH);
    notice(`Checks that ran again changed ${own.join(", ")}; the changes are in the stash as "${STASH}"`);
  }
  return results;
}

const STASH = "wf: changed by checks";

async function runAll(
  checks: readonly PhaseCheck[],
  context: RepeatContext,
): Promise<readonly RepeatedCheck[]> {
  const { host, root, home, signal, log } = context;
  const results: RepeatedCheck[] = [];
  for (const check of checks) {
    const { plan, task } = check.tasks.at(-1)!;
    const { command } = check;
    const started = host.now();
    const located = inProject(command, { here: root, home }).command;
    const { passed, output } = await runCheck(located, {
      ...context,
      cwd: root,
      ...defined({ logged: log && { log, plan, task } }),
    });
    if (signal.aborted) return results;
    const breaker = passed ? "" : await findBreaker(check, host.now() - started, context);
    const found = [breaker, output].filter((text) => text !== "").join("\n");
    results.push({ plan, task, command, outcome: passed ? "verified" : "unverified", found });
  }
  return results;
}
