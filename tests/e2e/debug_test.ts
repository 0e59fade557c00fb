import assert from "node:assert/strict";
import { smallProject } from "../support/plans.ts";
import { wf } from "../support/program.ts";
import { repository } from "../support/repository.ts";

const EXECUTE = ["execute-phase", "1", "--yes", "--set", "workflow.verifier=false"];

Deno.test("WF_DEBUG=git,steps writes git's calls and the steps of a run to standard error", async () => {
  await using folder = await repository(smallProject());
  const { code, stdout, stderr } = await wf(EXECUTE, { cwd: folder.path, env: { WF_DEBUG: "git,steps" } });
  assert.equal(code, 0, stderr);
  assert.doesNotMatch(stdout, /^debug /m);
  assert.match(stderr, /^debug \+\d+\.\d{3}s git: git .*'?status'? --porcelain=v2 -z .*\(exit 0, \d+ ms\)$/m);
  assert.match(stderr, /^debug \+\d+\.\d{3}s steps: 01-01\/1\/turn \(started\)$/m);
  assert.match(stderr, /^debug \+\d+\.\d{3}s steps: 01-01\/1\/turn \(done, \d+ ms\)$/m);
  assert.doesNotMatch(stderr, /^debug \S+ programs:/m);
});

Deno.test("WF_DEBUG=1 writes everything and leaves the data of --json as it is", async () => {
  await using folder = await repository(smallProject());
  const plain = await wf(["status", "--json"], { cwd: folder.path });
  const traced = await wf(["status", "--json"], { cwd: folder.path, env: { WF_DEBUG: "1" } });
  assert.equal(traced.stdout, plain.stdout);
  assert.equal(plain.stderr, "");
  assert.match(traced.stderr, /^debug \S+ git: /m);
});

Deno.test("WF_DEBUG names a topic that it does not know, once, with the nearest", async () => {
  await using folder = await repository(smallProject());
  const { code, stderr } = await wf(["status"], { cwd: folder.path, env: { WF_DEBUG: "gti,http" } });
  assert.equal(code, 0);
  const lines = stderr.trim().split("\n").map((line) => line.replace(/\+\S+ /, ""));
  assert.deepEqual(lines, [
    'debug WF_DEBUG: unknown topic "gti", did you mean "git"? expected steps, git, programs, http or all',
    "debug http: wf itself makes no requests; git and agents make their own",
  ]);
});

Deno.test("WF_DEBUG adds the stack and the causes to an error", async () => {
  await using folder = await repository(smallProject());
  const call = (WF_DEBUG: string) =>
    wf(["status", "--cwd", "nowhere"], { cwd: folder.path, env: { WF_DEBUG } });
  const [plain, traced] = [await call("0"), await call("git")];
  assert.doesNotMatch(plain.stderr, /UsageError/);
  assert.match(
    traced.stderr,
    /^error Cannot work in .*\n {2}wf \d.*\n {2}UsageError: Cannot work in .*\n {6}at /m,
  );
});
