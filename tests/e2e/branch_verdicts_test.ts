/**
 * Verdicts that are recorded on one branch, and read on another.
 */
import assert from "node:assert/strict";
import { smallProject } from "../support/plans.ts";
import { type ProgramCalled, wf } from "../support/program.ts";
import { type Folder, repository } from "../support/repository.ts";

const BRANCH = "wf/phase-01-base";

function project(): Promise<Folder> {
  const gates = { confirm_plan: false, execute_next_plan: false };
  return repository(
    smallProject({ gates, git: { branching_strategy: "phase" }, workflow: { verifier: true } }),
  );
}

async function call(folder: Folder, code: number, ...args: readonly string[]): Promise<ProgramCalled> {
  const called = await wf(args, { cwd: folder.path });
  assert.equal(called.code, code, called.stderr + called.stdout);
  return called;
}

Deno.test("a verdict on the branch of a phase is known where the base is checked out", async () => {
  await using folder = await project();
  await call(folder, 0, "execute-phase", "1", "--answer", "must_haves=later", "--answer", "merge=skip");
  await call(folder, 0, "verify-phase", "1", "--answer", "must_haves=approved");
  await folder.git("switch", "--quiet", "main");
  const { phases } = JSON.parse((await call(folder, 0, "status", "--json")).stdout);
  assert.equal(phases[0].verdict.word, "verified");
  await call(folder, 0, "execute-phase", "1", "--answer", "merge=squash");
});

Deno.test("a verdict on the base is not asked for again on the merged branch", async () => {
  await using folder = await project();
  await call(folder, 0, "execute-phase", "1", "--answer", "must_haves=later", "--answer", "merge=squash");
  await call(folder, 0, "verify-phase", "1", "--answer", "must_haves=approved");
  const { stderr } = await call(folder, 0, "execute-phase", "1");
  assert.match(stderr, /Nothing to do: the phase is verified/);
  assert.equal(await folder.git("branch", "--show-current"), "main");
});

Deno.test("gaps on a branch that is not checked out are not planned elsewhere", async () => {
  await using folder = await project();
  await call(folder, 1, "execute-phase", "1", "--answer", "must_haves=It is slow");
  await folder.git("switch", "--quiet", "main");
  const refused = await call(folder, 2, "plan-phase", "1", "--gaps", "--agent", "mock");
  assert.match(refused.stderr, new RegExp(`is on branch "${BRANCH}".*\\n.*git switch ${BRANCH}`));
  const { next } = JSON.parse((await call(folder, 0, "status", "--json")).stdout);
  assert.deepEqual(next, [...new Set(next)]);
});
