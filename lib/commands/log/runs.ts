import type { RunsOptions } from "../../../schemas/commands.ts";
import type { RunList } from "../../../schemas/run_log.ts";
import { readRuns } from "../../apply/log/read_log.ts";
import { readUsage } from "../../apply/usage/usage_file.ts";
import { usageSums } from "../../plan/usage/total.ts";
import { runsText } from "../../report/run/runs.ts";
import type { CommandContext, Outcome } from "../context/command_context.ts";
import { openOwnRepository } from "../context/open_project.ts";

/** Lists the logged runs of the project. */
export async function runs(_options: RunsOptions, context: CommandContext): Promise<Outcome> {
  const repository = await openOwnRepository(context);
  const [logged, used] = await Promise.all([readRuns(repository), readUsage(repository)]);
  const runs = logged.map((one) => ({ ...one, ...usageSums(used.filter(({ run }) => run === one.id)) }));
  const result: RunList = { formatVersion: 1, runs };
  return { exitCode: 0, result, text: runsText(result, context.style) };
}
