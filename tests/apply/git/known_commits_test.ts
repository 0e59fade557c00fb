import assert from "node:assert/strict";
import { madeCommit } from "../../../lib/apply/git/commit/commit.ts";
import { Git } from "../../../lib/apply/git/git.ts";
import { projectHistory } from "../../../lib/apply/history/project_history.ts";
import { type Folder, host, hostThat, repository } from "../../support/repository.ts";

/** A repository whose commands of git are recorded. */
async function recorded(folder: Folder) {
  const commands: string[] = [];
  const git = await Git.open(
    hostThat({
      run: (command) => {
        commands.push(
          command.argv.find((word) => /^(?:log|ls-\w+|diff|diff-tree|rev-list)$/.test(word)) ?? "",
        );
        return host.run(command);
      },
    }),
    folder.path,
  );
  /** Returns the commands of git that an action takes, and its result. */
  const during = async <T>(action: () => Promise<T>) => {
    commands.length = 0;
    const result = await action();
    return { result, commands: commands.filter((command) => command !== "") };
  };
  return { git, during };
}

async function commit(folder: Folder, message: string): Promise<string> {
  await folder.git("add", "--all");
  await folder.git("commit", "--quiet", "--allow-empty", `--message=${message}`);
  return await folder.git("rev-parse", "HEAD");
}

const TASK = (task: number) => `feat: a\n\nWf-Plan: 01-01\nWf-Task: ${task}`;

Deno.test("what commits that were read before contain is known without git, and the same as git finds", async () => {
  await using folder = await repository({ "dir/a.txt": "1", "dir/b.txt": "1", "c.txt": "1" });
  const { git, during } = await recorded(folder);
  const start = await folder.git("rev-parse", "HEAD");
  await git.filesAt(start, "dir");
  await git.history(start);
  await folder.write({ "dir/a.txt": "2", "dir/new.txt": "1", "other.txt": "1" });
  const second = await commit(folder, TASK(1));
  await madeCommit(git);
  await Deno.remove(`${folder.path}/dir/b.txt`);
  const third = await commit(folder, TASK(2));
  await madeCommit(git);
  const read = async (git: Git) => [
    (await git.filesAt(third, "dir")).toSorted(),
    await git.history(third),
    [...await git.filesOf([second, third])],
    (await git.changedPaths(start, third)).toSorted(),
  ];
  const { result, commands } = await during(() => read(git));
  assert.deepEqual([result, commands], [await read(await Git.open(host, folder.path)), []]);
});

Deno.test("the files of a commit that was read are those that it changes, whatever the settings hide", async () => {
  await using folder = await repository({ "a.txt": "1" });
  const first = await folder.git("rev-parse", "HEAD");
  await folder.git("update-index", "--add", "--cacheinfo", `160000,${first},module`);
  await folder.git("commit", "--quiet", "--message=add a submodule");
  await folder.git("config", "log.showRoot", "false");
  await folder.git("config", "diff.ignoreSubmodules", "all");
  const second = await folder.git("rev-parse", "HEAD");
  const git = await Git.open(host, folder.path);
  for (const commit of [first, second]) await madeCommit(git, commit);
  assert.deepEqual([...await git.filesOf([first, second])], [
    [first, { created: ["a.txt"], modified: [] }],
    [second, { created: ["module"], modified: [] }],
  ]);
});

Deno.test("git compares two commits if a commit between them may undo another one", async () => {
  await using folder = await repository({ "a.txt": "1", "b.txt": "1" });
  const { git, during } = await recorded(folder);
  const start = await folder.git("rev-parse", "HEAD");
  for (const [a, b] of [["2", "1"], ["1", "2"]] as const) {
    await folder.write({ "a.txt": a, "b.txt": b });
    await commit(folder, "change");
    await madeCommit(git);
  }
  const { result, commands } = await during(() => git.changedPaths(start, "HEAD"));
  assert.deepEqual([result, commands], [["b.txt"], ["diff"]]);
});

Deno.test("after a commit that was not read, and after a merge, git is asked for files and history", async () => {
  await using folder = await repository({ "dir/a.txt": "1" });
  const { git, during } = await recorded(folder);
  const read = async (
    commit: string,
  ) => [await git.filesAt(commit, "dir"), (await git.history(commit)).length];
  await read(await folder.git("rev-parse", "HEAD"));
  await folder.write({ "dir/b.txt": "1" });
  await commit(folder, TASK(1));
  await folder.write({ "dir/c.txt": "1" });
  const unread = await commit(folder, TASK(2));
  await madeCommit(git);
  const { result, commands } = await during(() => read(unread));
  assert.deepEqual(result, [["dir/a.txt", "dir/b.txt", "dir/c.txt"], 2]);
  assert.deepEqual(commands.toSorted(), ["log", "ls-tree", "rev-list"]);
  await folder.git("switch", "--quiet", "-c", "other", "HEAD~1");
  await folder.write({ "dir/d.txt": "1" });
  await commit(folder, TASK(3));
  await folder.git("switch", "--quiet", "main");
  await folder.git("merge", "--quiet", "--no-edit", "other");
  const merge = (await madeCommit(git)).commit;
  assert.deepEqual(await read(merge), [["dir/a.txt", "dir/b.txt", "dir/c.txt", "dir/d.txt"], 3]);
});

Deno.test("the projects of a repository are listed again after a commit that adds one", async () => {
  await using folder = await repository({ ".planning/ROADMAP.md": "1" });
  const { git, during } = await recorded(folder);
  const read = () => during(() => projectHistory({ git, prefix: "", project: "" }, "HEAD"));
  await read();
  await folder.write({
    "a.txt": "1",
    ".planning/STATE.md": "1",
    "x/.planning/phases/01-a/01-01-PLAN.md": "1",
  });
  await commit(folder, "chore: a");
  await madeCommit(git);
  assert.deepEqual((await read()).commands, ["ls-files"]);
  await folder.write({ "a.txt": "2", ".planning/ROADMAP.md": "2" });
  await commit(folder, TASK(1));
  await madeCommit(git);
  const before = await read();
  assert.deepEqual([before.result.length, before.commands], [1, []]);
  await folder.write({ "x/.planning/ROADMAP.md": "1" });
  await commit(folder, "docs(01-01): complete plan\n\nWf-Plan: 01-01");
  await madeCommit(git);
  const { result, commands } = await read();
  assert.deepEqual([result.length, commands[0]], [1, "ls-files"]);
});
