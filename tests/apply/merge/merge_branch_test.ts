import assert from "node:assert/strict";
import { takeBaseline } from "../../../lib/apply/git/baseline.ts";
import { undoKilledGit } from "../../../lib/apply/session/undo_killed_git.ts";
import { mergeBranch, type MergeOptions } from "../../../lib/apply/merge/merge_branch.ts";
import { rememberMergeMode } from "../../../lib/apply/git/merge/merge_mode.ts";
import { requireMergeable } from "../../../lib/apply/merge/require_mergeable.ts";
import { resumeMerge } from "../../../lib/apply/merge/pending_merge.ts";
import { openRepository } from "../../../lib/apply/git/repository.ts";
import type { StepOutcome } from "../../../lib/plan/execution/step_outcome.ts";
import { type Folder, host, repository } from "../../support/repository.ts";

const BRANCH = "wf/phase-01-base";
const STATE = ".planning/STATE.md";
const SUMMARY = ".planning/phases/01-base/01-01-SUMMARY.md";
/** The documents of a run that does not commit them. */
const DOCUMENTS = { [STATE]: "state of a run\n", [SUMMARY]: "# Done\n" };
const LOOSE = ` M ${STATE}\n?? ${SUMMARY}`;

/** A checked-out branch with work that its base does not have, and uncommitted documents. */
async function project(base: Readonly<Record<string, string>> = {}): Promise<Folder> {
  const folder = await repository({ "a.txt": "1\n", [STATE]: "state\n" });
  await folder.git("switch", "--quiet", "--create", BRANCH);
  await folder.git("config", `branch.${BRANCH}.wfbase`, "main");
  await commit(folder, { "a.txt": "2\n" });
  if (Object.keys(base).length > 0) {
    await folder.git("switch", "--quiet", "main");
    await commit(folder, base);
    await folder.git("switch", "--quiet", BRANCH);
  }
  return folder;
}

async function commit(folder: Folder, files: Readonly<Record<string, string>>): Promise<void> {
  await folder.write(files);
  await folder.git("add", "--all");
  await folder.git("commit", "--quiet", "--message=work");
}

const STEP = {
  id: "merge",
  kind: "merge",
  lane: "",
  branch: BRANCH,
  base: "main",
  message: "feat: it",
} as const;

async function merge(folder: Folder, options: Partial<MergeOptions> = {}): Promise<StepOutcome> {
  const opened = await openRepository(host, folder.path);
  const baseline = await takeBaseline(opened.git, []);
  const home = { repository: opened, root: folder.path, branch: BRANCH, baseline };
  return await mergeBranch(STEP, { mode: "squash", byHand: false, docs: false, ...options }, {
    home,
    report: () => {},
  });
}

async function commits(folder: Folder): Promise<string> {
  return await folder.git("show", "--format=%s", "--name-only", "--diff-merges=first-parent", "HEAD");
}

for (const mode of ["squash", "history"] as const) {
  Deno.test(`documents that are not committed go along with a merge and into no commit: ${mode}`, async () => {
    await using folder = await project();
    await folder.write(DOCUMENTS);
    assert.deepEqual(await merge(folder, { mode }), { kind: "done" });
    assert.equal(await folder.git("branch", "--show-current"), "main");
    assert.equal(await commits(folder), "feat: it\n\na.txt");
    assert.equal(await folder.git("status", "--porcelain", "--untracked-files=all"), LOOSE);
    assert.equal(await folder.read(STATE), DOCUMENTS[STATE]);
  });

  Deno.test(`a hook that refuses a merge leaves documents that are not committed as they are: ${mode}`, async () => {
    await using folder = await project();
    await folder.write(DOCUMENTS);
    await folder.hook("commit-msg", "exit 1");
    assert.equal((await merge(folder, { mode })).kind, "hook-refused");
    assert.equal(await folder.git("branch", "--show-current"), BRANCH);
    assert.equal(await folder.git("status", "--porcelain", "--untracked-files=all"), LOOSE);
    assert.equal(await folder.read(STATE), DOCUMENTS[STATE]);
  });

  Deno.test(`a merge that is begun for a person and undone leaves such documents as they are: ${mode}`, async () => {
    await using folder = await project({ "a.txt": "other\n" });
    await folder.write(DOCUMENTS);
    const outcome = await merge(folder, { mode, byHand: true });
    assert.ok(outcome.kind === "conflict" && outcome.begun);
    const { git } = await openRepository(host, folder.path);
    assert.equal((await resumeMerge(git, true, () => {})).kind, "aborted");
    assert.equal(await folder.git("branch", "--show-current"), BRANCH);
    assert.equal(await folder.git("status", "--porcelain", "--untracked-files=all"), LOOSE);
    assert.equal(await folder.read(STATE), DOCUMENTS[STATE]);
  });
}

const SMUGGLE = "echo smuggled > smuggled.txt; git add smuggled.txt";
const AMEND = "git update-ref HEAD $(git commit-tree -p HEAD -m smuggled $(git write-tree))";
/** Hooks that change what a merge commits, by its mode. */
const SMUGGLERS = {
  squash: ["pre-commit", SMUGGLE],
  history: ["post-merge", `${SMUGGLE}; ${AMEND}`],
} as const;

for (const mode of ["squash", "history"] as const) {
  Deno.test(`a merge whose tree is not the predicted one is reported, not accepted: ${mode}`, async () => {
    await using folder = await project();
    const [name, script] = SMUGGLERS[mode];
    await folder.hook(name, script);
    await assert.rejects(merge(folder, { mode }), {
      name: "GitError",
      message: /^Cannot verify the merge of "wf\/phase-01-base": its tree is \w+, expected \w+$/,
      hint: /^Inspect it: git show \w{7}$/,
    });
  });
}

const IN_THE_WAY: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  "changed": { [STATE]: "state of somebody\n" },
  "made": { [SUMMARY]: "# Done by somebody\n" },
};

for (const [what, base] of Object.entries(IN_THE_WAY)) {
  Deno.test(`a document that is not committed and that the base has ${what} is refused, and nothing is done`, async () => {
    await using folder = await project(base);
    await folder.write(DOCUMENTS);
    const [path] = Object.keys(base);
    await assert.rejects(merge(folder), {
      message:
        `Cannot merge "${BRANCH}": these documents are not committed, and "main" has other versions: ${path}`,
      hint: `Commit them, so that git can merge both versions: git add -- :/${path} && ` +
        'git commit -m "docs: update planning"; then run the same command',
    });
    assert.equal(await folder.git("branch", "--show-current"), BRANCH);
    assert.equal(await folder.git("status", "--porcelain", "--untracked-files=all"), LOOSE);
  });
}

Deno.test("the command that commits such a document works where git ignores it", async () => {
  await using folder = await project({ [STATE]: "state of somebody\n" });
  await folder.write({ ".git/info/exclude": ".planning/\n", [STATE]: DOCUMENTS[STATE]! });
  await assert.rejects(merge(folder), {
    hint: `Commit them, so that git can merge both versions: git add --force -- :/${STATE} && ` +
      'git commit -m "docs: update planning"; then run the same command',
  });
  await folder.git("add", "--force", STATE);
  assert.equal(await folder.git("status", "--porcelain"), `M  ${STATE}`);
});

Deno.test("staged changes, other files and committed documents prevent a merge", async () => {
  await using folder = await project();
  const refused = (path: string) => ({
    message: `Cannot merge "${BRANCH}": these files are not committed: ${path}`,
  });
  await folder.write(DOCUMENTS);
  await assert.rejects(merge(folder, { docs: true }), refused(`${STATE}, ${SUMMARY}`));
  await folder.git("add", STATE);
  await assert.rejects(merge(folder), refused(STATE));
  await folder.git("reset", "--quiet");
  await folder.write({ "a.txt": "3\n" });
  await assert.rejects(merge(folder), refused("a.txt"));
  assert.equal(await folder.git("branch", "--show-current"), BRANCH);
});

Deno.test("an uncommitted squash is undone, and uncommitted documents are kept", async () => {
  await using folder = await project();
  await folder.write(DOCUMENTS);
  const opened = await openRepository(host, folder.path);
  await rememberMergeMode(opened.git, BRANCH, "squash");
  await folder.git("switch", "--quiet", "main");
  await folder.git("merge", "--quiet", "--squash", BRANCH);
  assert.deepEqual(await undoKilledGit(opened, { baseline: {}, locked: false }), [
    `Its unfinished merge of ${BRANCH} was undone`,
  ]);
  assert.equal(await folder.git("status", "--porcelain", "--untracked-files=all"), LOOSE);
  assert.equal(await folder.read(STATE), DOCUMENTS[STATE]);
});

Deno.test("the user's own untracked files do not prevent a merge, those of the run do", async () => {
  await using folder = await project();
  await folder.write({ "mine.txt": "mine\n" });
  const opened = await openRepository(host, folder.path);
  const baseline = await takeBaseline(opened.git, await opened.git.status());
  const home = { repository: opened, root: folder.path, branch: BRANCH, baseline };
  await requireMergeable(STEP, true, home);
  await folder.write({ "a.txt": "3\n", "Left.txt": "left\n" });
  await assert.rejects(requireMergeable(STEP, true, home), {
    message: `Cannot merge "${BRANCH}": these files are not committed: Left.txt, a.txt`,
  });
});

Deno.test("a document is in the way where the checkout of the base, or the merge, would change it", async () => {
  await using folder = await project();
  const opened = await openRepository(host, folder.path);
  const home = { repository: opened, root: folder.path, branch: BRANCH, baseline: {} };
  const inTheWay = { message: new RegExp(`other versions: ${STATE}(?:, |$)`) };
  await folder.git("switch", "--quiet", "--create", "other", "main");
  await commit(folder, { [STATE]: "state of another\n" });
  await folder.write(DOCUMENTS);
  await assert.rejects(requireMergeable(STEP, false, home), inTheWay, "the checkout");
  await folder.git("checkout", "--quiet", "--", STATE);
  await folder.git("switch", "--quiet", BRANCH);
  await commit(folder, { [STATE]: "state of the branch\n" });
  await folder.git("switch", "--quiet", "main");
  await folder.write(DOCUMENTS);
  await assert.rejects(requireMergeable(STEP, false, home), inTheWay, "the merge");
});

Deno.test("a document outside of the project is not one of its documents", async () => {
  await using folder = await project();
  await folder.write({ "app/a.txt": "1\n", "app/.planning/STATE.md": "1\n" });
  const opened = await openRepository(host, `${folder.path}/app`);
  const home = { repository: opened, root: `${folder.path}/app`, branch: BRANCH, baseline: {} };
  await commit(folder, {});
  await folder.write({ "app/.planning/STATE.md": "2\n" });
  await requireMergeable(STEP, false, home).catch(({ message }: Error) =>
    assert.match(message, /other versions/)
  );
  await folder.write(DOCUMENTS);
  await assert.rejects(requireMergeable(STEP, false, home), {
    message: `Cannot merge "${BRANCH}": these files are not committed: ${STATE}, ${SUMMARY}`,
  });
});
