import assert from "node:assert/strict";
import type { SteeringCommand } from "../../../schemas/steering.ts";
import { Git } from "../../../lib/apply/git/git.ts";
import { RunLog } from "../../../lib/apply/log/run_log.ts";
import { addCommand } from "../../../lib/apply/steer/command_file.ts";
import { Steering } from "../../../lib/apply/steer/steering.ts";
import { host, repository } from "../../support/repository.ts";

const AT = "2026-11-23T04:05:06.789Z";

/** Sends commands to a run that carries out no further step, and returns its notices. */
async function noticesAfter(
  commands: readonly Pick<SteeringCommand, "action" | "plan" | "task" | "text" | "model">[],
): Promise<readonly string[]> {
  await using folder = await repository({ "a.txt": "a" });
  const git = await Git.open(host, folder.path);
  const place = { git, prefix: "", project: "" };
  const log = await RunLog.open(place, { command: "execute-phase 1", startedAt: AT });
  const notices: string[] = [];
  const steering = Steering.open({
    repository: place,
    run: log.id,
    agents: ["mock"],
    isElsewhere: (plan) => plan === "01-02",
    report: (event) => {
      if (event.kind === "notice") notices.push(event.message);
    },
  });
  for (const command of commands) await addCommand(git, log.id, { formatVersion: 1, at: AT, ...command });
  await steering.close();
  return notices;
}

Deno.test("a skip that no step of the run has carried out is named at its end, with the command that records it", async () => {
  const [notice = "", ...others] = await noticesAfter([
    { action: "skip", plan: "01-01", task: 1, text: "not needed" },
    { action: "retry", plan: "01-01", task: 2, text: "" },
  ]);
  assert.match(notice, /before task 01-01\/1 was skipped.*: wf skip 01-01\/1 --why 'not needed'$/);
  assert.deepEqual(others, []);
});

Deno.test("a plan on another machine is not retried with a model that its worker would not use", async () => {
  const chosen = { action: "retry", task: 1, text: "", model: "big" } as const;
  const notices = await noticesAfter([{ ...chosen, plan: "01-02" }, { ...chosen, plan: "01-01" }]);
  assert.match(notices.join("\n"), /^Plan 01-02 is not retried: its worker .*: wf tell 01-02 --retry$/);
});
