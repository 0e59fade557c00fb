import assert from "node:assert/strict";
import type { Git } from "../../../lib/apply/git/git.ts";
import { isMerged } from "../../../lib/apply/merge/is_merged.ts";
import { recallMergeMode } from "../../../lib/apply/git/merge/merge_mode.ts";
import { openRepository } from "../../../lib/apply/git/repository.ts";
import { mergeBranch, type MergeOptions } from "../../../lib/apply/merge/merge_branch.ts";
import { resumeMerge, waitingMerge } from "../../../lib/apply/merge/pending_merge.ts";
import type { EventDraft } from "../../../lib/apply/interaction/interaction.ts";
import type { StepOutcome } from "../../../lib/plan/execution/step_outcome.ts";
import { type Folder, host, repository } from "../../support/repository.ts";

const BRANCH = "wf/phase-01-base";

interface Merging extends AsyncDisposable {
  readonly folder: Folder;
  readonly git: Git;
  readonly events: EventDraft[];
  merge(options?: Partial<MergeOptions>): Promise<StepOutcome>;
}

async function commit(
  folder: Folder,
  files: Readonly<Record<string, string>>,
  message: string,
): Promise<void> {
  await folder.write(files);
  await folder.git("add", "--all");
  await folder.git("commit", "--quiet", `--message=${message}`);
}

/** A branch with two commits, which conflicts with its base if that changed `a.txt` too. */
async function project(conflicts = true): Promise<Merging> {
  const folder = await repository({ "a.txt": "1\n" });
  await folder.git("switch", "--quiet", "--create", BRANCH);
  await folder.git("config", `branch.${BRANCH}.wfbase`, "main");
  await commit(folder, { "b.txt": "1\n" }, "feat: b");
  await commit(folder, { "a.txt": "2\n" }, "feat: a");
  await folder.git("switch", "--quiet", "main");
  await commit(folder, conflicts ? { "a.txt": "3\n" } : { "c.txt": "3\n" }, "feat: base");
  await folder.git("switch", "--quiet", BRANCH);
  const opened = await openRepository(host, folder.path);
  const home = { repository: opened, root: folder.path, branch: BRANCH, baseline: {} };
  const events: EventDraft[] = [];
  const step = {
    id: "merge",
    kind: "merge",
    lane: "",
    branch: BRANCH,
    base: "main",
    message: "feat: phase",
    trailers: ["Wf-Phase: 01"],
  } as const;
  const merge = (options: Partial<MergeOptions> = {}) =>
    mergeBranch(step, { mode: "squash", byHand: true, docs: true, ...options }, {
      home,
      report: (event) => void events.push(event),
    });
  return {
    folder,
    git: opened.git,
    events,
    merge,
    [Symbol.asyncDispose]: () => folder[Symbol.asyncDispose](),
  };
}

function kinds(events: readonly EventDraft[]): readonly string[] {
  return events.map(({ kind }) => kind);
}

function unreported({ kind }: EventDraft): void {
  assert.fail(kind);
}

Deno.test("a squash merge lists the subjects of its commits, oldest first, and names the squashed commit", async () => {
  await using merging = await project(false);
  const { folder, git, events, merge } = merging;
  const head = await folder.git("rev-parse", BRANCH);
  assert.deepEqual(await merge(), { kind: "done" });
  assert.equal(
    await folder.git("log", "-1", "--format=%B"),
    `feat: phase\n\n* feat: b\n\n* feat: a\n\n---------\n\nWf-Phase: 01\nWf-Merged: ${head}`,
  );
  const commit = await folder.git("rev-parse", "HEAD");
  assert.deepEqual(events, [
    { kind: "branch-switched", branch: "main", created: false },
    { kind: "committed", commit, subject: "feat: phase", files: ["a.txt", "b.txt"] },
  ]);
  assert.equal(await isMerged(git, "refs/heads/main", head), true);
  assert.equal(await recallMergeMode(git, BRANCH), undefined);
});

Deno.test("a merge with history has the trailers and both parents", async () => {
  await using merging = await project(false);
  const { folder, events, merge } = merging;
  const parents = await folder.git("rev-parse", "main", BRANCH);
  assert.deepEqual(await merge({ mode: "history" }), { kind: "done" });
  assert.equal(await folder.git("log", "-1", "--format=%B"), "feat: phase\n\nWf-Phase: 01");
  assert.equal(await folder.git("rev-parse", "HEAD^1", "HEAD^2"), parents);
  const committed = events.find(({ kind }) => kind === "committed");
  assert.deepEqual(committed?.kind === "committed" && committed.files, ["a.txt", "b.txt"]);
});

for (const mode of ["squash", "history"] as const) {
  Deno.test(`a hook that refuses a merge is reported on the branch it was on: ${mode}`, async () => {
    await using merging = await project(false);
    const { folder, git, events, merge } = merging;
    await folder.hook("commit-msg", "echo too long >&2; exit 1");
    const outcome = await merge({ mode });
    assert.ok(outcome.kind === "hook-refused");
    assert.match(outcome.output, /^too long(?:\n.*)?$/);
    assert.deepEqual(events, [
      { kind: "branch-switched", branch: "main", created: false },
      { kind: "branch-switched", branch: BRANCH, created: false },
    ]);
    assert.equal(await folder.git("status", "--porcelain"), "");
    assert.equal(await recallMergeMode(git, BRANCH), undefined);
  });

  Deno.test(`a merge with conflicts is committed with its message once they are resolved: ${mode}`, async () => {
    await using merging = await project();
    const { folder, git, events, merge } = merging;
    const outcome = await merge({ mode });
    assert.ok(outcome.kind === "conflict" && outcome.begun);
    assert.deepEqual(outcome.conflicts.map(({ path }) => path), ["a.txt"]);
    assert.equal(await recallMergeMode(git, BRANCH), mode);
    const { conflicts, ...waiting } = (await waitingMerge(git))!;
    assert.deepEqual(waiting, { branch: BRANCH, base: "main" });
    const unresolved = await resumeMerge(git, false, unreported);
    assert.ok(unresolved.kind === "unresolved");
    assert.deepEqual([unresolved.merge.branch, unresolved.conflicts], [BRANCH, conflicts]);
    await folder.write({ "a.txt": "2 and 3\n" });
    await folder.git("add", "a.txt");
    assert.deepEqual((await waitingMerge(git))?.conflicts, []);
    events.length = 0;
    assert.deepEqual(await resumeMerge(git, false, (event) => void events.push(event)), { kind: "merged" });
    assert.deepEqual(kinds(events), ["committed"]);
    assert.match(await folder.git("log", "-1", "--format=%B"), /^feat: phase\n[^]*Wf-Phase: 01/);
    assert.equal(
      await folder.git("log", "-1", "--format=%P").then((parents) => parents.split(" ").length),
      mode === "squash" ? 1 : 2,
    );
    assert.equal(await recallMergeMode(git, BRANCH), undefined);
    assert.deepEqual(await resumeMerge(git, false, unreported), { kind: "none" });
    assert.equal(await waitingMerge(git), undefined);
  });

  Deno.test(`a merge with conflicts is undone on request: ${mode}`, async () => {
    await using merging = await project();
    const { folder, git, events, merge } = merging;
    await merge({ mode });
    events.length = 0;
    const result = await resumeMerge(git, true, (event) => void events.push(event));
    assert.ok(result.kind === "aborted");
    assert.deepEqual([result.merge.base, result.merge.mode], ["main", mode]);
    assert.deepEqual(events, [{ kind: "branch-switched", branch: BRANCH, created: false }]);
    assert.equal(await folder.git("status", "--porcelain", "--branch"), `## ${BRANCH}`);
    assert.equal(await folder.git("log", "-1", "--format=%s", "main"), "feat: base");
    assert.equal(await recallMergeMode(git, BRANCH), undefined);
    assert.deepEqual(await resumeMerge(git, true, unreported), { kind: "none" });
  });

  Deno.test(`a merge that the user committed is merged, and one that the user undid is not: ${mode}`, async () => {
    for (
      const [script, kind] of [["commit --quiet --all --message=mine", "merged"], [
        "reset --quiet --merge",
        "none",
      ]]
    ) {
      await using merging = await project();
      const { folder, git, merge } = merging;
      const head = await folder.git("rev-parse", BRANCH);
      await merge({ mode });
      await folder.git(...script!.split(" "));
      assert.equal(await waitingMerge(git), undefined);
      assert.equal((await resumeMerge(git, false, unreported)).kind, kind);
      assert.equal(await isMerged(git, "refs/heads/main", head), kind === "merged");
      assert.deepEqual(await resumeMerge(git, false, unreported), { kind: "none" });
    }
  });
}

Deno.test("conflicts of a merge that is not to be begun change nothing", async () => {
  await using merging = await project();
  const { folder, git, events, merge } = merging;
  const outcome = await merge({ byHand: false });
  assert.ok(outcome.kind === "conflict" && !outcome.begun && outcome.conflicts.length === 1);
  assert.deepEqual(events, []);
  assert.equal(await folder.git("status", "--porcelain", "--branch"), `## ${BRANCH}`);
  assert.equal(await waitingMerge(git), undefined);
});

Deno.test("a hook that refuses a resolved merge leaves it to be resumed", async () => {
  await using merging = await project();
  const { folder, git, merge } = merging;
  await merge();
  await folder.write({ "a.txt": "both\n" });
  await folder.git("add", "a.txt");
  await folder.hook("commit-msg", "echo too long; exit 1");
  const result = await resumeMerge(git, false, unreported);
  assert.ok(result.kind === "refused");
  assert.deepEqual([result.output, result.merge.branch], ["too long", BRANCH]);
  await Deno.remove(`${folder.path}/.git/hooks/commit-msg`);
  assert.equal((await resumeMerge(git, false, () => {})).kind, "merged");
});

Deno.test("a record of a merge on another branch, or one that cannot be read, is no merge in progress", async () => {
  await using merging = await project();
  const { folder, git, merge } = merging;
  await merge();
  await folder.git("reset", "--quiet", "--merge");
  await folder.git("switch", "--quiet", BRANCH);
  await folder.write({ "a.txt": "staged\n" });
  await folder.git("add", "a.txt");
  assert.equal(await waitingMerge(git), undefined);
  for (const text of ["", "null", "3", '{"branch":"x","base":"main"}']) {
    await folder.write({ ".git/wf/merge.json": text });
    assert.deepEqual(await resumeMerge(git, true, unreported), { kind: "none" });
  }
  assert.equal(await folder.git("status", "--porcelain"), "M  a.txt");
});

Deno.test("a merge whose branch is already part of the base for another reason is not recorded again", async () => {
  await using merging = await project();
  const { folder, git, merge } = merging;
  await merge({ mode: "history" });
  await folder.git("commit", "--quiet", "--all", "--message=mine");
  await resumeMerge(git, false, unreported);
  await assert.rejects(folder.git("config", `branch.${BRANCH}.wfmerged`));
});

Deno.test("a record of a merge that lacks a part is not used", async () => {
  await using merging = await project();
  const { folder, git, merge } = merging;
  await merge();
  const record = JSON.parse(await folder.read(".git/wf/merge.json"));
  await folder.git("reset", "--quiet", "--merge");
  await folder.git("commit", "--quiet", "--allow-empty", "--message=mine");
  for (const key of Object.keys(record)) {
    const { [key]: _, ...rest } = record;
    await folder.write({ ".git/wf/merge.json": JSON.stringify(rest) });
    assert.deepEqual(await resumeMerge(git, false, unreported), { kind: "none" }, key);
    assert.equal(await folder.has(".git/wf/merge.json"), true, key);
  }
  await folder.write({ ".git/wf/merge.json": JSON.stringify(record) });
  assert.deepEqual(await resumeMerge(git, false, unreported), { kind: "merged" });
});
