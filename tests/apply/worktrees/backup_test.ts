import assert from "node:assert/strict";
import { openRepository } from "../../../lib/apply/git/repository.ts";
import { keptFolder } from "../../../lib/apply/worktrees/backup.ts";
import { DenoHost } from "../../../lib/host/deno.ts";
import { repository } from "../../support/repository.ts";

class StoppedClock extends DenoHost {
  override now(): number {
    return Date.UTC(2026, 0, 2, 3, 4, 5);
  }
}

Deno.test("folders for saved files are named by the time, and two of one millisecond differ", async () => {
  await using folder = await repository();
  const project = await openRepository(new StoppedClock(), folder.path);
  const names = [keptFolder(project), keptFolder(project)].map((path) => path.split("/").at(-1));
  assert.deepEqual(names, ["2026-01-02T03-04-05.000Z", "2026-01-02T03-04-05.001Z"]);
});
