/**
 * Two projects in one repository: what is done of one counts for none of the other.
 */
import assert from "node:assert/strict";
import { planText, smallProject } from "../support/plans.ts";
import { type ProgramCalled, wf } from "../support/program.ts";
import { type Folder, repository } from "../support/repository.ts";
import { homeIn, leftovers, onePlan } from "../support/wide.ts";

/** A repository with projects in these folders, which have the same phase and plans. */
async function projects(folders: readonly string[], config: object = {}): Promise<Folder> {
  const files = Object.entries(smallProject({ mode: "yolo", ...config }));
  return await repository(Object.fromEntries(
    folders.flatMap((folder) => files.map(([path, text]) => [`${folder}${path}`, text])),
  ));
}

async function run(folder: Folder, project: string, ...args: readonly string[]): Promise<ProgramCalled> {
  return await wf(args, { cwd: `${folder.path}/${project}` });
}

async function succeeds(folder: Folder, project: string, ...args: readonly string[]): Promise<ProgramCalled> {
  const called = await run(folder, project, ...args);
  assert.equal(called.code, 0, called.stderr);
  return called;
}

/** Waits in a shell until the task of plan 02 is committed. */
const OTHER_DONE = "until git log --all --format=%s | grep -q '(01-02)'; do sleep 0.1; done; ";

const COMPLETE = ["--allow-incomplete", "--yes"];

for (const named of [true, false]) {
  Deno.test(`the work and the milestone of one project are not another's, ${named ? "named in commits" : "identified by paths"}`, async () => {
    await using folder = await projects(["api/", "web/"]);
    await succeeds(folder, "api", "execute-phase", "1");
    await succeeds(folder, "api", "complete-milestone", "v1.0", ...COMPLETE);
    // As a history was before commits named their project.
    const strip = [
      "filter-branch",
      "--force",
      "--msg-filter",
      "sed /^Wf-Project/d",
      "--tag-name-filter",
      "cat",
    ];
    if (!named) await folder.git(...strip, "--", "--all");
    assert.match((await succeeds(folder, "web", "status")).stdout, /0 of 2 plans, 0 of 4 tasks/);
    await succeeds(folder, "web", "execute-phase", "1");
    assert.ok(await folder.has("web/d.txt"));
    const refused = await run(folder, "web", "complete-milestone", "v1.0", ...COMPLETE);
    assert.equal(refused.code, 2);
    assert.match(refused.stderr, /Tag "v1.0" belongs to a milestone of the project in "api"[^]*v1\.0-web/);
    await succeeds(folder, "web", "complete-milestone", "v1.0-web", ...COMPLETE);
    assert.match(await folder.git("log", "-1", "--format=%B", "v1.0-web"), /Wf-Milestone: v1.0-web/);
    const nothing = await succeeds(folder, "api", "complete-milestone", "v1.0", ...COMPLETE);
    assert.match(nothing.stdout, /Nothing to do: milestone v1.0 is complete/);
  });

  Deno.test(`a phase branch of another project is refused with a hint, ${named ? "by its owner" : "by its commits"}`, async () => {
    await using folder = await projects(["api/", "web/"], { git: { branching_strategy: "phase" } });
    await succeeds(folder, "api", "execute-phase", "1", "--answer", "merge=skip");
    if (!named) await folder.git("config", "--unset", "branch.wf/phase-01-base.wfproject");
    await folder.git("switch", "--quiet", "main");
    const api = await folder.subjects("wf/phase-01-base");
    const refused = await run(folder, "web", "execute-phase", "1", "--answer", "merge=squash");
    assert.equal(refused.code, 2);
    assert.match(refused.stderr, /Branch "wf\/phase-01-base" belongs to the project in "api"/);
    const template = /wf config set (\S+) '(.+)'/.exec(refused.stderr);
    assert.ok(template, refused.stderr);
    await succeeds(folder, "web", "config", "set", template[1]!, template[2]!);
    await folder.git("commit", "--quiet", "--all", "--message=template");
    await succeeds(folder, "web", "execute-phase", "1", "--answer", "merge=squash");
    assert.equal(await folder.has("api/a.txt"), false);
    assert.equal(await folder.git("show", "--format=", "--name-only", "HEAD", "--", "api"), "");
    assert.deepEqual(await folder.subjects("wf/phase-01-base"), api);
    // The other project continues on its branch as before.
    await succeeds(folder, "api", "execute-phase", "1", "--answer", "merge=squash");
    assert.ok(await folder.has("api/d.txt"));
  });
}

Deno.test("a project at the root and a nested one are distinguished", async () => {
  await using folder = await projects(["", "web/"]);
  await succeeds(folder, "", "execute-phase", "1");
  assert.match((await succeeds(folder, "web", "status")).stdout, /0 of 2 plans, 0 of 4 tasks/);
  await succeeds(folder, "web", "execute-phase", "1");
  assert.match((await succeeds(folder, "", "status")).stdout, /2 of 2 plans, 4 of 4 tasks/);
});

Deno.test("a project that is moved within its repository keeps its history", async () => {
  await using folder = await projects(["api/"]);
  await succeeds(folder, "api", "execute-phase", "1");
  await folder.git("mv", "api", "service");
  await folder.git("commit", "--quiet", "--message=move");
  assert.match((await succeeds(folder, "service", "status")).stdout, /2 of 2 plans, 4 of 4 tasks/);
});

Deno.test("the runs of one project are not another's", async () => {
  await using folder = await projects(["", "api/", "web/"]);
  await succeeds(folder, "api", "execute-phase", "1", "--plan", "01-01");
  await folder.write({ "api/.planning/phases/01-base/01-02-PLAN.md": "broken" });
  for (const project of ["", "web"]) {
    assert.match((await succeeds(folder, project, "runs")).stdout, /^No run is logged here yet/);
    assert.match((await run(folder, project, "log")).stderr, /No run is logged here yet/);
  }
  assert.match((await succeeds(folder, "api", "runs")).stdout, /execute-phase 1/);
});

Deno.test("without a project of its own, the root names those below it", async () => {
  await using folder = await projects(["api/", "apps/my web/", "node_modules/a/", ".cache/"]);
  for (const command of [["status"], ["execute-phase", "1"], ["validate"]]) {
    const { code, stderr } = await run(folder, "", ...command);
    assert.deepEqual([code, stderr.split("\n")[1]], [
      2,
      "  → Change to a project below it: cd api, cd 'apps/my web'",
    ]);
  }
});

Deno.test("status names the setting that gives a project branches of its own", async () => {
  await using folder = await projects(["api/", "web/"], { git: { branching_strategy: "phase" } });
  await succeeds(folder, "api", "execute-phase", "1", "--answer", "merge=skip");
  await folder.git("switch", "--quiet", "main");
  const { next } = JSON.parse((await succeeds(folder, "web", "status", "--json")).stdout);
  assert.deepEqual(next, ["wf config set git.phase_branch_template 'wf/web-phase-{phase}-{slug}'"]);
  assert.match((await run(folder, "web", "ship", "1")).stderr, /belongs to the project in "api"/);
});

Deno.test("a phase that a host carries out for one project is not lost to another, which is refused meanwhile", async () => {
  await using folder = await projects(["api/", "web/"]);
  const next = async (project: string) => {
    const called = await succeeds(folder, project, "next", "execute-phase", "1", "--json");
    return JSON.parse(called.stdout) as { readonly notes: readonly string[] };
  };
  assert.doesNotMatch((await next("api")).notes.join("\n"), /interrupted/);
  const refused = await run(folder, "web", "next", "execute-phase", "1", "--json");
  assert.equal(refused.code, 2);
  assert.match(
    refused.stderr,
    /"wf execute-phase 1" is in progress in api, and wf waits for the report of 01-01\/1#1/,
  );
  await folder.write({ "api/a.txt": "a\n" });
  const reported = await succeeds(folder, "api", "report", "01-01/1#1", "done", "--json");
  assert.equal(JSON.parse(reported.stdout).task.token, "01-01/2#1");
});

for (const place of ["in place", "in a worktree"]) {
  for (const [how, end] of [["fails", "exit 1"], ["is killed", "kill -9 $PPID; sleep 60"]] as const) {
    Deno.test(`a task of one project that ${how} ${place} is not touched by the run of another`, async () => {
      await using folder = await projects(["api/", "web/"], { agent: { name: "shell", retries: 0 } });
      const shared = `${folder.path}/.git`;
      const task = {
        name: "Add 01",
        files: "01.txt",
        script: `echo turn >> ${shared}/turns; echo work > 01.txt`,
        // A script that a kill ends before its commit begins again, which this is not about.
        check: `test -e ${shared}/go || { ${place === "in place" ? "" : OTHER_DONE}${end}; }`,
      };
      const plans = [{ plan: "01", files: ["01.txt"], tasks: [task] }, {
        ...onePlan("02", "echo 02 > 02.txt"),
        ...place === "in place" ? { wave: 2, dependsOn: ["01-01"] } : {},
      }];
      await folder.write(Object.fromEntries(
        plans.map((plan) => [`api/.planning/phases/01-base/01-${plan.plan}-PLAN.md`, planText(plan)]),
      ));
      await folder.git("commit", "--quiet", "--all", "--message=plans");
      const env = homeIn(folder);
      const execute = (project: string, process = false) =>
        wf(["execute-phase", "1"], { cwd: `${folder.path}/${project}`, env, process });
      assert.notEqual((await execute("api", true)).code, 0);
      const turns = await folder.read(".git/turns");
      const { code, stderr } = await execute("web");
      assert.equal(code, 0, stderr);
      await folder.write({ ".git/go": "" });
      const resumed = await execute("api");
      assert.equal(resumed.code, 0, resumed.stderr);
      assert.equal(await folder.read(".git/turns"), turns);
      assert.equal(await folder.git("stash", "list"), "");
      assert.deepEqual(await leftovers(folder), []);
    });
  }
}
