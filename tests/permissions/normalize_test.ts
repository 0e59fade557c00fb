import assert from "node:assert/strict";
import type { PermissionRequest, RequestedPath } from "../../schemas/permission.ts";
import { describeRequest } from "../../lib/permissions/describe_request.ts";
import { normalizeToolCall, type RawToolCall, titledCommand } from "../../lib/permissions/normalize.ts";

const read = (path: string): RequestedPath => ({ path, intent: "read" });
const write = (path: string): RequestedPath => ({ path, intent: "write" });
const remove = (path: string): RequestedPath => ({ path, intent: "delete" });

/** Tool calls in the formats of the agents, and the expected parts of the request. */
const CALLS: readonly (readonly [what: string, call: RawToolCall, expected: Partial<PermissionRequest>])[] = [
  [
    "claude: a command",
    { kind: "execute", title: "`ls`", rawInput: { command: "ls", description: "list" } },
    { command: "ls", paths: [] },
  ],
  [
    "claude: a new file",
    {
      kind: "edit",
      rawInput: { file_path: "/w/a", content: "x" },
      content: [{ type: "diff", path: "/w/a", oldText: null, newText: "x" }],
    },
    { paths: [write("/w/a")], diffs: [{ path: "/w/a", after: "x" }] },
  ],
  [
    "claude: a part of a file is removed",
    {
      kind: "edit",
      rawInput: { file_path: "/w/a", old_string: "x", new_string: "" },
      content: [{ type: "diff", path: "/w/a", oldText: "x", newText: "" }],
    },
    { paths: [write("/w/a")] },
  ],
  ["claude: a page", { kind: "fetch", rawInput: { url: "https://x.invalid" } }, { url: "https://x.invalid" }],
  [
    "claude: the tool's name in the margin",
    { kind: "other", title: "x", _meta: { claudeCode: { toolName: "mcp__x__y" } } },
    { tool: "mcp__x__y" },
  ],
  [
    "codex: the words of a command",
    { kind: "execute", rawInput: { command: ["bash", "-lc", "rm -rf 'a b'"], cwd: "/w/p" } },
    { command: `bash -lc 'rm -rf '\\''a b'\\'''`, directory: "/w/p" },
  ],
  [
    "codex: changes by file, the type as a value",
    { kind: "edit", rawInput: { changes: { a: { type: "delete" }, b: { type: "add" } } } },
    { paths: [remove("a"), write("b")] },
  ],
  [
    "codex: changes by file, the type as a key, with a move",
    { kind: "edit", rawInput: { changes: { a: { delete: {} }, b: { update: { move_path: "c" } } } } },
    { paths: [remove("a"), write("b"), write("c")] },
  ],
  [
    "codex: a patch",
    {
      kind: "edit",
      rawInput:
        "*** Begin Patch\n*** Add File: a\n+x\n*** Delete File: b\n*** Update File: c\n*** Move to: d\n",
    },
    { paths: [write("a"), remove("b"), write("c"), write("d")] },
  ],
  ["codex: a list of changes", {
    rawInput: {
      changes: [
        { path: "a", kind: { type: "delete" } },
        { path: "b", kind: { type: "update", move_path: "c" }, diff: "" },
        null,
      ],
    },
  }, { paths: [remove("a"), write("b"), write("c")] }],
  ["opencode: a list of files", {
    rawInput: {
      files: [{ filePath: "a", type: "delete" }, { filePath: "b", type: "move", movePath: "../c" }, "d"],
    },
  }, { paths: [remove("a"), write("b"), write("../c"), write("d")] }],
  [
    "opencode: an edit",
    { kind: "edit", title: "edit", rawInput: { filePath: "/w/a" }, locations: [{ path: "/w/b" }] },
    { paths: [write("/w/b"), write("/w/a")] },
  ],
  [
    "copilot: a file is deleted by a patch that is called an edit",
    {
      kind: "edit",
      title: "Edit file",
      rawInput: { fileName: "a", diff: "--- a/a\n+++ /dev/null\n@@ -1 +0,0 @@\n-x\n" },
    },
    { paths: [remove("a")] },
  ],
  [
    "copilot: a new file by a patch that drops the slash of its path",
    {
      kind: "edit",
      rawInput: { fileName: "/w/a", diff: "--- a/dev/null\n+++ b/w/a\n@@ -1,0 +1,1 @@\n+x\n" },
      locations: [{ path: "/w/a" }],
    },
    { paths: [write("/w/a")] },
  ],
  [
    "copilot: one command told twice, and a second one",
    { kind: "execute", rawInput: { command: "ls -la", commands: ["ls -la", "rm x"] } },
    { command: "ls -la\nrm x" },
  ],
  [
    "gemini: the locations alone",
    { kind: "read", title: "a", locations: [{ path: "/w/a", line: 3 }] },
    { paths: [read("/w/a")] },
  ],
  [
    "a file that is emptied",
    { kind: "edit", content: [{ type: "diff", path: "/w/a", oldText: "x", newText: "" }] },
    { paths: [remove("/w/a")] },
  ],
  [
    "a reading kind for a writing tool",
    { kind: "read", tool: "Write", rawInput: { file_path: "/w/a" } },
    { paths: [write("/w/a")] },
  ],
  [
    "a change under a reading kind",
    { kind: "read", content: [{ type: "diff", path: "/w/a", oldText: "x", newText: "y" }] },
    { paths: [write("/w/a")] },
  ],
  ["a deleting tool", { tool: "delete_file", rawInput: { path: "a" } }, { paths: [remove("a")] }],
  ["a program and its arguments", { rawInput: { command: "rm", args: ["-rf", "a b"] } }, {
    command: "rm -rf 'a b'",
  }],
  ["a nested input", { rawInput: { params: { command: "rm x" } } }, { command: "rm x" }],
  ["nothing at all", {}, { kind: "other", title: "", paths: [], diffs: [], raw: "" }],
];

for (const [what, call, expected] of CALLS) {
  Deno.test(`normalizeToolCall() reads ${what}`, () => {
    const request: PermissionRequest = normalizeToolCall(call);
    for (const [key, value] of Object.entries(expected)) {
      assert.deepEqual(request[key as keyof PermissionRequest], value, key);
    }
  });
}

Deno.test("normalizeToolCall() reads malformed input without throwing", () => {
  for (
    const rawInput of [null, 0, "", [], [[]], { command: {} }, { command: [1] }, { changes: [] }, { path: 1 }]
  ) {
    normalizeToolCall({ rawInput, content: [null, 1, {}], locations: [null, {}, { path: 1 }], _meta: 1 });
  }
});

Deno.test("a request is described in one line", () => {
  assert.equal(describeRequest(normalizeToolCall({ title: "A\n  title" })), "A title");
  const long = describeRequest(normalizeToolCall({ rawInput: { command: "x".repeat(999) } }));
  assert.equal(long.length, 300);
});

Deno.test("titledCommand() separates the folder that a title or the content adds to the command", () => {
  const added = (text: string) => [{ type: "content", content: { type: "text", text } }];
  const titled: readonly (readonly [RawToolCall, { command: string; directory?: string }])[] = [
    [{ title: "ls -l" }, { command: "ls -l" }],
    [{ title: "ls [in sub] (List (all))" }, { command: "ls", directory: "sub" }],
    [{ title: "a\nb [current working directory /w]" }, { command: "a\nb", directory: "/w" }],
    [{ title: "ls", content: added("[in ../x] (List)") }, { command: "ls", directory: "../x" }],
    [{ title: "ls", content: added("see [in x]") }, { command: "ls" }],
    [{ title: "ls [in a] [in b]" }, { command: "ls [in a] [in b]" }],
    [{ title: null, content: [null, { content: 1 }] }, { command: "" }],
  ];
  for (const [call, expected] of titled) assert.deepEqual(titledCommand(call), expected);
});
