import type { MergeDriverOptions } from "../../schemas/commands.ts";
import type { MergeDriverResult } from "../../schemas/results/merge_driver.ts";
import { absolutePathOf } from "../path/absolute_path.ts";
import { alignDocuments } from "../plan/merge/align_documents.ts";
import type { CommandContext, Outcome } from "./context/command_context.ts";

/**
 * Gives three versions of a document the same values where wf writes them. The merge driver then merges the texts
 * with `git merge-file`, as git does without it.
 */
export async function mergeDriver(
  options: MergeDriverOptions,
  { host, cwd }: CommandContext,
): Promise<Outcome> {
  const folder = await cwd();
  const read = (file: string) => host.readText(absolutePathOf(file, folder));
  const before = {
    base: await read(options.base),
    ours: await read(options.ours),
    theirs: await read(options.theirs),
  };
  const after = alignDocuments(options.path, before);
  const written: string[] = [];
  for (const side of ["base", "ours", "theirs"] as const) {
    if (after[side] === before[side]) continue;
    await host.writeText(absolutePathOf(options[side], folder), after[side]);
    written.push(options[side]);
  }
  const result: MergeDriverResult = { formatVersion: 1, written };
  return { exitCode: 0, result, text: "" };
}
