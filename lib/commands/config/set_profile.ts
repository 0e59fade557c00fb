import type { SetProfileOptions } from "../../../schemas/commands.ts";
import { modelTier, roles } from "../../plan/agents/tiers.ts";
import { tableText } from "../../report/terminal/table.ts";
import type { CommandContext, Outcome } from "../context/command_context.ts";
import { openProject } from "../context/open_project.ts";
import { ownModelNotice, writeConfig } from "./write_config.ts";

/** Switches the model profile and shows the model tier of each role. */
export async function setProfile(options: SetProfileOptions, context: CommandContext): Promise<Outcome> {
  const { style } = context;
  const { profile } = options;
  const opened = await openProject(context);
  const edit = { key: "model_profile", value: profile };
  const outcome = await writeConfig(opened, [edit], { dryRun: options["dry-run"] ?? false }, context);
  const tiers = tableText(roles.map((role) => [`  ${role}`, style.bold(modelTier(profile, role))]));
  return {
    ...outcome,
    text: `${outcome.text}\n${style.bold(profile)}: the tier of models for each role\n${tiers}${
      ownModelNotice(opened, [])
    }`,
  };
}
