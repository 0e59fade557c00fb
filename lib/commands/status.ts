import type { StatusOptions } from "../../schemas/commands.ts";
import { workstreamsIn } from "../apply/files/load_project.ts";
import { baseNameOf } from "../parse/ids/summary_paths.ts";
import { printable } from "../report/terminal/style.ts";
import { statusText } from "../report/status.ts";
import type { CommandContext, Outcome } from "./context/command_context.ts";
import { firstCommands } from "./context/first_commands.ts";
import { noticeConfig, openProject, readOverrides } from "./context/open_project.ts";
import { readStatus } from "./context/read_status.ts";

/** Shows the progress of phases and plans, and the next command. */
export async function status(options: StatusOptions, context: CommandContext): Promise<Outcome> {
  const { host, style, progress, progressStyle } = context;
  const overrides = readOverrides(options.set);
  const opened = await openProject(context);
  noticeConfig(opened.project, overrides, context);
  const { status, input, repository, problem } = await readStatus(opened, overrides, context);
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
  const first = repository === undefined
    ? []
    : await firstCommands(status.next, { status: input, repository, cwd: await context.cwd() });
  const result = { ...status, next: [...first, ...status.next] };
  return { exitCode: 0, result, text: statusText(result, style, workstreams.length > 0) };
}
