import assert from "node:assert/strict";
import type { StatusResult } from "../../schemas/results/status.ts";
import { smallProject } from "../support/plans.ts";
import { start, wf } from "../support/program.ts";
import { repository } from "../support/repository.ts";
import { LineReader } from "../support/progress.ts";

Deno.test({
  name: "status --watch shows the status again when it has changed, until an interrupt",
  ignore: Deno.build.os === "windows",
  fn: async () => {
    await using folder = await repository(smallProject());
    const { path: cwd } = folder;
    const watching = start(["status", "--watch", "--json"], { cwd });
    const lines = new LineReader(watching.stdout);
    const next = async (): Promise<StatusResult> => JSON.parse(await lines.next());
    try {
      assert.equal((await next()).totals.plans.done, 0);
      await wf(["execute-phase", "1"], { cwd });
      let status = await next();
      while (status.totals.plans.done < 2) status = await next();
    } finally {
      watching.kill("SIGINT");
      await Promise.all([lines.cancel(), watching.stderr.cancel()]);
    }
    assert.equal((await watching.status).code, 0);
  },
});

Deno.test("status --line prints one line, and does not repair", async () => {
  await using folder = await repository(smallProject());
  const { path: cwd } = folder;
  const { stdout } = await wf(["status", "--line"], { cwd });
  assert.equal(stdout, "wf · phase 01 0/2 plans · next: wf execute-phase 1\n");
  assert.match((await wf(["status", "--line", "--repair"], { cwd })).stderr, /Cannot use --repair/);
});
