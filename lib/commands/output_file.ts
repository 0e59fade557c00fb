import { absolutePathOf } from "../path/absolute_path.ts";
import { parentPath } from "../path/paths.ts";
import { quoteShell } from "../text/quote_shell.ts";
import { type CommandContext, UsageError } from "./context/command_context.ts";

/**
 * Returns the absolute path of a file that the user named for output. Throws a UsageError without its folder, and
 * for a file with other content.
 *
 * @param mayReplace Reports whether a text may be replaced.
 */
export async function outputPath(
  file: string,
  mayReplace: (text: string) => boolean,
  { host, cwd }: Pick<CommandContext, "host" | "cwd">,
): Promise<string> {
  const path = absolutePathOf(file, await cwd());
  const folder = parentPath(path);
  if ((await host.stat(folder))?.kind !== "directory") {
    throw new UsageError(
      `Cannot write "${path}": the folder "${folder}" does not exist`,
      "Create the folder first, or name another file",
    );
  }
  const kind = (await host.stat(path))?.kind;
  if (kind === "directory") {
    throw new UsageError(`Cannot write "${path}": it is a folder`, "Name a file in it");
  }
  if (kind !== "file" || mayReplace(await host.readText(path))) return path;
  throw new UsageError(
    `Cannot write "${path}": it exists, with other content`,
    `Name another file, or remove it first: rm ${quoteShell(path)}`,
  );
}
