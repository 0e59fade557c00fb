import assert from "node:assert/strict";
import { planText, smallProject } from "../support/plans.ts";
import { start } from "../support/program.ts";
import { repository } from "../support/repository.ts";

/** Prints 600 MiB, more than the longest string that engines allow. */
const LONG = "yes 0123456789012345678901234567890123456789 | head -c 629145600";

Deno.test({
  name:
    "600 MiB of output from a task and from a check take little memory, and the start and the end are kept",
  ignore: Deno.build.os !== "linux",
  fn: async () => {
    const task = {
      name: "Add a",
      files: "a.txt",
      script: `test -e .git/checked || ${LONG}; echo a > a.txt`,
      check: `test -e .git/checked || { echo begin; ${LONG}; touch .git/checked; echo end; exit 1; }`,
    };
    await using folder = await repository({
      ...smallProject(),
      ".planning/phases/01-base/01-01-PLAN.md": planText({ plan: "01", files: ["a.txt"], tasks: [task] }),
    });
    const run = start(["execute-phase", "1", "--json"], { cwd: folder.path });
    let peak = 0;
    const timer = setInterval(() => {
      try {
        const status = Deno.readTextFileSync(`/proc/${run.pid}/status`);
        peak = Math.max(peak, Number(/^VmHWM:\s+(\d+) kB$/m.exec(status)?.[1] ?? 0));
      } catch {
        // It has ended.
      }
    }, 50);
    const { code, stdout, stderr } = await run.output();
    clearInterval(timer);
    assert.equal(code, 0, new TextDecoder().decode(stderr));
    const events = new TextDecoder().decode(stdout).trimEnd().split("\n").map((line) => JSON.parse(line));
    const failed = events.find(({ kind, passed }) => kind === "check-finished" && passed === false);
    assert.match(failed.output, /^begin\n0123[^]*characters left out[^]*0123[^]*end$/);
    assert.ok(peak > 0 && peak < 500_000, `${peak} kB`);
  },
});
