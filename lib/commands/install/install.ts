import type { InstallOptions } from "../../../schemas/commands.ts";
import { findFiles } from "../../apply/files/install_files.ts";
import { planInstall } from "../../plan/integrations/install_plan.ts";
import { quoteShell } from "../../text/quote_shell.ts";
import { slashFiles } from "../../prompts/slash_files.ts";
import { installText } from "../../report/setup/install.ts";
import type { CommandContext, Outcome } from "../context/command_context.ts";
import { notice } from "../context/consult.ts";
import { carryOut, findInstallPlace, requireInside } from "./place.ts";
import { register } from "./register.ts";

/** Installs the slash commands for an agent. Files that others created or changed are not touched. */
export async function install(options: InstallOptions, context: CommandContext): Promise<Outcome> {
  const { host, style } = context;
  noticeProgram(context);
  if (options.mcp) return await register(options, "install", context);
  const place = await findInstallPlace(options, context);
  const { root, open, places, agents } = place;
  const wanted = slashFiles(places, agents);
  const paths = wanted.map(({ path }) => path);
  await requireInside(place, paths, context);
  const found = await findFiles(host, root, { places, paths });
  await requireInside(place, [...found.keys()], context);
  const dryRun = options["dry-run"] ?? false;
  const result = await carryOut(planInstall(wanted, found), { root, open, dryRun }, context);
  const where = options.plugin === undefined ? [] : ["--plugin", quoteShell(options.plugin)];
  const command = ["install", options.agent, ...(options.global ? ["--global"] : []), ...where].join(" ");
  return { exitCode: 0, result, text: installText(result, { verb: "install", command, style }) };
}

function noticeProgram(context: CommandContext): void {
  const program = context.host.program();
  if (program.length === 1 && program[0] === "wf") return;
  notice('The commands run "wf": make sure that it is on the PATH of your agent', context);
}
