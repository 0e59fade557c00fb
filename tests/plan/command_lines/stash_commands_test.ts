import assert from "node:assert/strict";
import {
  commitDocumentsCommand,
  type LeftChanges,
  stashCommands,
} from "../../../lib/plan/command_lines/stash_commands.ts";

function leaves(paths: readonly string[], more: Partial<LeftChanges> = {}): LeftChanges {
  return { paths, stagedGone: false, atRoot: true, ...more };
}

for (
  const [what, left, commands] of [
    ["that are staged as gone", leaves(["a", "b"], { stagedGone: true }), [
      "git reset --quiet -- a b",
      "git stash push --include-untracked -- a b",
    ]],
    ["with names like patterns", leaves(["*.txt", ":(top)x"]), [
      "git stash push --include-untracked -- ':(literal)*.txt' ':(literal):(top)x'",
    ]],
    ["above the folder of the user", leaves(["a", "*"], { atRoot: false }), [
      "git stash push --include-untracked -- :/a ':(top,literal)*'",
    ]],
    ["beside a repository of its own", leaves(["a", "inner/"]), ["git stash push --include-untracked -- a"]],
    ["that are a repository of its own", leaves(["inner/"]), []],
    ["and a document", leaves(["a", ".planning/STATE.md", "web/.planning/phases/01-a/01-02-PLAN.md"]), [
      "git stash push --include-untracked -- a",
    ]],
    ["that are documents", leaves([".planning/STATE.md"]), []],
    ["with blanks and quotation marks", leaves(["it's a.txt"]), [
      "git stash push --include-untracked -- 'it'\\''s a.txt'",
    ]],
  ] as const
) {
  Deno.test(`stashCommands() of ${what} stash exactly these files`, () => {
    assert.deepEqual(stashCommands(left, []), commands);
  });
}

Deno.test("stashCommands() name all files, up to the length of a terminal line", () => {
  const paths = Array.from({ length: 200 }, (_, index) => `${index}.txt`);
  assert.deepEqual(stashCommands(leaves(paths), []), [
    `git stash push --include-untracked -- ${paths.join(" ")}`,
  ]);
});

Deno.test("stashCommands() of too many files stash everything except documents", () => {
  const left = leaves(Array.from({ length: 2_000 }, (_, index) => `${index}.txt`));
  assert.deepEqual(stashCommands(left, ["--cwd", "a b"]), [
    "git -C 'a b' stash push --include-untracked -- :/ ':(top,exclude,glob)**/.planning/**'",
  ]);
});

Deno.test("documents are committed, new ones after they are added", () => {
  const paths = [".planning/STATE.md", ".planning/my plan.md"];
  assert.equal(commitDocumentsCommand({ paths: [], untracked: [], atRoot: true }, []), "");
  assert.equal(
    commitDocumentsCommand({ paths, untracked: paths.slice(1), atRoot: true }, []),
    "git add -- '.planning/my plan.md' && " +
      "git commit -m \"docs: update planning\" -- .planning/STATE.md '.planning/my plan.md'",
  );
  assert.equal(
    commitDocumentsCommand({ paths: paths.slice(0, 1), untracked: [], atRoot: false }, []),
    'git commit -m "docs: update planning" -- :/.planning/STATE.md',
  );
});
