import assert from "node:assert/strict";
import { baseName, isAbsolute, joinPath, normalize, parentPath, pathWithin } from "../../lib/path/paths.ts";

Deno.test("joinPath() resolves dots and starts again at an absolute part, on POSIX and Windows", () => {
  const table: [string[], string][] = [
    [["/a", "b/c"], "/a/b/c"],
    [["/a/", "../b", "./c"], "/b/c"],
    [["/a", "/b"], "/b"],
    [["/a", ""], "/a"],
    [["/", ".."], "/"],
    [["C:/a", "..", "b"], "C:/b"],
    [["C:/a", "D:/b"], "D:/b"],
    [["C:/", "../.."], "C:/"],
    [["a", "b"], "a/b"],
    [["", "b"], "b"],
  ];
  for (const [parts, joined] of table) assert.equal(joinPath(...parts), joined, parts.join(" + "));
});

Deno.test("parentPath() of a root is the root", () => {
  assert.equal(parentPath("/a/b"), "/a");
  assert.equal(parentPath("/a"), "/");
  assert.equal(parentPath("/"), "/");
  assert.equal(parentPath("C:/a"), "C:/");
  assert.equal(parentPath("C:/"), "C:/");
  assert.equal(parentPath("a"), ".");
});

Deno.test("pathWithin() does not mistake a common prefix of names for a folder", () => {
  assert.equal(pathWithin("/a", "/a/b"), "b");
  assert.equal(pathWithin("/a", "/ab"), undefined);
  assert.equal(pathWithin("/a", "/a"), ".");
  assert.equal(pathWithin("/", "/a"), "a");
});

Deno.test("isAbsolute(), baseName() and normalize() read POSIX and Windows paths", () => {
  assert.ok(isAbsolute("/a") && isAbsolute("C:/a") && !isAbsolute("a/b"));
  assert.equal(baseName("/a/b.md"), "b.md");
  assert.equal(normalize("C:\\a"), "C:/a");
  assert.equal(normalize("/.a/..b/c./d..e/..."), "/.a/..b/c./d..e/...");
  assert.equal(normalize("/a\\b"), "/a\\b");
  for (const path of ["/a//b/", "/a/./b", "/./a/b", "/a/b/.", "/a/c/../b", "/../a/b", "/a/b/c/.."]) {
    assert.equal(normalize(path), "/a/b", path);
  }
  assert.deepEqual(["/", "/.", "/.."].map(normalize), ["/", "/", "/"]);
});
