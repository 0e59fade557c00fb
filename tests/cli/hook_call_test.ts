import assert from "node:assert/strict";
import { makeApplication } from "../../lib/cli/application.ts";
import { hookOptions } from "../../lib/cli/hook_call.ts";
import { run } from "../../lib/deps/stricli.ts";

/** The options that the command line makes of arguments. */
async function scanned(args: readonly string[]): Promise<Readonly<Record<string, unknown>>> {
  const stream = { write: (text: string) => assert.fail(text) };
  let options: Readonly<Record<string, unknown>> | undefined;
  const application = makeApplication(args[0], (_, given) => {
    options = given;
    return Promise.resolve();
  });
  await run(application, args, { process: { stdout: stream, stderr: stream, exitCode: 0 } });
  return options ?? assert.fail(`${args.join(" ")} runs nothing`);
}

Deno.test("hookOptions() returns the same options as the command line for a hook's call", async () => {
  const defaults = await scanned(["validate"]);
  for (
    const others of [[], ["--strict"], ["--json", "--no-color"], [
      "--strict",
      "--json",
      "--quiet",
      "--no-color",
    ]]
  ) {
    for (const flags of [["--staged", ...others], [...others, "--staged"]]) {
      const options = hookOptions(["validate", ...flags]);
      assert.ok(options !== undefined, flags.join(" "));
      assert.deepEqual({ ...defaults, ...options }, await scanned(["validate", ...flags]));
    }
  }
});

Deno.test("hookOptions() returns undefined for every other call", () => {
  for (
    const args of [
      [],
      ["validate"],
      ["validate", "--strict"],
      ["waves", "--staged"],
      ["validate", "--staged", "--staged"],
      ["validate", "--staged", "--fix"],
      ["validate", "--staged", "--format", "json"],
      ["validate", "--staged=false"],
      ["validate", "--staged", "."],
      ["validate", "--staged", "--", "--json"],
      ["--json", "validate", "--staged"],
    ]
  ) assert.equal(hookOptions(args), undefined, args.join(" "));
});
