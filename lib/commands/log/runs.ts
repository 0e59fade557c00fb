import type { RunsOptions } from "../../../schemas/commands.ts";
import type { LoggedRun, RunList } from "../../../schemas/run_log.ts";
import type { Git } from "../../apply/git/git.ts";
import { readEvents, readRuns } from "../../apply/log/read_log.ts";
import { readUsage } from "../../apply/usage/usage_file.ts";
import { viewOf } from "../../plan/run/live_view.ts";
import { workedBetween } from "../../plan/run/waiting_time.ts";
import { usageSums } from "../../plan/usage/total.ts";
import { runsText } from "../../report/run/runs.ts";
import type { CommandContext, Outcome } from "../context/command_context.ts";
import { openOwnRepository } from "../context/open_project.ts";

/** Lists the logged runs of the project. */
export async function runs(_options: RunsOptions, context: CommandContext): Promise<Outcome> {
  const repository = await openOwnRepository(context);
  const [logged, used] = await Promise.all([readRuns(repository), readUsage(repository)]);
  const timed = await Promise.all(logged.map((run) => withoutWaiting(run, repository.git)));
  const runs = timed.map((one) => ({ ...one, ...usageSums(used.filter(({ run }) => run === one.id)) }));
  const result: RunList = { formatVersion: 1, runs };
  return { exitCode: 0, result, text: runsText(result, context.style) };
}

/** Leaves out the time that a run without an end has waited for answers: only its events contain it. */
async function withoutWaiting(run: LoggedRun, git: Git): Promise<LoggedRun> {
  if (run.end !== undefined) return run;
  const view = viewOf(await readEvents(git, run.id));
  return { ...run, milliseconds: workedBetween(0, run.milliseconds, view) };
}
