import type { RunsOptions } from "../../../schemas/commands.ts";
import type { RunList } from "../../../schemas/run_log.ts";
import { openRepository } from "../../apply/git/repository.ts";
import { readRuns } from "../../apply/log/read_log.ts";
import { runsText } from "../../report/run/runs.ts";
import type { CommandContext, Outcome } from "../context/command_context.ts";
import { findRoot } from "../context/open_project.ts";

/** Lists the logged runs of the project. */
export async function runs(_options: RunsOptions, context: CommandContext): Promise<Outcome> {
  const repository = await openRepository(context.host, await findRoot(context));
  const result: RunList = { formatVersion: 1, runs: await readRuns(repository) };
  return { exitCode: 0, result, text: runsText(result, context.style) };
}
