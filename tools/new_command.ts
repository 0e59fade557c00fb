/**
 * Makes the files of a new command.
 *
 *     deno task new-command <name>
 *
 * @module
 */
import { commands } from "../generated/commands.ts";
import { loaders } from "../lib/cli/loaders.ts";
import { commandScaffold } from "./scaffold/command.ts";
import { scaffoldFromArguments } from "./scaffold/main.ts";

await scaffoldFromArguments("new-command <name>", (name) => {
  return commandScaffold(name, [...commands.map((command) => command.name), ...Object.keys(loaders)]);
});
