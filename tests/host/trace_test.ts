import assert from "node:assert/strict";
import { DebugTrace } from "../../lib/host/tracing/debug_trace.ts";
import { MemoryHost } from "../support/memory_host.ts";
import { tracedHost } from "../../lib/host/tracing/traced_host.ts";

/** Runs a program on a traced machine, and returns the lines without their times. */
async function linesOf(
  argv: readonly [string, ...string[]],
  env: Readonly<Record<string, string>>,
): Promise<readonly string[]> {
  const lines: string[] = [];
  const result = { code: 3, stdout: "", stderr: "" };
  const host = new MemoryHost({ env, run: () => Promise.resolve(result) });
  const traced = tracedHost(host, new DebugTrace(host, (line) => lines.push(line)));
  assert.deepEqual(await traced.run({ argv, cwd: "/" }), result);
  return lines.map((line) => line.replace(/\+\S+ /, "").replace(/\d+ ms/, "N ms"));
}

Deno.test("a traced machine writes each program with its arguments, exit code and duration", async () => {
  assert.deepEqual(await linesOf(["git", "log", "--format=%s", "it's"], { WF_DEBUG: "git" }), [
    "debug git: git log '--format=%s' 'it'\\''s' (exit 3, N ms)\n",
  ]);
  assert.deepEqual(await linesOf(["sh", "-c", "true"], { WF_DEBUG: "all" }), [
    "debug programs: sh -c true (exit 3, N ms)\n",
  ]);
});

Deno.test("a traced machine omits the arguments of a sandbox, which are longer than the command", async () => {
  const argv = ["/usr/bin/bwrap", "--ro-bind", "/", "/", "--", "sh", "-c", "npm test"] as const;
  assert.deepEqual(await linesOf(argv, { WF_DEBUG: "all" }), [
    "debug programs: bwrap … -- sh -c 'npm test' (exit 3, N ms)\n",
  ]);
});

Deno.test("a traced machine writes nothing that is not wanted", async () => {
  assert.deepEqual(await linesOf(["sh"], { WF_DEBUG: "git" }), []);
  assert.deepEqual(await linesOf(["git"], { WF_DEBUG: "steps,programs" }), []);
  for (const value of ["", "0", "false"]) assert.deepEqual(await linesOf(["git"], { WF_DEBUG: value }), []);
  assert.deepEqual(await linesOf(["git"], {}), []);
});

Deno.test("a traced event is one line, whatever is in its arguments", async () => {
  assert.deepEqual(await linesOf(["git", "a\nb'\x1b[2J"], { WF_DEBUG: "git" }), [
    "debug git: git $'a\\nb\\'\\x1b[2J' (exit 3, N ms)\n",
  ]);
});
