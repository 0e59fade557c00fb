/**
 * Two workstreams with the same phases and plans: each command works on the one whose folder it is called in.
 */
import assert from "node:assert/strict";
import type { StatusResult } from "../../schemas/results/status.ts";
import { smallProject } from "../support/plans.ts";
import { type ProgramCalled, wf } from "../support/program.ts";
import { type Folder, repository } from "../support/repository.ts";

const [API, WEB] = [".planning/workstreams/api", ".planning/workstreams/web"];

/** A project whose phases are in two workstreams, which differ only in the files that their tasks write. */
async function workstreams(config: object = {}): Promise<Folder> {
  const { ".planning/config.json": settings, ...files } = smallProject({ mode: "yolo", ...config });
  const texts = [API, WEB].flatMap((base) =>
    Object.entries(files).map(([path, text]) => {
      const own = base === WEB ? text.replaceAll(/\b([abcd])\.txt/g, "web-$1.txt") : text;
      return [path.replace(".planning", base), own] as const;
    })
  );
  return await repository({ ".planning/config.json": settings!, ...Object.fromEntries(texts) });
}

async function succeeds(folder: Folder, base: string, ...args: readonly string[]): Promise<ProgramCalled> {
  const called = await wf(args, { cwd: `${folder.path}/${base}` });
  assert.equal(called.code, 0, `${args.join(" ")}: ${called.stderr}${called.stdout}`);
  return called;
}

/** The tasks that are done of a workstream. */
async function done(folder: Folder, base: string): Promise<number> {
  const status: StatusResult = JSON.parse((await succeeds(folder, base, "status", "--json")).stdout);
  return status.totals.tasks.done;
}

/** Every command about phases and plans, in an order in which each succeeds. */
const COMMANDS: readonly (readonly string[])[] = [
  ["waves", "1"],
  ["graph", "1"],
  ["plan-phase", "2", "--agent", "mock", "--dry-run"],
  ["run", "--dry-run"],
  ["execute-phase", "1", "--plan", "01-01"],
  ["show", "01-01"],
  ["undo", "01-01/2", "--yes"],
  ["redo", "01-01/1", "--yes"],
  ["skip", "01-02/2", "--why", "later", "--yes"],
  ["plan", "new", "2", "First", "--yes"],
  ["plan", "insert", "02-01", "Second", "--yes"],
  ["plan", "rename", "02-01", "Earlier", "--yes"],
  ["plan", "remove", "02-01.1", "--yes"],
  ["phase", "add", "Third", "--yes"],
  ["phase", "insert", "2", "Between", "--yes"],
  ["phase", "rename", "2", "Other", "--yes"],
  ["phase", "move", "2", "3", "--yes"],
  ["phase", "remove", "3.1", "--yes"],
  ["abandon", "1", "--why", "another does this", "--yes"],
  ["new-milestone", "Next", "--milestone", "v1.1"],
  ["complete-milestone", "v1.1", "--allow-incomplete", "--yes"],
];

Deno.test("every command about phases changes only the workstream that it is called in", async () => {
  await using folder = await workstreams();
  await succeeds(folder, WEB, "execute-phase", "1", "--plan", "01-01");
  const start = await folder.git("rev-parse", "HEAD");
  assert.equal(await done(folder, API), 0);
  for (const args of COMMANDS) {
    await succeeds(folder, API, ...args);
    const others = ["--", ".", `:(exclude)${API}`, ":(exclude)[abcd].txt"];
    assert.equal(await folder.git("diff", "--name-only", start, ...others), "", args.join(" "));
    assert.equal(await folder.git("status", "--porcelain"), "", args.join(" "));
    assert.equal(await done(folder, WEB), 2, args.join(" "));
  }
  await succeeds(folder, WEB, "execute-phase", "1");
  assert.equal(await done(folder, WEB), 4);
  assert.match((await succeeds(folder, API, "runs")).stdout, /complete-milestone/);
  assert.doesNotMatch((await succeeds(folder, WEB, "runs")).stdout, /complete-milestone|undo/);
});

Deno.test("outside of a workstream, commands about phases name the same command for each workstream", async () => {
  await using folder = await workstreams();
  const more: readonly (readonly string[])[] = [["verify-phase", "1"], ["discuss-phase", "2"], ["ship"]];
  for (const args of [...COMMANDS, ...more]) {
    const { code, stderr } = await wf(args, { cwd: folder.path });
    assert.equal(code, 2, args.join(" "));
    const named = new RegExp(
      `→ Name the folder of one: (wf ${args[0]} .*--cwd ${API}), or wf .*--cwd ${WEB}$`,
      "m",
    );
    assert.match(stderr, named);
  }
  const { stdout, stderr } = await succeeds(folder, "", "status");
  for (const base of [API, WEB]) {
    assert.match(stderr, new RegExp(`^! A workstream is not shown here: wf status --cwd ${base}$`, "m"));
    assert.match(stdout, new RegExp(`^ {2}wf status --cwd ${base}$`, "m"));
  }
});

Deno.test("with --cwd, the next commands name the workstream too, and can be pasted", async () => {
  await using folder = await workstreams();
  const { stdout } = await succeeds(folder, "", "status", "--cwd", API);
  assert.match(stdout, /^workstream api · branch main$/m);
  const [, next] = /^ {2}wf (execute-phase 1 --cwd \S+)$/m.exec(stdout) ?? [];
  await succeeds(folder, "", ...next!.split(" "));
  assert.equal(await done(folder, API), 4);
  for (const args of [["run", "--until", "1"], ["doctor"], ["show", "1"]]) {
    const { next } = JSON.parse((await succeeds(folder, "", ...args, "--cwd", API, "--json")).stdout);
    assert.ok(next.length > 0);
    for (const each of next) assert.ok(!each.startsWith("wf ") || each.endsWith(` --cwd ${API}`), each);
  }
});

Deno.test("workstreams with the same phase have branches of their own, also while both are worked on", async () => {
  await using folder = await workstreams({ git: { branching_strategy: "phase" } });
  await succeeds(folder, API, "execute-phase", "1", "--answer", "merge=skip");
  await folder.git("switch", "--quiet", "main");
  assert.equal(await done(folder, WEB), 0);
  await succeeds(folder, WEB, "execute-phase", "1", "--answer", "merge=squash");
  await succeeds(folder, API, "execute-phase", "1", "--answer", "merge=squash");
  assert.deepEqual([await done(folder, API), await done(folder, WEB)], [4, 4]);
  const branches = await folder.git("for-each-ref", "--format=%(refname:short)", "refs/heads/wf");
  assert.deepEqual(branches.split("\n"), ["wf/api-phase-01-base", "wf/web-phase-01-base"]);
});

Deno.test("config set in a workstream changes the configuration that applies there", async () => {
  await using folder = await workstreams();
  const shared = ".planning/config.json";
  await folder.write({ [`${WEB}/config.json`]: "{}\n" });
  const before = await folder.read(shared);
  await succeeds(folder, WEB, "config", "set", "granularity", "fine");
  assert.equal(await folder.read(shared), before);
  await succeeds(folder, API, "config", "set", "granularity", "coarse");
  const all = await Promise.all([shared, `${WEB}/config.json`, `${API}/config.json`].map(async (path) => {
    return await folder.has(path) ? JSON.parse(await folder.read(path)).granularity : "none";
  }));
  assert.deepEqual(all, ["coarse", "fine", "none"]);
});

Deno.test("the tag of a milestone that another workstream has is refused, and the version to use is named", async () => {
  await using folder = await workstreams();
  await succeeds(folder, API, "complete-milestone", "v1.0", "--allow-incomplete", "--yes");
  const { code, stderr } = await wf(["complete-milestone", "v1.0", "--allow-incomplete", "--yes"], {
    cwd: `${folder.path}/${WEB}`,
  });
  assert.equal(code, 2);
  assert.match(stderr, /Tag "v1.0" belongs to a milestone of the project in "\.planning\/workstreams\/api"/);
  assert.ok(stderr.includes(`a version of its own in ${WEB}/ROADMAP.md, such as v1.0-web`), stderr);
  await succeeds(folder, WEB, "complete-milestone", "v1.0-web", "--allow-incomplete", "--yes");
  assert.equal(await folder.git("tag"), "v1.0\nv1.0-web");
});

Deno.test("a phase that a workstream renames is renamed in documents outside where its whole path is named", async () => {
  await using folder = await workstreams();
  const plan = "/phases/01-base/01-01-PLAN.md";
  const project = (name: string) =>
    `See \`${API}/phases/${name}/01-01-PLAN.md\`, ${WEB}${plan}, [.planning${plan}](phases/01-base/).\nPhase 1.\n`;
  await folder.write({ ".planning/PROJECT.md": project("01-base"), [`${WEB}/NOTES.md`]: `${API}${plan}\n` });
  const [open, done] = [`${WEB}/phases/01-base/01-02-PLAN.md`, `${WEB}${plan}`];
  for (const path of [open, done]) {
    await folder.write({ [path]: (await folder.read(path)).replace("Do it", `${API}${plan}`) });
  }
  await folder.write({ [done.replace("PLAN", "SUMMARY")]: `${API}${plan}\n` });
  await folder.git("add", "--all");
  await folder.git("commit", "--quiet", "--message=documents");
  const { stdout } = await succeeds(folder, API, "phase", "rename", "1", "Core", "--yes", "--json");
  assert.equal(await folder.read(".planning/PROJECT.md"), project("01-core"));
  assert.equal(await folder.read(`${WEB}/NOTES.md`), `${API}/phases/01-core/01-01-PLAN.md\n`);
  const changed = (await folder.git("show", "--format=", "--name-only", "--", `:(exclude)${API}`)).split(
    "\n",
  );
  assert.deepEqual(changed, [".planning/PROJECT.md", `${WEB}/NOTES.md`, open]);
  assert.deepEqual(JSON.parse(stdout).mentions, []);
  assert.equal(await folder.git("status", "--porcelain"), "");
});

Deno.test("a server's squash with the titles of a workstream's tasks completes them, and none of another", async () => {
  await using folder = await workstreams();
  await folder.git("switch", "--quiet", "--create", "work");
  await succeeds(folder, API, "execute-phase", "1", "--plan", "01-01");
  // The first task of the plan, without the documents of its end.
  await folder.git("reset", "--quiet", "--hard", "work~2");
  const listed = await folder.git("log", "--format=* %s", "main..work");
  assert.equal(listed, "* feat(01-01): add a.txt");
  await folder.git("switch", "--quiet", "main");
  await folder.git("merge", "--quiet", "--squash", "work");
  await folder.git("commit", "--quiet", `--message=A page (#12)\n\n${listed}`);
  assert.deepEqual([await done(folder, API), await done(folder, WEB)], [1, 0]);
});

Deno.test("while a host plans in one workstream, another is not advanced, and a command of the user takes over", async () => {
  await using folder = await workstreams();
  const next = (base: string, ...args: readonly string[]) =>
    wf([...args, "--json"], { cwd: `${folder.path}/${base}` });
  const discussed = JSON.parse((await next(WEB, "next", "discuss-phase", "2")).stdout);
  assert.equal(discussed.task?.token, "discussion#1");
  const planned = JSON.parse((await next(API, "next", "plan-phase", "2", "--skip-research")).stdout);
  assert.equal(planned.task?.token, "planning#1");

  const answer = JSON.stringify({ boundary: "Tea only", questions: [] });
  const report = ["report", "discussion#1", "done", answer];
  for (const args of [report, ["next", "plan-phase", "2"], ["next", "execute-phase", "1"]]) {
    const { code, stderr } = await next(WEB, ...args);
    assert.equal(code, 2, stderr);
    assert.match(stderr, /"wf plan-phase 2 --skip-research" is in progress in \.planning\/workstreams\/api/);
    assert.match(
      stderr,
      /wf next plan-phase 2 --skip-research --cwd \S*\/api --json; or .*rm \S+api-\w+\.json/,
    );
  }
  assert.equal(
    JSON.parse((await next(API, "next", "plan-phase", "2", "--skip-research")).stdout).task.token,
    "planning#1",
  );

  const { stderr } = await next(WEB, ...report);
  await Deno.remove(stderr.match(/rm (\S+)/)![1]!);
  assert.equal(JSON.parse((await next(WEB, ...report)).stdout).kind, "done");
  await next(API, "next", "plan-phase", "2", "--skip-research");
  await succeeds(folder, WEB, "execute-phase", "1");
  const late = await next(API, "report", "planning#1", "done");
  assert.match(late.stderr, /No report of planning#1 is expected/);
  assert.equal(await done(folder, WEB), 4);
});
