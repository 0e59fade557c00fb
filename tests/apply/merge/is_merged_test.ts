/**
 * Branches that a server has merged: squashed, rebased or with a merge commit, with other commits around.
 */
import assert from "node:assert/strict";
import { isMerged } from "../../../lib/apply/merge/is_merged.ts";
import { Git } from "../../../lib/apply/git/git.ts";
import { type Folder, host, repository } from "../../support/repository.ts";

const BRANCH = "wf/phase-01-base";

async function commit(folder: Folder, message: string, files: Readonly<Record<string, string>> = {}) {
  await folder.write(files);
  await folder.git("add", "--all");
  await folder.git("commit", "--quiet", "--allow-empty", `--message=${message}`);
}

/** A branch with a task, a commit of the user, and the documents of its plan; main has gone on. */
async function team(): Promise<Folder> {
  const folder = await repository({ "a.txt": "one\ntwo\nthree\n", ".planning/STATE.md": "start\n" });
  await folder.git("switch", "--quiet", "--create", BRANCH);
  await commit(folder, "feat(01-01): a\n\nWf-Plan: 01-01\nWf-Task: 1", { "a.txt": "ONE\ntwo\nthree\n" });
  await commit(folder, "fix: typo", { "b.txt": "b\n" });
  await commit(folder, "docs(01-01): complete\n\nWf-Plan: 01-01", { ".planning/STATE.md": "done\n" });
  await folder.git("switch", "--quiet", "main");
  await commit(folder, "feat: other", { "a.txt": "one\ntwo\nTHREE\n", "other.txt": "other\n" });
  return folder;
}

async function squash(folder: Folder, message: string): Promise<void> {
  await folder.git("merge", "--squash", BRANCH);
  await folder.git("commit", "--quiet", `--message=${message}`);
}

const TITLE = "feat: base (#1)";

/** The ways in which a server merges, and what each leaves. */
const MERGES: Readonly<Record<string, (folder: Folder) => Promise<unknown>>> = {
  "a merge commit": (folder) => folder.git("merge", "--quiet", "--no-ff", "--no-edit", BRANCH),
  "a rebase": async (folder) => {
    await folder.git("checkout", "--quiet", "--detach", BRANCH);
    await folder.git("rebase", "--quiet", "main");
    await folder.git("branch", "--force", "main", "HEAD");
    await folder.git("switch", "--quiet", "main");
  },
  "a squash with only a title": (folder) => squash(folder, TITLE),
  "a squash with all messages": async (folder) => {
    const messages = await folder.git("log", "--reverse", "--format=* %B", `main..${BRANCH}`);
    await squash(folder, `${TITLE}\n\n${messages}`);
  },
};

async function headOf(folder: Folder): Promise<{ readonly git: Git; readonly head: string }> {
  return { git: await Git.open(host, folder.path), head: await folder.git("rev-parse", BRANCH) };
}

for (const [name, merge] of Object.entries(MERGES)) {
  Deno.test(`${name} on the server merges a branch, also if the same lines change later`, async () => {
    await using folder = await team();
    const { git, head } = await headOf(folder);
    assert.equal(await isMerged(git, "main", head), false);
    await merge(folder);
    assert.equal(await isMerged(git, "main", head), true);
    await commit(folder, "feat: later", { "a.txt": "1\n2\n3\n", ".planning/STATE.md": "later\n" });
    assert.equal(await isMerged(git, "main", head), true);
  });

  Deno.test(`${name} on the server does not merge later commits of the branch`, async () => {
    await using folder = await team();
    await merge(folder);
    await folder.git("switch", "--quiet", BRANCH);
    await commit(folder, "fix: after", { "b.txt": "fixed\n" });
    const { git, head } = await headOf(folder);
    assert.equal(await isMerged(git, "main", head), false);
  });
}

Deno.test("documents that conflicted on the server do not hide a merge that names all tasks", async () => {
  for (
    const [message, expected] of [[`${TITLE}\n\nWf-Plan: 01-01\nWf-Task: 1\n\n* d\n\nWf-Plan: 01-01`, true], [
      TITLE,
      false,
    ]] as const
  ) {
    await using folder = await team();
    await folder.git("merge", "--squash", BRANCH);
    await commit(folder, message, { ".planning/STATE.md": "resolved by hand\n" });
    const { git, head } = await headOf(folder);
    assert.equal(await isMerged(git, "main", head), expected);
  }
});

Deno.test("the tasks decide about a branch that changes no files", async () => {
  await using folder = await repository({ "a.txt": "" });
  await folder.git("switch", "--quiet", "--create", BRANCH);
  const answered = "chore(01-01): approve\n\nWf-Plan: 01-01\nWf-Task: 1";
  await commit(folder, answered);
  await folder.git("switch", "--quiet", "main");
  await commit(folder, "feat: other", { "other.txt": "" });
  const { git, head } = await headOf(folder);
  assert.equal(await isMerged(git, "main", head), false);
  await commit(folder, answered);
  assert.equal(await isMerged(git, "main", head), true);
});

Deno.test("a base that does not exist contains nothing", async () => {
  await using folder = await team();
  const { git, head } = await headOf(folder);
  assert.equal(await isMerged(git, "gone", head), false);
});
