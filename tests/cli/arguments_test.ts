import assert from "node:assert/strict";
import { isVersionRequest, normalizeArguments } from "../../lib/cli/arguments.ts";

const ROWS: readonly (readonly [given: string, normalized: string])[] = [
  ["", "--help"],
  ["--json", "--help"],
  ["help", "--help"],
  ["help --json", "--help"],
  ["help config", "help config"],
  ["help init", "help new-project"],
  ["--cwd x help agents", "help agents"],
  ["init shop --yes", "new-project shop --yes"],
  ["new", "new-project"],
  ["check a.md", "validate a.md"],
  ["plan new 1", "plan new 1"],
  ["toString", "toString"],
  ["-q status", "status --quiet"],
  ["status -q", "status --quiet"],
  ["commit-message -- -q", "commit-message -- -q"],
  ["--cwd sub --json status", "status --cwd sub --json"],
  ["--json --cwd sub validate --strict -- a.md", "validate --strict --json --cwd sub -- a.md"],
  ["--json completions fish -- st", "completions fish --json -- st"],
  ["settings --git.branching_strategy phase", "settings --git.branching-strategy phase"],
  ["validate --not_a_key", "validate --not_a_key"],
];

for (const [given, normalized] of ROWS) {
  Deno.test(`"wf ${given}" is read as "wf ${normalized}"`, () => {
    assert.equal(normalizeArguments(given.split(" ").filter(Boolean)).join(" "), normalized);
  });
}

Deno.test("--version anywhere, or -v or -V alone, ask for the version", () => {
  for (const flag of ["--version", "-v", "-V"]) {
    assert.ok(isVersionRequest([flag]) && isVersionRequest([flag, "--json"]));
  }
  assert.ok(isVersionRequest(["status", "--version"]) && isVersionRequest(["--version", "--quiet"]));
  assert.ok(!isVersionRequest(["-v", "x"]) && !isVersionRequest(["-V", "x"]));
  assert.ok(!isVersionRequest(["quick", "--", "--version"]) && !isVersionRequest(["status"]));
});
