import { commands } from "../../../generated/commands.ts";

/** The names of the commands that a coding agent can host, as `wf next` takes them. */
export const HOSTED_COMMANDS: readonly string[] = commands.find(({ name }) => name === "next")!.positionals
  .find(({ name }) => name === "command")!.allowed!;
