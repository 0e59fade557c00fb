import type { UninstallOptions } from "../../../schemas/commands.ts";
import { findFiles } from "../../apply/files/install_files.ts";
import { planUninstall } from "../../plan/integrations/install_plan.ts";
import { installText } from "../../report/setup/install.ts";
import type { CommandContext, Outcome } from "../context/command_context.ts";
import { carryOut, findInstallPlace, requireInside } from "./place.ts";
import { register } from "./register.ts";

/** Removes the slash commands of {@link install}. Files that others created or changed are not touched. */
export async function uninstall(options: UninstallOptions, context: CommandContext): Promise<Outcome> {
  if (options.mcp) return await register(options, "uninstall", context);
  const place = await findInstallPlace(options, context);
  const { root, open, places, agents } = place;
  const paths = places.flatMap(({ more = {} }) => Object.keys(more));
  await requireInside(place, paths, context);
  const found = await findFiles(context.host, root, { places, paths });
  await requireInside(place, [...found.keys()], context);
  const dryRun = options["dry-run"] ?? false;
  const result = await carryOut(planUninstall(agents, found), { root, open, dryRun }, context);
  const text = installText(result, { verb: "uninstall", command: "", style: context.style });
  return { exitCode: 0, result, text };
}
