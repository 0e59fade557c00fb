import assert from "node:assert/strict";
import { absolutePath, pathFindings, type PathPolicy } from "../../../lib/permissions/effects/paths.ts";

const policy: PathPolicy = { directory: "/w", home: "/u" };

for (
  const [path, folder, expected] of [
    ["a/b", "/w", "/w/a/b"],
    ["~/a", "/w", "/u/a"],
    ["~a", "/w", "/w/~a"],
    ["file://localhost/etc/x", "/w", "/etc/x"],
    ["a\\b", "/w", "/w/a\\b"],
    ["a\\b", "C:/w", "C:/w/a/b"],
  ] as const
) {
  Deno.test(`absolutePath() of ${path} in ${folder} is ${expected}`, () => {
    assert.equal(absolutePath(path, folder, policy), expected);
  });
}

Deno.test("absolutePath() without a home folder leads outside", () => {
  assert.equal(absolutePath("~/a", "/w", { directory: "/w" }), "/~/a");
});

Deno.test("a path is judged once, and once more if a link leads elsewhere", () => {
  const reasons = (path: string, by = policy) => pathFindings(path, "write", by).map(({ reason }) => reason);
  const inside = "it changes files inside the working folder";
  assert.deepEqual(reasons("/w/a"), [inside]);
  const outside = 'it writes "/x", outside the working folder';
  assert.deepEqual(reasons("/w/a", { ...policy, links: new Map([["/w/a", "/x"]]) }), [inside, outside]);
});

Deno.test("a file that the task has made may be deleted unless it is protected", () => {
  const by = { ...policy, made: new Set(["/w/a", "/w/.npmrc"]) };
  const category = (path: string) => pathFindings(path, "delete", by)[0]?.category;
  assert.deepEqual(["/w/a", "/w/b", "/w/.npmrc"].map(category), ["edit", "destructive", "destructive"]);
});

Deno.test("the reason says whether a path outside is deleted, written or read", () => {
  const reason = (intent: "delete" | "write" | "read") => pathFindings("/x", intent, policy)[0]?.reason;
  assert.equal(reason("delete"), 'it deletes "/x", outside the working folder');
  assert.equal(reason("write"), 'it writes "/x", outside the working folder');
  assert.equal(reason("read"), 'it reads "/x", outside the working folder');
});
