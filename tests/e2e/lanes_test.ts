import assert from "node:assert/strict";
import { type ProgramCalled, wf } from "../support/program.ts";
import type { Folder } from "../support/repository.ts";
import { homeIn, leftovers, onePlan, wide } from "../support/wide.ts";

function execute(folder: Folder, ...args: readonly string[]): Promise<ProgramCalled> {
  return wf(["execute-phase", "1", ...args], { cwd: folder.path, env: homeIn(folder) });
}

interface Trouble {
  /** What the task of the first plan does before it writes its file. */
  readonly script: string;
  /** The message of the plan. */
  readonly says: RegExp;
}

/** What a task can do to its worktree that makes git, or a program in it, fail. */
const TROUBLES: Readonly<Record<string, Trouble>> = {
  "removes its folder": {
    script: 'rm -rf "$PWD"',
    says: /^ {2}✗ plan 01-01: Task 01-01\/1 changed .*01-01-PLAN\.md.*, and no task may change plans;/m,
  },
  "switches to another branch": {
    script: "git switch -q -c other; git add .; git commit -q -m mine",
    says: /^ {2}✗ plan 01-01: Task 01-01\/1: Cannot commit to "wf\/work\/01-01": a task switched to other/m,
  },
  "leaves a lock of git": {
    script: 'touch "$(git rev-parse --absolute-git-dir)/index.lock"',
    says: /^ {2}✗ plan 01-01: Task 01-01\/1: Cannot add files: Unable to create '\S+\/index\.lock'/m,
  },
  "adds a filter that fails": {
    script: 'echo "01.txt filter=bad" > .gitattributes',
    says: /^ {2}✗ plan 01-01: Task 01-01\/1: Cannot .*filter/m,
  },
};

for (const [what, { script, says }] of Object.entries(TROUBLES)) {
  Deno.test(`a task that ${what} stops its plan, and the others continue`, async () => {
    const once =
      `if ! test -e "$HOME/done"; then mkdir -p "$HOME/done"; echo 1 > 01.txt; ${script}; exit; fi`;
    await using folder = await wide(() => [
      onePlan("01", `${once}\necho 01 > 01.txt; rm -f .gitattributes`),
      {
        plan: "02",
        files: ["02.txt"],
        tasks: [
          {
            name: "Do 02",
            files: "02.txt",
            script: 'until test -e "$HOME/done"; do sleep 0.02; done; echo 02 > 02.txt',
          },
          { name: "Do more", files: "02.txt", script: "sleep 0.3; echo 02 >> 02.txt" },
        ],
      },
    ]);
    await folder.git("config", "filter.bad.clean", "false");
    await folder.git("config", "filter.bad.required", "true");
    const { code, stderr } = await execute(folder);
    assert.equal(code, 1, stderr);
    assert.match(stderr, says);
    assert.equal(await folder.git("show", "main:02.txt"), "02\n02");
    assert.equal((await folder.subjects()).at(-1), "docs(01-02): complete plan: build part 02");

    await folder.git("config", "filter.bad.clean", "cat");
    const again = await execute(folder, "--answer", "01-01/1/script=again");
    assert.equal(again.code, 0, again.stderr);
    assert.equal(await folder.git("show", "main:01.txt"), "01");
    assert.deepEqual(await leftovers(folder), []);
  });
}

Deno.test("a task that removes the .git file of its worktree gets it back, and its plan continues", async () => {
  await using folder = await wide(
    () => [onePlan("01", "rm .git; echo 01 > 01.txt"), onePlan("02", "echo 02 > 02.txt")],
  );
  const { code, stderr } = await execute(folder);
  assert.equal(code, 0, stderr);
  assert.match(stderr, /^! Changed during task 01-01\/1, .* put back: \S+\/01-01\/\.git$/m);
  assert.equal(await folder.git("show", "main:01.txt"), "01");
  assert.deepEqual(await leftovers(folder), []);
});
