import assert from "node:assert/strict";
import { rememberMergeMode } from "../../../lib/apply/git/merge/merge_mode.ts";
import { writeCompletion } from "../../../lib/apply/milestone/pending.ts";
import { openRepository } from "../../../lib/apply/git/repository.ts";
import { takeSeal } from "../../../lib/apply/seal/planning_seal.ts";
import { writeSealed } from "../../../lib/apply/seal/sealed_record.ts";
import { undoKilledGit } from "../../../lib/apply/session/undo_killed_git.ts";
import { PENDING_UNDO } from "../../../lib/apply/undo/pending_undo.ts";
import { type Folder, host, repository } from "../../support/repository.ts";

const BRANCH = "wf/phase";
const UNDONE = [`Its unfinished merge of ${BRANCH} was undone`];

async function commit(folder: Folder, files: Readonly<Record<string, string>>): Promise<void> {
  await folder.write(files);
  await folder.git("add", "--all");
  await folder.git("commit", "--quiet", `--message=write ${Object.keys(files).join(", ")}`);
}

/** A repository on main, and the branch of a phase with another version of most files. */
async function phase(): Promise<Folder> {
  const folder = await repository({ "a.txt": "1\n", "gone.txt": "1\n", "mine.txt": "1\n" });
  await folder.git("switch", "--quiet", "--create", BRANCH);
  await folder.git("config", `branch.${BRANCH}.wfbase`, "main");
  await Deno.remove(`${folder.path}/gone.txt`);
  await commit(folder, { "a.txt": "1\n2\n3\n", "b.txt": "1\n", "d/c.txt": "1\n" });
  await folder.git("switch", "--quiet", "main");
  return folder;
}

async function undo(folder: Folder, locked = false): Promise<readonly string[] | undefined> {
  return await undoKilledGit(await openRepository(host, folder.path), { baseline: {}, locked });
}

/** Ends the test unless the working tree is that of the last commit, with nothing in the stash. */
async function assertRestored(folder: Folder): Promise<void> {
  assert.equal(await folder.git("status", "--porcelain", "--untracked-files=all"), "");
  assert.equal(await folder.git("stash", "list"), "");
}

/** States in which `git switch` can be killed: files first, one by one, then the index, then HEAD. */
const SWITCHED: Readonly<Record<string, string>> = {
  "after its first file": "echo 1 > b.txt",
  "in a file": "printf '1\\n2' > a.txt",
  "before it wrote a file": "rm a.txt; : > b.txt",
  "after it removed a file": "rm gone.txt",
  "before it wrote the index": `git restore --source=${BRANCH} --worktree . `,
  "before it wrote HEAD": `git restore --source=${BRANCH} --worktree --staged .`,
};

for (const [when, script] of Object.entries(SWITCHED)) {
  Deno.test(`undoKilledGit() restores the files of a switch that was killed ${when}`, async () => {
    await using folder = await phase();
    await host.run({ argv: ["sh", "-ec", script], cwd: folder.path });
    assert.notEqual(await folder.git("status", "--porcelain"), "");
    assert.deepEqual(await undo(folder, !when.includes("HEAD")), []);
    await assertRestored(folder);
  });
}

Deno.test("undoKilledGit() restores the files of a checkout in which git itself was killed", async () => {
  await using folder = await phase();
  await folder.git("config", "filter.deadly.smudge", "cat; kill -9 $PPID");
  await folder.write({ ".git/info/attributes": "*.txt filter=deadly\n" });
  await assert.rejects(folder.git("switch", "--quiet", BRANCH));
  await Deno.remove(`${folder.path}/.git/index.lock`);
  await folder.write({ ".git/info/attributes": "" });
  assert.notEqual(await folder.git("status", "--porcelain"), "");
  await undo(folder, true);
  await assertRestored(folder);
});

Deno.test("undoKilledGit() continues where it was killed itself, after it had reset the index", async () => {
  await using folder = await phase();
  const opened = await openRepository(host, folder.path);
  const head = await folder.git("rev-parse", "HEAD");
  await PENDING_UNDO.write(opened.git, { head, tree: await folder.git("rev-parse", `${BRANCH}^{tree}`) });
  await folder.git("restore", `--source=${BRANCH}`, "--worktree", ".");
  assert.deepEqual(await undo(folder), ["Its unfinished undo was taken back"]);
  assert.equal(await PENDING_UNDO.read(opened.git), undefined);
  await assertRestored(folder);
});

Deno.test("undoKilledGit() leaves alone what no branch of a run contains", async () => {
  await using folder = await phase();
  await folder.write({ "mine.txt": "2\n", "a.txt": "2\n", "new.txt": "1\n", "b.txt": "1\n" });
  await folder.git("add", "a.txt");
  await undo(folder, true);
  assert.equal(
    await folder.git("status", "--porcelain"),
    ["M  a.txt", " M mine.txt", "?? new.txt"].join("\n"),
  );
});

Deno.test("undoKilledGit() leaves the files alone that a task was writing", async () => {
  await using folder = await phase();
  await folder.write({ "b.txt": "1\n" });
  const opened = await openRepository(host, folder.path);
  const workspace = { repository: opened, root: folder.path, branch: "main", baseline: {} };
  await writeSealed(workspace, {
    kind: "open",
    task: "01-01/1",
    declared: [],
    seal: await takeSeal(workspace),
  });
  await undo(folder, true);
  assert.equal(await folder.git("status", "--porcelain"), "?? b.txt");
});

Deno.test("undoKilledGit() leaves the files alone that an archive of a milestone has moved", async () => {
  await using folder = await phase();
  await Deno.remove(`${folder.path}/gone.txt`);
  const archive = { branch: "main", head: "", message: "", docs: true, files: [], moves: [] };
  await writeCompletion(await openRepository(host, folder.path), { version: "v1.0", archive });
  await undo(folder, true);
  assert.equal(await folder.git("status", "--porcelain"), " D gone.txt");
});

Deno.test("undoKilledGit() leaves the user's files alone if git had not begun to change any", async () => {
  await using folder = await phase();
  await folder.write({ "b.txt": "1\n" });
  await Deno.remove(`${folder.path}/gone.txt`);
  assert.deepEqual(await undo(folder), []);
  assert.equal(await folder.git("status", "--porcelain"), " D gone.txt\n?? b.txt");
});

/** The repository with a merge of the phase's branch that was killed before its commit. */
async function halfMerged(mode: "squash" | "history"): Promise<Folder> {
  const folder = await phase();
  await commit(folder, { "a.txt": "0\n1\n" });
  const options = mode === "squash" ? ["--squash"] : ["--no-ff", "--no-commit"];
  await folder.git("merge", "--quiet", ...options, BRANCH);
  await rememberMergeMode((await openRepository(host, folder.path)).git, BRANCH, mode);
  return folder;
}

for (const mode of ["squash", "history"] as const) {
  Deno.test(`undoKilledGit() undoes a merge in mode ${mode}, and keeps what it did not change`, async () => {
    await using folder = await halfMerged(mode);
    await folder.write({ "mine.txt": "2\n" });
    assert.deepEqual(await undo(folder), UNDONE);
    assert.equal(await folder.git("status", "--porcelain"), " M mine.txt");
    assert.equal(await folder.has(".git/MERGE_HEAD"), false);
    assert.deepEqual(await undo(folder), []);
  });
}

Deno.test("undoKilledGit() leaves the user's own merge alone", async () => {
  await using folder = await halfMerged("history");
  await folder.git("config", "--unset", `branch.${BRANCH}.wfmerge`);
  await folder.git("merge", "--abort");
  await folder.git("branch", "--quiet", "other", BRANCH);
  await folder.git("merge", "--quiet", "--no-commit", "--no-ff", "other");
  const before = await folder.git("status", "--porcelain");
  assert.equal(await undo(folder), undefined);
  assert.equal(await folder.git("status", "--porcelain"), before);
  assert.equal(await folder.has(".git/MERGE_HEAD"), true);
});

Deno.test("undoKilledGit() takes back an undo that was killed before its commit", async () => {
  await using folder = await repository({ "a.txt": "1\n" });
  await commit(folder, { "a.txt": "2\n", "b.txt": "2\n" });
  const { git } = await openRepository(host, folder.path);
  const [head, tree] = [await folder.git("rev-parse", "HEAD"), await folder.git("rev-parse", "HEAD~^{tree}")];
  await PENDING_UNDO.write(git, { head, tree });
  await Deno.remove(`${folder.path}/b.txt`);
  assert.deepEqual(await undo(folder, true), ["Its unfinished undo was taken back"]);
  await assertRestored(folder);
  assert.equal(await PENDING_UNDO.read(git), undefined);
});
