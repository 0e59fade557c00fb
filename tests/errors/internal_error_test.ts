import assert from "node:assert/strict";
import { InternalError, toProgramError } from "../../lib/errors/internal_error.ts";
import { ProgramError } from "../../lib/errors/program_error.ts";

Deno.test("toProgramError() names a package that cannot be downloaded, and takes all else for a bug", () => {
  const address = "https://packages.example/@stricli%2fcore";
  const offline = new TypeError(
    `Failed loading ${address} for package "@stricli/core"\n    0: error sending request`,
  );
  const { message, exitCode } = toProgramError(offline);
  assert.equal(exitCode, 2);
  assert.equal(
    message,
    `Cannot load the package @stricli/core: it is not on this machine yet, and ${address} cannot be reached`,
  );
  const missing = toProgramError(new TypeError("Cannot load wf-rest.js: Module not found"));
  assert.deepEqual([missing.message, missing.exitCode], ["Cannot load wf-rest.js: Module not found", 2]);
  assert.ok(toProgramError(new TypeError("undefined is no function")) instanceof InternalError);
  const known = new ProgramError("Cannot do it");
  assert.equal(toProgramError(known), known);
});
