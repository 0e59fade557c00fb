import assert from "node:assert/strict";
import { smallProject } from "../support/plans.ts";
import { wf } from "../support/program.ts";
import { repository } from "../support/repository.ts";
import { homeIn, onePlan, wide } from "../support/wide.ts";

/** Tasks that write a file each; the last of each pair has a check. */
function tasksOf(plan: string, count: number) {
  return Array.from({ length: count }, (_, index) => {
    const name = `${plan}-${index}`;
    const check = index % 2 === 1 ? { check: `test -f ${name}.txt` } : {};
    return { name: `Add ${name}`, files: `${name}.txt`, script: `echo 1 > ${name}.txt`, ...check };
  });
}

/** Returns the commands of git in a task of plan 01-01, of which every second one has a check. */
async function commandsOf(task: number, plans: readonly string[]): Promise<readonly string[]> {
  await using folder = await wide(() =>
    plans.map((plan) => {
      const tasks = tasksOf(plan, task);
      return { plan, files: tasks.map(({ files }) => files), tasks };
    })
  );
  const env = { ...homeIn(folder), WF_DEBUG: "git,steps" };
  const args = ["execute-phase", "1", "--set", "workflow.verifier=false"];
  const { code, stderr } = await wf(args, { cwd: folder.path, env });
  assert.equal(code, 0, stderr);
  const lines = stderr.replaceAll("'", "").split("\n");
  const at = (step: string) => lines.findIndex((line) => line.includes(` steps: 01-01/${task}/${step}`));
  return lines.slice(at("turn (started"), at("commit (done")).flatMap((line) => {
    const [, options] = /^debug \S+ git: git ((?:-[cC] \S+ )*\S+)/.exec(line) ?? [];
    // A concurrent plan works at the same time, in another folder.
    const isOfPlan = plans.length === 1 || /\/01-01(?: |$)/.test(line);
    return options === undefined || !isOfPlan ? [] : options.split(" ").slice(-1);
  });
}

for (const [place, plans] of [["in place", ["01"]], ["in a worktree", ["01", "02"]]] as const) {
  Deno.test(`a task ${place} takes four processes of git, and one more if it has checks`, async () => {
    const commands = ["status", "update-index", "commit", "log"];
    assert.deepEqual(await commandsOf(3, plans), commands);
    assert.deepEqual(await commandsOf(4, plans), ["status", ...commands]);
  });
}

/** Returns the number of processes of git in a run of plans with a task each, in worktrees. */
async function processesOf(count: number): Promise<number> {
  const ids = Array.from({ length: count }, (_, index) => `0${index + 1}`);
  await using folder = await wide(() => ids.map((id) => onePlan(id, `echo 1 > ${id}.txt`)));
  const env = { ...homeIn(folder), WF_DEBUG: "git" };
  const args = ["execute-phase", "1", "--set", "workflow.verifier=false"];
  const { code, stderr } = await wf(args, { cwd: folder.path, env });
  assert.equal(code, 0, stderr);
  return stderr.match(/^debug \S+ git: /gm)!.length;
}

Deno.test("a further plan of one task in a worktree takes at most 32 processes of git", async () => {
  const [few, many] = [await processesOf(2), await processesOf(6)];
  // Six of them recreate its commit on top of another plan's, if that is committed meanwhile.
  assert.ok((many - few) / 4 <= 32, `${few} and ${many}`);
});

Deno.test("the commits of tasks leave git's maintenance to the commit of their plan's documents", async () => {
  await using folder = await repository(smallProject({ mode: "yolo", parallelization: { enabled: false } }));
  const hook = '#!/bin/sh\necho "${GIT_CONFIG_PARAMETERS:-usual}" >> .git/settings\n';
  await folder.write({ ".git/hooks/pre-commit": hook });
  await Deno.chmod(`${folder.path}/.git/hooks/pre-commit`, 0o755);
  const args = ["execute-phase", "1", "--set", "workflow.verifier=false"];
  const { code, stderr } = await wf(args, { cwd: folder.path, env: homeIn(folder) });
  assert.equal(code, 0, stderr);
  const subjects = (await folder.git("log", "--reverse", "--format=%s", "main")).split("\n");
  const settings = (await folder.read(".git/settings")).trim().split("\n");
  const own = subjects.slice(-settings.length).map((subject) => {
    return subject.startsWith("feat(") ? "'maintenance.auto'='false'" : "usual";
  });
  assert.deepEqual(settings, own);
  assert.equal(new Set(own).size, 2);
});
