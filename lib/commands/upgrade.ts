import { version } from "../../generated/version.ts";
import type { UpgradeOptions } from "../../schemas/commands.ts";
import type { UpgradeResult } from "../../schemas/results/program.ts";
import { upgradeCommands } from "../plan/integrations/upgrade_commands.ts";
import type { CommandContext, Outcome } from "./context/command_context.ts";

const WAYS = {
  checkout: "a checkout of its sources",
  bundle: "a bundle for Deno",
  url: "a URL",
  npm: "an npm package",
  binary: "a standalone program",
};

/** Prints the command that installs a newer version. Downloads and changes nothing. */
export function upgrade(_: UpgradeOptions, { host, style }: CommandContext): Promise<Outcome> {
  const { kind, location } = host.installation();
  const commands = upgradeCommands(kind, location);
  const result: UpgradeResult = { formatVersion: 1, version, installed: kind, location, commands };
  const text = [
    `wf ${version} is installed as ${WAYS[kind]}: ${location}\n`,
    "To install the newest version, run:\n",
    ...commands.map((command) => `  ${style.cyan(command)}\n`),
  ];
  return Promise.resolve({ exitCode: 0, result, text: text.join("") });
}
