import assert from "node:assert/strict";
import { planText, smallProject, writes } from "../support/plans.ts";
import { type Called, wf } from "../support/program.ts";
import { Folder, host, repository } from "../support/repository.ts";

const FIRST = ".planning/phases/01-base/01-01-PLAN.md";
const SECOND = ".planning/phases/01-base/01-02-PLAN.md";
const GOOD = planText({
  plan: "02",
  wave: 2,
  dependsOn: ["01-01"],
  files: ["c.txt"],
  tasks: [writes("c.txt")],
});
const BAD = GOOD.replace("01-01", "01-07");

/** A plan of another phase with an error of its own: it has been there for long. */
const OLD = planText({
  phase: "02-more",
  plan: "01",
  dependsOn: ["9-9"],
  files: ["x"],
  tasks: [writes("x")],
});

function staged(folder: Folder, ...args: readonly string[]): Promise<Called> {
  return wf(["validate", "--staged", ...args], { cwd: folder.path });
}

/** Commits with the hooks, and returns the result. */
async function commit(folder: Folder, ...args: readonly string[]): Promise<{ code: number; output: string }> {
  const { code, stdout, stderr } = await host.run({
    argv: ["git", "commit", "--quiet", "--message=change", ...args],
    cwd: folder.path,
  });
  return { code, output: stdout + stderr };
}

/** A project in a repository whose hook was installed by the program. */
async function hooked(files: Readonly<Record<string, string>> = smallProject()): Promise<Folder> {
  const folder = await repository(files);
  const { code, stderr } = await wf(["hook", "install"], { cwd: folder.path });
  assert.equal(code, 0, stderr);
  return folder;
}

Deno.test("validate --staged checks staged content, not the working tree", async () => {
  await using folder = await repository(smallProject());
  await folder.write({ [SECOND]: BAD });
  assert.equal((await staged(folder)).code, 0, "nothing is staged");
  await folder.git("add", "--all");
  await folder.write({ [SECOND]: GOOD });
  const { code, stdout } = await staged(folder);
  assert.equal(code, 1);
  assert.match(stdout, /^ {2}\.planning\/phases\/01-base\/01-02-PLAN\.md:6:15$/m);
  await folder.git("add", "--all");
  assert.equal((await staged(folder)).code, 0);
});

Deno.test("validate --staged reports a file that contains a plan but is not named like one", async () => {
  await using folder = await repository(smallProject());
  await folder.write({
    ".planning/phases/01-base/01-PLAN-setup.md": GOOD.replace("plan: 02", "plan: setup"),
  });
  await folder.git("add", "--all");
  const { code, stdout } = await staged(folder);
  assert.match(stdout, /file-name\].* 01-PLAN-setup\.md contains a plan but is not named like one/);
  assert.equal(code, 0, stdout);
});

Deno.test("conflicts in any text below .planning are errors, and their files are not fixed", async () => {
  const notes = ".planning/research/NOTES.md";
  const conflict = "<<<<<<< HEAD\nautonomous: yes\n=======\nautonomous: no\n>>>>>>> form\n";
  const [note, plan] = [`# Notes\n\n${conflict}`, GOOD.replace("autonomous: true\n", conflict)];
  await using folder = await repository(smallProject());
  const others = [
    ".planning/phases/01-base/01-01-SUMMARY.md",
    ".planning/phases/01-base/01-VERIFICATION.md",
    ".planning/workstreams/README.md",
  ];
  await folder.write({ [notes]: note, [SECOND]: plan, ".planning/research/a.png": conflict });
  await folder.write(Object.fromEntries(others.map((path) => [path, conflict])));
  await folder.git("add", "--all");
  for (const args of [["--staged"], [], ["--fix"]]) {
    const { code, stdout } = await wf(["validate", ...args], { cwd: folder.path });
    assert.equal(code, 1);
    for (const path of others) assert.ok(stdout.includes(`${path}:1:1`), `${args}: ${path}`);
    assert.match(stdout, /conflict-marker\][^]*\.planning\/research\/NOTES\.md:3:1/);
    assert.match(stdout, /conflict-marker\][^]*01-02-PLAN\.md:8:1/);
    assert.doesNotMatch(stdout, /a\.png|frontmatter-unparsable/);
  }
  assert.equal(await folder.read(SECOND), plan);
  assert.match((await wf(["validate", notes], { cwd: folder.path })).stdout, /1 error/);
});

Deno.test("each workstream is checked as a project of its own: its plans, documents and configuration", async () => {
  const folder = ".planning/workstreams/crm";
  const plan = `${folder}/phases/01-base/01-01-PLAN.md`;
  const text = planText({ plan: "01", files: ["d.txt"], tasks: [writes("d.txt")] });
  const files = {
    ...smallProject(),
    ".planning/config.json": '{ "granularity": "tiny" }',
    [`${folder}/ROADMAP.md`]: "# Roadmap\n\n- [ ] **Phase 2: More** - x\n\n### Phase 2: More\n",
    [`${folder}/phases/02-more/02-01-PLAN.md`]: OLD,
  };
  await using project = await repository(files);
  await project.write({ [plan]: text.replace("wave: 1", 'wave: "1"') });
  await project.git("add", "--all");
  const found = async (...args: string[]) => {
    const { stdout } = await wf(["validate", "--json", ...args], { cwd: project.path });
    const { diagnostics } = JSON.parse(stdout) as { diagnostics: { code: string; path: string }[] };
    return diagnostics.map(({ code, path }) => `${code} ${path}`).sort();
  };
  const broken = `unknown-dependency ${folder}/phases/02-more/02-01-PLAN.md`;
  const foreign = `phase-not-in-roadmap ${plan}`;
  assert.deepEqual(await found(), [
    "config-value .planning/config.json",
    `field-shape ${plan}`,
    foreign,
    broken,
  ]);
  assert.deepEqual(await found("--staged"), [`field-shape ${plan}`, foreign]);
  assert.deepEqual(await found(folder), [`field-shape ${plan}`, foreign, broken]);
  assert.deepEqual(await found("--fix"), ["config-value .planning/config.json", foreign, broken]);
  assert.equal(await project.read(plan), text);
  const { stdout, stderr } = await wf(["status", "--set", "granularity=fine"], { cwd: project.path });
  assert.match(stderr, /^! A workstream is not shown here: wf status --cwd \.planning\/workstreams\/crm$/m);
  assert.doesNotMatch(stdout, /crm/);
});

Deno.test("a project whose work is in workstreams is not told to add phases", async () => {
  await using project = await repository({ ".planning/workstreams/crm/ROADMAP.md": "### Phase 1: Base\n" });
  const next = async () => (await wf(["status"], { cwd: project.path })).stdout;
  assert.match(await next(), /Next:\n {2}wf status --cwd \.planning\/workstreams\/crm$/m);
  await project.write({ ".planning/ROADMAP.md": "### Phase 1: Base\n" });
  assert.match(await next(), /Next:\n {2}wf discuss-phase 1/);
});

Deno.test("a plan of a workstream may name its files as they were before the workstream", async () => {
  const folder = ".planning/workstreams/crm";
  const [first, second] = ["01", "02"].map((plan) => planText({ plan, files: [], tasks: [] }));
  const context = [
    "<context>",
    "@.planning/ROADMAP.md",
    "@.planning/phases/01-base/01-01-SUMMARY.md",
    "@.planning/NOTES.md",
    "</context>",
    "<output>",
    "Create .planning/phases/01-base/01-02-SUMMARY.md",
    "</output>",
  ];
  await using project = await repository({
    [`${folder}/ROADMAP.md`]: "# Roadmap\n\n- [ ] **Phase 1: Base** - x\n\n### Phase 1: Base\n",
    [`${folder}/phases/01-base/01-01-PLAN.md`]: first!,
    [`${folder}/phases/01-base/01-02-PLAN.md`]: second!.split("<output>")[0] + context.join("\n"),
  });
  const { stdout } = await wf(["validate", "--json"], { cwd: project.path });
  const { diagnostics } = JSON.parse(stdout) as { diagnostics: { code: string; message: string }[] };
  const about = diagnostics.filter(({ code }) => ["reference-missing", "output-summary"].includes(code));
  assert.deepEqual(about.map(({ message }) => message), [
    "The file .planning/NOTES.md does not exist, and no plan creates it",
  ]);
});

Deno.test("validate --staged ignores old findings in untouched files", async () => {
  await using folder = await repository({ ...smallProject(), ".planning/phases/02-more/02-01-PLAN.md": OLD });
  assert.equal((await wf(["validate"], { cwd: folder.path })).code, 1);
  await folder.write({ [SECOND]: `${GOOD}\n` });
  await folder.git("add", "--all");
  const { code, stdout } = await staged(folder);
  assert.deepEqual([code, stdout], [0, "✓ 1 plan checked: no findings\n"]);
});

Deno.test("validate --staged shows a dependency that the change breaks in another phase", async () => {
  const other = planText({
    phase: "02-more",
    plan: "01",
    dependsOn: ["01-02"],
    files: ["x"],
    tasks: [writes("x")],
  });
  const path = ".planning/phases/02-more/02-01-PLAN.md";
  await using folder = await repository({ ...smallProject(), [path]: other });
  await folder.git("rm", "--quiet", SECOND);
  const gone = await staged(folder);
  assert.equal(gone.code, 1);
  assert.match(gone.stdout, /Unknown plan "01-02"/);
  assert.match(gone.stdout, /02-01-PLAN\.md:6:15/);
  await folder.git("reset", "--quiet", "--hard");
  await folder.git("mv", SECOND, ".planning/phases/01-base/01-02-renamed-PLAN.md");
  assert.equal((await staged(folder)).code, 0, "a plan renamed keeps its ID");
  await folder.write({
    ".planning/phases/01-base/01-02-renamed-PLAN.md": GOOD.replace("plan: 02", "plan: 05"),
  });
  await folder.git("add", "--all");
  assert.equal((await staged(folder)).code, 1, "a plan with another ID does not");
});

Deno.test("validate --staged knows plans of phases that the change does not touch", async () => {
  const path = ".planning/phases/02-more/02-01-PLAN.md";
  const plan = (on: string) =>
    planText({ phase: "02-more", plan: "01", dependsOn: [on], files: ["x"], tasks: [writes("x")] });
  await using folder = await repository(smallProject());
  await folder.write({ [path]: plan("01-02") });
  await folder.git("add", "--all");
  assert.deepEqual((await staged(folder)).code, 0);
  await folder.write({ [path]: plan("01-03") });
  await folder.git("add", "--all");
  const { code, stdout } = await staged(folder);
  assert.equal(code, 1);
  assert.match(stdout, /Unknown plan "01-03"/);
});

Deno.test("validate --staged checks each .planning folder that the change touches, and no other", async () => {
  const below = (folder: string, files: Readonly<Record<string, string>>) =>
    Object.fromEntries(Object.entries(files).map(([path, text]) => [`${folder}/${path}`, text]));
  await using folder = await repository({
    ...below("apps/a b", smallProject()),
    ...below("apps/c", { ...smallProject(), [SECOND]: BAD }),
    "src/x.ts": "",
  });
  await folder.write({ "src/x.ts": "1" });
  await folder.git("add", "--all");
  assert.deepEqual((await staged(folder)).code, 0);
  await folder.write({ [`apps/a b/${SECOND}`]: BAD.replace("wave: 2", "wave: 1") });
  await folder.git("add", "--all");
  const { code, stdout } = await wf(["validate", "--staged", "--json"], { cwd: `${folder.path}/src` });
  assert.equal(code, 1);
  const { diagnostics, summary } = JSON.parse(stdout);
  assert.deepEqual(diagnostics.map((found: { path: string }) => found.path), [`apps/a b/${SECOND}`]);
  assert.deepEqual([summary.plans, summary.errors], [1, 1]);
});

Deno.test("validate --staged reports the same findings for staged files as validate", async () => {
  await using folder = await repository(smallProject());
  const plan = (await folder.read(SECOND)).replace(
    "<tasks>",
    "<context>\n@.planning/staged.md\n@.planning/ignored.md\n@src/gone.md\n</context>\n\n<tasks>",
  ).replace(/ {2}truths: .*\n/, "$&  key_links:\n    - { from: a, to: b, via: c, pattern: '(?=d)' }\n");
  await folder.write({
    [SECOND]: plan,
    ".planning/staged.md": "to read",
    ".planning/.gitignore": "ignored.md\n",
    ".planning/ignored.md": "to read",
    "src/a.ts": "",
    ".planning/phases/01-base/01-01-SUMMARY.md": "Done.\n",
    ".planning/phases/01-02-PLAN.md": plan,
  });
  await folder.git("add", "--all");
  const codes = async (...args: readonly string[]) => {
    const { stdout } = await wf(["validate", "--json", ...args], { cwd: folder.path });
    return JSON.parse(stdout).diagnostics.map(({ code, path }: Record<string, string>) => `${code} ${path}`);
  };
  const said = await codes("--staged");
  assert.deepEqual(said, await codes());
  assert.deepEqual(
    new Set(said.map((line: string) => line.split(" ")[0])),
    new Set([
      "folder-name",
      "pattern-refused",
      "reference-missing",
      "summary-thin",
    ]),
  );
});

Deno.test("validate --staged also checks the files and folders that are named, as they are in the index", async () => {
  await using folder = await repository({ ...smallProject(), [SECOND]: BAD });
  await folder.write({ [SECOND]: GOOD });
  assert.equal((await staged(folder)).code, 0, "nothing is staged");
  for (const path of [SECOND, ".planning", "."]) {
    const { code, stdout } = await staged(folder, FIRST, "README.md", path);
    assert.equal(code, 1, path);
    assert.match(stdout, /^error\[unknown-dependency\]/m);
  }
  assert.equal((await staged(folder, FIRST)).code, 0);
  const below = await wf(["validate", "--staged", "phases"], { cwd: `${folder.path}/.planning` });
  assert.equal(below.code, 1, "paths are relative to the current folder");
});

Deno.test("validate --staged shows files that a plan shares with the tasks of another", async () => {
  await using folder = await repository(smallProject());
  const path = ".planning/phases/01-base/01-03-PLAN.md";
  const plan = (file: string) =>
    planText({ plan: "03", wave: 2, dependsOn: ["01-01"], files: [file], tasks: [writes(file)] });
  await folder.write({
    [path]: plan("d.txt"),
    [SECOND]: GOOD.replace("files_modified: [c.txt]", "files_modified: []"),
  });
  await folder.git("add", "--all");
  await folder.git("commit", "--quiet", "--message=third");
  await folder.write({ [path]: plan("c.txt") });
  await folder.git("add", "--all");
  assert.match((await staged(folder)).stdout, /files-overlap/);
});

Deno.test("validate --staged checks a .planning that is a repository of its own, against the files around it", async () => {
  await using folder = await Folder.make(smallProject());
  const git = (...args: readonly string[]) => folder.git("-C", ".planning", ...args);
  const plan = GOOD.replace("<tasks>", "<context>\n@src/there.ts\n@src/gone.ts\n</context>\n\n<tasks>");
  await folder.write({ "src/there.ts": "", [SECOND]: plan.replace("wave: 2", "wave: two") });
  await git("init", "--quiet");
  await git("add", "--all");
  await folder.write({ [SECOND]: GOOD });
  const { code, stdout } = await wf(["validate", "--staged"], { cwd: `${folder.path}/.planning` });
  assert.equal(code, 1);
  assert.match(stdout, /^ {2}\.planning\/phases\/01-base\/01-02-PLAN\.md:5:7$/m);
  assert.match(stdout, /\[reference-missing\][^\n]*gone/);
  assert.doesNotMatch(stdout, /\[reference-missing\][^\n]*there/);
});

Deno.test("validate --staged checks the first commit, and reports a missing repository", async () => {
  await using folder = await Folder.make({ ...smallProject(), [SECOND]: BAD });
  const outside = await staged(folder);
  assert.equal(outside.code, 2);
  assert.match(outside.stderr, /Cannot find a git repository at/);
  await folder.git("init", "--quiet");
  await folder.git("add", "--all");
  assert.equal((await staged(folder)).code, 1);
});

Deno.test("validate --staged reads files that are not UTF-8, with any line endings and byte order marks", async () => {
  await using folder = await repository(smallProject());
  const bytes = new TextEncoder().encode(`\uFEFF${GOOD.replaceAll("\n", "\r\n")}`);
  await Deno.writeFile(`${folder.path}/${SECOND}`, new Uint8Array([...bytes, 0xff, 0xfe, 0x00]));
  await Deno.writeFile(`${folder.path}/.planning/STATE.md`, new Uint8Array([0xc3, 0x28, 0x0a]));
  await folder.write({ [FIRST]: "" });
  await folder.git("add", "--all");
  const { code, stdout } = await staged(folder);
  assert.match(stdout, /frontmatter-missing.*\n {2}\S+01-01-PLAN/);
  assert.match(stdout, /unknown-dependency|no findings|checked/);
  assert.ok(code <= 1);
});

Deno.test("validate --staged finds the repository and the index that git names to its hooks", async () => {
  await using folder = await repository(smallProject());
  await folder.git("read-tree", "--index-output=.git/other", "HEAD");
  await folder.write({ [SECOND]: BAD });
  await folder.git("add", "--all");
  const call = (env: Readonly<Record<string, string>>, ...args: readonly string[]) =>
    wf(["validate", "--staged", ...args], { cwd: folder.path, env });
  assert.equal((await call({ GIT_DIR: ".git", GIT_WORK_TREE: "." })).code, 1);
  assert.equal((await call({ GIT_DIR: ".git" }, "--cwd", ".planning/phases")).code, 1);
  assert.equal((await call({ GIT_INDEX_FILE: ".git/other", GIT_DIR: ".git" })).code, 0);
});

Deno.test("the hook lets a good commit through and stops a bad one", async () => {
  await using folder = await hooked();
  await folder.write({ [SECOND]: BAD });
  await folder.git("add", "--all");
  const bad = await commit(folder);
  assert.equal(bad.code, 1);
  assert.match(bad.output, /unknown-dependency/);
  await folder.write({ [SECOND]: `${GOOD}\n` });
  await folder.git("add", "--all");
  assert.equal((await commit(folder)).code, 0);
  await folder.write({ "x.txt": "x" });
  await folder.git("add", "--all");
  assert.equal((await commit(folder, "--amend")).code, 0);
});

Deno.test("the hook checks exactly the content of a partial commit", async () => {
  await using folder = await hooked();
  await folder.write({ [SECOND]: BAD, "x.txt": "x" });
  await folder.git("add", "--all");
  assert.equal((await commit(folder, "--", "x.txt")).code, 0, "the bad plan is not part of it");
  const all = await commit(folder, "--all");
  assert.equal(all.code, 1);
  await folder.write({ [FIRST]: `${await folder.read(FIRST)}\n` });
  assert.equal((await commit(folder, "--", FIRST)).code, 0);
  assert.equal((await commit(folder, "--", SECOND)).code, 1);
});

Deno.test("the hook works in a linked working tree, and from a folder below", async () => {
  await using folder = await hooked();
  await using other = await Folder.make();
  await folder.git("worktree", "add", "--quiet", `${other.path}/tree`);
  await other.write({ [`tree/${SECOND}`]: BAD });
  const git = (...args: readonly string[]) =>
    host.run({ argv: ["git", ...args], cwd: `${other.path}/tree/.planning/phases` });
  await git("add", "--all", ".");
  assert.equal((await git("commit", "--quiet", "--message=x")).code, 1);
  await other.write({ [`tree/${SECOND}`]: `${GOOD}\n` });
  await git("add", "--all", ".");
  assert.equal((await git("commit", "--quiet", "--message=x")).code, 0);
});

Deno.test("a plan that is a link is known by its name to the plans that wait for it", async () => {
  await using folder = await repository({ ...smallProject(), "docs/plan.md": smallProject()[FIRST]! });
  await Deno.remove(`${folder.path}/${FIRST}`);
  await Deno.symlink("../../../docs/plan.md", `${folder.path}/${FIRST}`);
  await folder.write({ [SECOND]: GOOD });
  await folder.git("add", "--all");
  const { code, stdout } = await staged(folder);
  assert.equal(code, 0, stdout);
});
