import assert from "node:assert/strict";
import { revertedCommits, Reverts } from "../../../lib/plan/history/journal.ts";

Deno.test("revertedCommits() reads what git revert writes, at the beginning of a line", () => {
  assert.deepEqual(revertedCommits('Revert "feat: x"\n\nThis reverts commit 1234567abc.\n'), ["1234567abc"]);
  assert.deepEqual(
    revertedCommits(
      "two\n\nThis reverts commit 1234567.\nThis reverts commit abcdef0, reversing\nchanges.\n",
    ),
    ["1234567", "abcdef0"],
  );
  assert.deepEqual(revertedCommits("Then this reverts commit 1234567.\nThis reverts commit 123456.\n"), []);
});

Deno.test("a commit is reverted only by one with the beginning of its hash", () => {
  const reverts = new Reverts();
  reverts.add("new", ["1234567aa", "abcdef0"]);
  assert.equal(reverts.of("1234567aa99"), "new");
  assert.equal(reverts.of("abcdef0123"), "new");
  assert.equal(reverts.of("1234567bb99"), undefined);
  assert.equal(reverts.of("7654321aa99"), undefined);
});

Deno.test("of several commits that revert one, the one that was added first counts", () => {
  const reverts = new Reverts();
  reverts.add("newest", ["1234567"]);
  reverts.add("older", ["1234567aa"]);
  assert.equal(reverts.of("1234567aa99"), "newest");
  assert.equal(reverts.of("1234567bb99"), "newest");
});
