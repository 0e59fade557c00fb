import assert from "node:assert/strict";
import { version } from "../../generated/version.ts";
import { smallProject } from "../support/plans.ts";
import { homeAt, wf } from "../support/program.ts";
import { repository } from "../support/repository.ts";
import { fromRoot } from "../support/root.ts";

const program = fromRoot("tests/support/faulty_program.ts");

async function callFaulty(fault: string, args: readonly string[]) {
  await using folder = await repository(smallProject());
  const env = { WF_FAULT: fault, ...homeAt(fromRoot("")) };
  return await wf(args, { cwd: folder.path, program, env });
}

for (
  const [fault, args] of [
    ["command", ["status"]],
    ["background", ["status"]],
    ["start", ["validate", "--arguments-from-stdin"]],
  ] as const
) {
  Deno.test(`a bug that shows in the ${fault} ends with 70 and is reported with version, stack and causes`, async () => {
    const { code, stdout, stderr } = await callFaulty(fault, args);
    assert.equal(code, 70, stderr);
    if (fault !== "background") assert.equal(stdout, "");
    assert.match(stderr, /^error internal error: undefined is no function\n {2}wf \d/m);
    assert.ok(stderr.includes(`  wf ${version} (commit `));
    assert.match(stderr, /^ {2}TypeError: undefined is no function\n {6}at /m);
    assert.match(
      stderr,
      /^ {2}Caused by: Error: a value is missing at https:\/\/\*\*\*@host\.example\/\n {6}at /m,
    );
    assert.match(stderr, /\n {2}→ This is a bug in wf\. Please report these lines .*\/issues\n$/);
  });
}

Deno.test("the report of a bug names the home folder ~", async () => {
  const { stderr } = await callFaulty("command", ["status"]);
  assert.match(stderr, /at file:\/\/~\/?(?:lib|tests)\//);
  assert.ok(!stderr.includes(fromRoot("lib/")), stderr);
});

Deno.test("a bug is data with --json, with its exit code", async () => {
  const { code, stdout } = await callFaulty("command", ["status", "--json"]);
  assert.equal(code, 70);
  const { formatVersion, error } = JSON.parse(stdout);
  assert.equal(formatVersion, 1);
  assert.equal(error.exitCode, 70);
  assert.equal(error.message, "internal error: undefined is no function");
  assert.match(error.hint, /^This is a bug in wf/);
});
