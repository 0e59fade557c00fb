import assert from "node:assert/strict";
import type { UndoResult } from "../../schemas/results/undo.ts";
import { schemaProblems } from "../deps/ajv.ts";
import { smallProject } from "../support/plans.ts";
import { type ProgramCalled, wf } from "../support/program.ts";
import { type Folder, repository } from "../support/repository.ts";
import { fromRoot } from "../support/root.ts";
import { homeIn, leftovers, onePlan, projectWith } from "../support/wide.ts";

const SUMMARY = ".planning/phases/01-base/01-02-SUMMARY.md";
const PHASE = { mode: "yolo", git: { branching_strategy: "phase" } };

function call(folder: Folder, ...args: string[]): Promise<ProgramCalled> {
  return wf(args, { cwd: folder.path, env: homeIn(folder) });
}

/** Calls the program, which must succeed, and returns its output. */
async function succeed(folder: Folder, ...args: string[]): Promise<string> {
  const { code, stdout, stderr } = await call(folder, ...args);
  assert.equal(code, 0, `${args.join(" ")}: ${stderr}${stdout}`);
  return stdout;
}

/** Returns a repository whose phase 1 is executed. */
async function executed(files: Readonly<Record<string, string>> = smallProject()): Promise<Folder> {
  const folder = await repository(files);
  await succeed(folder, "execute-phase", "1");
  return folder;
}

async function undo(folder: Folder, ...args: string[]): Promise<UndoResult & { readonly code: number }> {
  const { code, stdout, stderr } = await call(folder, "undo", ...args, "--json");
  assert.equal(await schemaProblems("undo", JSON.parse(stdout)), "", stdout + stderr);
  return { code, ...JSON.parse(stdout) };
}

/** The files of a commit and its documents, without hashes and times. */
async function content(folder: Folder): Promise<string> {
  const all = await folder.git("ls-files", "--stage");
  const shown = all.split("\n").map((line) => /SUMMARY|STATE/.test(line) ? line.split("\t")[1] : line);
  const texts = await folder.git("grep", "-h", "", "HEAD", "--", "*SUMMARY.md", "*STATE.md");
  return [...shown, texts.replaceAll(/\b[0-9a-f]{7}\b|^Last activity.*|\d{4}-\d\d-\d\d[T\d:.Z]*/gm, "…")]
    .join("\n");
}

/** Asserts that nothing uncommitted is left, and nothing of wf's own. */
async function assertTidy(folder: Folder): Promise<void> {
  assert.equal(await folder.git("status", "--porcelain"), "");
  assert.equal(await folder.git("stash", "list"), "");
  const own = await Array.fromAsync(Deno.readDir(`${folder.path}/.git/wf`), ({ name }) => name);
  assert.deepEqual(own.filter((name) => /^undo|lock/.test(name)), []);
}

interface Scenario {
  readonly target: string;
  readonly files?: Readonly<Record<string, string>>;
  /** Commits before the undo that have nothing to do with it. */
  readonly later?: boolean;
  /** The files that are gone after the undo. */
  readonly gone: readonly string[];
  /** The subjects of the task commits of the run after it. */
  readonly again: readonly string[];
}

const wide = projectWith([
  onePlan("01", "echo 1 > 01.txt"),
  onePlan("02", "echo 2 > 02.txt"),
  onePlan("03", "echo 3 > 03.txt"),
]);

const SCENARIOS: Readonly<Record<string, Scenario>> = {
  "a plan": {
    target: "01-02",
    gone: ["c.txt", "d.txt", SUMMARY],
    again: ["feat(01-02): add c.txt", "feat(01-02): add d.txt"],
  },
  "a task": { target: "01-02/1", gone: ["c.txt", SUMMARY], again: ["feat(01-02): add c.txt"] },
  "a phase": {
    target: "1",
    gone: ["a.txt", "b.txt", "c.txt", "d.txt", SUMMARY],
    again: [
      "feat(01-01): add a.txt",
      "feat(01-01): add b.txt",
      "feat(01-02): add c.txt",
      "feat(01-02): add d.txt",
    ],
  },
  "a plan that ran concurrently": {
    target: "01-02",
    files: wide,
    gone: ["02.txt", SUMMARY],
    again: ["feat(01-02): do 02"],
  },
  "a plan before unrelated commits": {
    target: "01-02",
    later: true,
    gone: ["c.txt", "d.txt"],
    again: [
      "feat(01-02): add c.txt",
      "feat(01-02): add d.txt",
    ],
  },
};

for (const [name, { target, files, later = false, gone, again }] of Object.entries(SCENARIOS)) {
  Deno.test(`undo of ${name} reverts it in one commit, and the next run executes exactly that again`, async () => {
    await using folder = await executed(files);
    if (later) {
      await folder.write({ "notes.md": "mine\n", "a.txt": "a.txt\nmore\n" });
      await folder.git("add", "--all");
      await folder.git("commit", "--quiet", "--message=mine");
    }
    const [before, commits] = [await content(folder), (await folder.subjects()).length];
    const { code, commit, outcome, next } = await undo(folder, target, "--yes");
    assert.deepEqual([code, outcome, next], [0, "undone", ["wf execute-phase 1"]]);
    assert.equal(commit, await folder.git("rev-parse", "HEAD"));
    assert.equal((await folder.subjects()).length, commits + 1);
    for (const path of gone) assert.equal(await folder.has(path), false, path);
    await assertTidy(folder);
    await succeed(folder, "execute-phase", "1");
    const subjects = (await folder.subjects()).slice(commits + 1);
    assert.deepEqual(subjects.filter((subject) => !subject.startsWith("docs(")).sort(), [...again].sort());
    assert.equal(await content(folder), before);
    await assertTidy(folder);
  });
}

Deno.test("the printed command takes an undo back: the tasks are done again, and a run has nothing to do", async () => {
  await using folder = await executed();
  const tree = await folder.git("rev-parse", "HEAD^{tree}");
  const { back } = await undo(folder, "1", "--yes");
  const words = back!.split(" ");
  assert.deepEqual(words.slice(0, 3), ["git", "revert", "--no-edit"]);
  await folder.git(...words.slice(1));
  assert.equal(await folder.git("rev-parse", "HEAD^{tree}"), tree);
  assert.match(await succeed(folder, "status"), /4 of 4 tasks/);
  const count = (await folder.subjects()).length;
  await succeed(folder, "execute-phase", "1");
  assert.equal((await folder.subjects()).length, count);
  assert.equal((await undo(folder, "1", "--yes")).outcome, "undone");
});

Deno.test("undo of a phase after a squash merge keeps its plans, and offers to remove the merged branch", async () => {
  await using folder = await repository(smallProject(PHASE));
  await folder.git("switch", "--quiet", "-c", "planning");
  const notes = ".planning/phases/01-base/01-CONTEXT.md";
  await folder.git("switch", "--quiet", "main");
  await succeed(folder, "execute-phase", "1", "--answer", "merge=skip");
  // The notes reach main with the merge.
  await folder.write({ [notes]: "# Notes\n" });
  await folder.git("add", "--all");
  await folder.git("commit", "--quiet", "--message=docs(01): notes");
  await folder.git("switch", "--quiet", "main");
  const elsewhere = await call(folder, "undo", "1");
  assert.equal(elsewhere.code, 2);
  assert.match(elsewhere.stderr, /is on branch "(wf\/[^"]+)", which is not checked out\n.*git switch \1\n/);
  await succeed(folder, "execute-phase", "1", "--answer", "merge=squash");
  assert.equal(await folder.git("branch", "--show-current"), "main");
  const before = await content(folder);
  const part = await call(folder, "undo", "01-02", "--yes");
  assert.equal(part.code, 2);
  assert.match(part.stderr, /also contains 01-01\/.*\n.*Undo the phase: wf undo 1\n/);
  const { outcome, next, commits } = await undo(folder, "1", "--yes");
  assert.deepEqual([outcome, commits.length], ["undone", 1]);
  assert.match(next.join("\n"), /^git branch -D wf\/\S+\nwf execute-phase 1$/);
  assert.equal(await folder.has(notes), true);
  assert.equal(await folder.has("d.txt"), false);
  // The merged branch still has the undone work, which does not count.
  const status = JSON.parse(await succeed(folder, "status", "--json"));
  assert.equal(status.phases[0].state, "not-started");
  assert.equal(status.next[0], next[0]);
  const refused = await call(folder, "execute-phase", "1");
  assert.equal(refused.code, 2, refused.stdout);
  assert.match(refused.stderr, /was merged into "main", and its work was undone there\n.*git branch -D wf\//);
  await folder.git(...next[0]!.split(" ").slice(1));
  await succeed(folder, "execute-phase", "1", "--answer", "merge=squash");
  assert.equal(await content(folder), before);
  // Without the branch, only the squash merge is left.
  await folder.git(...next[0]!.split(" ").slice(1));
  assert.match(await succeed(folder, "status"), /; 2 of 2 plans/);
});

Deno.test("undo with a conflict changes nothing, and names the paths", async () => {
  await using folder = await executed();
  await folder.write({ "c.txt": "changed since\n" });
  await folder.git("commit", "--quiet", "--all", "--message=mine");
  const head = await folder.git("rev-parse", "HEAD");
  const { code, outcome, conflicts } = await undo(folder, "01-02", "--yes");
  assert.deepEqual([code, outcome], [4, "conflict"]);
  assert.deepEqual(conflicts, [{ path: "c.txt", base: "changed", branch: "removed" }]);
  assert.equal(await folder.git("rev-parse", "HEAD"), head);
  await assertTidy(folder);
  const text = await call(folder, "undo", "01-02", "--yes");
  assert.match(
    text.stdout,
    /Nothing was changed: later changes conflict with reverting \S+ feat\(01-02\): add c/,
  );
});

Deno.test("undo that a hook refuses changes nothing and shows its output", async () => {
  await using folder = await executed();
  const head = await folder.git("rev-parse", "HEAD");
  await folder.hook(
    "pre-commit",
    'echo "not today: $(git diff --cached --name-only | tr "\\n" " ")"; exit 1',
  );
  const { code, outcome, output } = await undo(folder, "01-02", "--yes");
  assert.deepEqual([code, outcome], [1, "refused"]);
  assert.match(output!, /^not today: \S+ROADMAP\.md .*SUMMARY\.md c\.txt d\.txt/);
  assert.equal(await folder.git("rev-parse", "HEAD"), head);
  await assertTidy(folder);
  assert.equal(await folder.has("c.txt"), true);
});

Deno.test("undo that a hook refuses after it changed files keeps nothing of it in the working tree", async () => {
  await using folder = await executed();
  await folder.hook("pre-commit", "echo x >> .planning/STATE.md; exit 1");
  assert.equal((await undo(folder, "01-02", "--yes")).outcome, "refused");
  assert.equal(await folder.git("status", "--porcelain"), "");
  assert.equal(await folder.has("c.txt"), true);
});

Deno.test("undo contains what a hook adds to the commit", async () => {
  await using folder = await executed();
  await folder.hook("commit-msg", 'grep -q "^revert(01-02): " "$1" && echo "Reviewed-by: Me" >> "$1"');
  assert.equal((await undo(folder, "01-02", "--yes")).outcome, "undone");
  await Deno.remove(`${folder.path}/.git/hooks/commit-msg`);
  assert.match(await folder.git("log", "-1", "--format=%B"), /Wf-Again: 01-02\/2\nReviewed-by: Me/);
  assert.match(await succeed(folder, "status"), /2 of 4 tasks/);
});

Deno.test("undo asks first: without a terminal it ends with 3, and --dry-run only shows", async () => {
  await using folder = await executed();
  const head = await folder.git("rev-parse", "HEAD");
  const waiting = await undo(folder, "01-02");
  assert.deepEqual([waiting.code, waiting.outcome, waiting.next], [3, "waiting", ["wf undo 01-02 --yes"]]);
  const planned = await undo(folder, "1-2", "--dry-run");
  assert.deepEqual([planned.code, planned.outcome, planned.next], [0, "planned", ["wf undo 01-02"]]);
  assert.deepEqual(planned.commits.map(({ subject }) => subject), [
    "feat(01-02): add d.txt",
    "feat(01-02): add c.txt",
  ]);
  assert.deepEqual(planned.summaries, [SUMMARY]);
  assert.equal(await folder.git("rev-parse", "HEAD"), head);
  await assertTidy(folder);
});

Deno.test("undo refuses uncommitted changes, and leaves untracked files alone", async () => {
  await using folder = await executed();
  await folder.write({ "b.txt": "mine\n", "new.txt": "new\n" });
  const dirty = await call(folder, "undo", "01-02", "--yes");
  assert.equal(dirty.code, 2);
  assert.match(dirty.stderr, /has changes that are not committed:\n {4}b\.txt\n/);
  await folder.git("restore", "b.txt");
  assert.equal((await undo(folder, "01-02", "--yes")).outcome, "undone");
  assert.equal(await folder.git("status", "--porcelain"), "?? new.txt");
});

Deno.test("undo with documents that are not committed removes the summary, and keeps a copy", async () => {
  const files = {
    ...smallProject({ mode: "yolo", planning: { commit_docs: false } }),
    ".gitignore": ".planning/\n",
  };
  await using folder = await repository({ ".gitignore": ".planning/\n" });
  await folder.write(files);
  await succeed(folder, "execute-phase", "1");
  const summary = await folder.read(SUMMARY);
  await folder.hook("pre-commit", "exit 1");
  assert.equal((await undo(folder, "01-02", "--yes")).outcome, "refused");
  assert.equal(await folder.read(SUMMARY), summary);
  await Deno.remove(`${folder.path}/.git/hooks/pre-commit`);
  const { code, stderr } = await call(folder, "undo", "01-02", "--yes");
  assert.equal(code, 0, stderr);
  const kept = /kept in (\S+)/.exec(stderr)![1]!;
  assert.equal(await Deno.readTextFile(`${kept}/${SUMMARY}`), summary);
  assert.equal(await folder.has(SUMMARY), false);
  assert.match(await folder.read(".planning/ROADMAP.md"), /1\/2 plans/);
  assert.match(await succeed(folder, "status"), /2 of 4 tasks/);
  await succeed(folder, "execute-phase", "1");
  assert.match(await succeed(folder, "status"), /4 of 4 tasks/);
});

Deno.test("undo in a project below the root leaves the others alone", async () => {
  const below = (folder: string) =>
    Object.fromEntries(Object.entries(smallProject()).map(([path, text]) => [`${folder}/${path}`, text]));
  await using folder = await repository({ ...below("one"), ...below("two") });
  for (const name of ["one", "two"]) await succeed(folder, "execute-phase", "1", "--cwd", name);
  const { next } = await undo(folder, "1", "--yes", "--cwd", "one");
  assert.deepEqual(next, ["wf execute-phase 1 --cwd one"]);
  assert.equal(await folder.has("one/a.txt"), false);
  assert.equal(await folder.has("two/a.txt"), true);
  assert.match(await succeed(folder, "status", "--cwd", "one"), /0 of 4 tasks/);
  assert.match(await succeed(folder, "status", "--cwd", "two"), /4 of 4 tasks/);
});

Deno.test("undo that is killed before any effect changes nothing or everything, and the same command completes it", async () => {
  const program = fromRoot("tests/support/mortal_program.ts");
  await using origin = await executed();
  const copy = async () => {
    const folder = await repository();
    await Deno.remove(folder.path, { recursive: true });
    await new Deno.Command("cp", { args: ["-a", origin.path, folder.path] }).output();
    return folder;
  };
  await using undisturbed = await copy();
  const before = await content(undisturbed);
  let effects = 0;
  const onEffect = () => void effects++;
  const args = ["undo", "01-02", "--yes"];
  assert.equal((await wf(args, { cwd: undisturbed.path, onEffect })).code, 0);
  const after = await content(undisturbed);
  assert.ok(effects > 20, `${effects} effects`);
  const found = new Set<string>();
  const stride = Number(Deno.env.get("WF_KILL_STRIDE") ?? 5);
  for (let effect = 1 + 3 % stride; effect <= effects; effect += stride) {
    await using folder = await copy();
    const when = `effect ${effect} of ${effects}`;
    const env = { WF_DIE_AT: String(effect) };
    const dead = await wf(args, { cwd: folder.path, env, program });
    // The number of effects varies by one.
    if (dead.code === 0 && effect === effects) break;
    assert.equal(dead.code, 137, when);
    const isDone = (await folder.git("log", "-1", "--format=%s")).startsWith("revert(");
    const { code, stderr } = await wf(args, { cwd: folder.path });
    assert.equal(code, 0, `${when}: ${stderr}`);
    found.add(isDone ? "done" : /unfinished undo was taken back/.test(stderr) ? "taken back" : "nothing");
    assert.equal(await content(folder), after, when);
    await assertTidy(folder);
    assert.deepEqual(await leftovers(folder), [], when);
    await succeed(folder, "execute-phase", "1");
    assert.equal(await content(folder), before, when);
  }
  if (stride === 1) assert.deepEqual([...found].sort(), ["done", "nothing", "taken back"]);
});
