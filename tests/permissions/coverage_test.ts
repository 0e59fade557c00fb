import assert from "node:assert/strict";
import { coverageOf } from "../../lib/permissions/coverage.ts";
import { judgeRequest } from "../../lib/permissions/judge_request.ts";
import { normalizeToolCall, type RawToolCall } from "../../lib/permissions/normalize.ts";

const safety = { always_confirm_destructive: true, always_confirm_external_services: true };

function covered(call: RawToolCall, directory = "/w") {
  const request = normalizeToolCall(call);
  const verdict = judgeRequest(request, { directory, checks: [], mode: "interactive", safety });
  return coverageOf(request, verdict, directory);
}

function write(path: string, newText: string): RawToolCall {
  return { kind: "edit", title: "Write", content: [{ type: "diff", path, newText }] };
}

function tool(a: unknown, toolCallId = "1"): RawToolCall {
  return { toolCallId, kind: "other", title: "evil_ping", rawInput: { a } };
}

Deno.test("one answer covers equal commands, in equal folders", () => {
  const run = (command: string, cwd = ".") =>
    covered({ kind: "execute", title: "x", rawInput: { command, cwd } });
  assert.deepEqual(
    run("rm a"),
    covered({ kind: "execute", title: "other words", rawInput: { command: "rm a", cwd: "." } }),
  );
  assert.notEqual(run("rm a")?.key, run("rm a b")?.key);
  assert.notEqual(run("rm a")?.key, run("rm a", "sub")?.key);
  assert.equal(run("rm a")?.what, "exactly this command");
});

Deno.test("one answer covers the same use of the same files, whatever their new text, in each worktree", () => {
  const [first, second] = [covered(write("/w/.npmrc", "a=1")), covered(write("/w/.npmrc", "b=2"))];
  assert.deepEqual(first, second);
  assert.deepEqual(first, covered(write("/trees/1/.npmrc", "c"), "/trees/1"));
  assert.notEqual(first?.key, covered(write("/w/.envrc", "a=1"))?.key);
  assert.equal(first?.what, "the same use of the same files");
});

Deno.test("one answer covers equal inputs of a tool", () => {
  assert.deepEqual(covered(tool("x")), covered(tool("x", "2")));
  assert.notEqual(covered(tool("x"))?.key, covered(tool("y"))?.key);
  assert.equal(covered(tool("x"))?.what, "exactly this request");
});

Deno.test("no answer covers later requests whose input is too long to compare", () => {
  assert.equal(covered(tool("x".repeat(100_001))), undefined);
});
