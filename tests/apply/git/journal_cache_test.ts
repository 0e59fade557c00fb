import assert from "node:assert/strict";
import { Git } from "../../../lib/apply/git/git.ts";
import { hostThat, repository } from "../../support/repository.ts";
import { host } from "../../support/repository.ts";

Deno.test("the journal of a history that grows is read again only from its last commit", async () => {
  await using folder = await repository({});
  const ranges: string[] = [];
  const git = await Git.open(
    hostThat({
      run: (command) => {
        const { argv } = command;
        if (argv.includes("log")) ranges.push(argv.at(-2)!);
        return host.run(command);
      },
    }),
    folder.path,
  );
  const commit = async (task: number) => {
    await folder.git(
      "commit",
      "--quiet",
      "--allow-empty",
      `--message=task\n\nWf-Plan: 01-01\nWf-Task: ${task}`,
    );
    return await folder.git("rev-parse", "HEAD");
  };
  /** Reads the tasks, newest first, and compares them with those that a new reader finds. */
  const read = async (from: string) => {
    const found = await git.history(from);
    assert.deepEqual(found, await (await Git.open(host, folder.path)).history(from));
    return found.map((entry) => "plan" in entry ? entry.task : undefined);
  };
  const first = await commit(1);
  assert.deepEqual(await read("HEAD"), [1]);
  assert.deepEqual(await read(first), [1]);
  await commit(2);
  const third = await commit(3);
  assert.deepEqual(await read(third), [3, 2, 1]);
  assert.deepEqual(ranges, [first, `${first}..${third}`]);
  // A merge brings older commits between the known ones.
  await folder.git("switch", "--quiet", "-c", "other", first);
  await commit(4);
  await folder.git("switch", "--quiet", "main");
  await folder.git("merge", "--quiet", "--no-edit", "other");
  assert.deepEqual((await read("HEAD")).toSorted(), [1, 2, 3, 4]);
  assert.deepEqual(await read(first), [1]);
  assert.deepEqual(await read(`${first}..${third}`), [3, 2]);
});
