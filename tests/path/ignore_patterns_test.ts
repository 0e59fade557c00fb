import assert from "node:assert/strict";
import { isIgnored, readIgnorePatterns } from "../../lib/path/ignore_patterns.ts";

/** Patterns, then paths that git ignores, and paths that it does not. */
const CASES: readonly (readonly [string, readonly string[], readonly string[]])[] = [
  ["*.log", ["a.log", "b/c/a.log"], ["a.log.txt", "log"]],
  ["/dist", ["dist", "dist/a/b.js"], ["a/dist"]],
  ["build/", ["build/a", "a/build/b", "build/"], ["build", "a/build"]],
  ["docs/*.md", ["docs/a.md"], ["docs/a/b.md", "a/docs/b.md"]],
  ["**/tmp", ["tmp", "a/b/tmp/c"], ["tmpa"]],
  ["a/**/z", ["a/z", "a/b/c/z"], ["b/a/z"]],
  ["a/**", ["a/b", "a/b/c"], ["b/a"]],
  ["*.env\n!keep.env", ["a.env", "b/x.env"], ["keep.env", "b/keep.env"]],
  ["out\n!out/keep.txt", ["out/keep.txt"], ["keep.txt"]],
  ["# note\n\n\\#x\n\\!y", ["#x", "!y"], ["# note", "x", "y"]],
  ["file?.[a-c]s\n[!x]1", ["file1.as", "y1"], ["file1.ds", "file.as", "x1"]],
  ["a.b+(c)", ["a.b+(c)"], ["axb+(c)", "a.bb(c)"]],
  ["[]a]", ["]", "a"], ["[]a]"]],
];

for (const [text, ignored, others] of CASES) {
  Deno.test(`isIgnored() reads ${JSON.stringify(text)} as git does`, async () => {
    const patterns = readIgnorePatterns(text);
    const matches = (path: string) =>
      isIgnored(path, (folder) => Promise.resolve(folder === "" ? patterns : []));
    for (const path of ignored) assert.equal(await matches(path), true, path);
    for (const path of others) assert.equal(await matches(path), false, path);
  });
}

Deno.test("isIgnored() gives the patterns of inner folders precedence", async () => {
  const patterns = new Map([["", readIgnorePatterns("*.txt")], ["a", readIgnorePatterns("!b.txt\n/c.txt")]]);
  const matches = (path: string) => isIgnored(path, (folder) => Promise.resolve(patterns.get(folder) ?? []));
  assert.deepEqual(await Promise.all(["b.txt", "a/b.txt", "a/c.txt", "a/d/b.txt"].map(matches)), [
    true,
    false,
    true,
    false,
  ]);
});
