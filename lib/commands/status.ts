import type { StatusOptions } from "../../schemas/commands.ts";
import type { RunStatus } from "../../schemas/results/status.ts";
import type { Repository } from "../apply/git/repository.ts";
import { readEvents, readRuns } from "../apply/log/read_log.ts";
import { defined } from "../collections/defined.ts";
import { runStatus } from "../plan/log/run_status.ts";
import { workstreamsIn } from "../apply/files/load_project.ts";
import { baseNameOf } from "../parse/ids/summary_paths.ts";
import { projectStatus } from "../plan/status/status.ts";
import { printable } from "../report/terminal/style.ts";
import { statusText } from "../report/status.ts";
import type { CommandContext, Outcome } from "./context/command_context.ts";
import { noticeConfig, openProject, readOverrides } from "./context/open_project.ts";
import { verificationsOf, viewRepository } from "./context/view_repository.ts";

/** Shows the progress of phases and plans, and the next command. */
export async function status(options: StatusOptions, context: CommandContext): Promise<Outcome> {
  const { host, style, progress, progressStyle } = context;
  const overrides = readOverrides(options.set);
  const opened = await openProject(context);
  noticeConfig(opened.project, overrides, context);
  const { input, opened: repository, problem } = await viewRepository(host, opened, { overrides });
  if (problem !== undefined) {
    progress(`${progressStyle.yellow("!")} ${problem}: only summaries show what is done\n`);
  }
  const workstreams = await workstreamsIn(host, opened.root);
  if (workstreams.length > 0) {
    const names = workstreams.map((path) => printable(baseNameOf(path))).join(", ");
    progress(
      `${progressStyle.yellow("!")} Workstreams are checked by wf validate, and not shown here: ${names}\n`,
    );
  }
  const verifications = await verificationsOf(host, opened, input);
  const run = repository && await lastRun(repository);
  const result = projectStatus({ ...input, verifications, ...defined({ run }) });
  return { exitCode: 0, result, text: statusText(result, style, workstreams.length > 0) };
}

/** Returns the last run, unless it is done. */
async function lastRun({ git }: Repository): Promise<RunStatus | undefined> {
  const [run] = await readRuns(git, 1);
  return run && runStatus(run, await readEvents(git, run.id));
}
