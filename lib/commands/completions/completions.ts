import { commands } from "../../../generated/commands.ts";
import { configKeys, schemaNames } from "../../../generated/metadata.ts";
import type { CompletionsOptions } from "../../../schemas/commands.ts";
import type { CommandMeta } from "../../../schemas/metadata.ts";
import type { CompletionsResult } from "../../../schemas/results/setup.ts";
import type { Host } from "../../host/host.ts";
import { joinPath } from "../../path/paths.ts";
import {
  beginningWith,
  complete,
  type Completion,
  completionText,
  NO_PROJECT,
  type ProjectFacts,
  wantsProject,
} from "../../report/completions/complete.ts";
import { readWords, type TypedWords } from "../../report/completions/read_words.ts";
import { completionScripts } from "../../report/completions/scripts.ts";
import type { CommandContext, Outcome } from "../context/command_context.ts";
import { projectFacts } from "./project_facts.ts";
import { flagsOf } from "../config/setting_flags.ts";

/** Prints the completion script of a shell, or with words the candidates for the last of them. */
export async function completions(
  { shell, words = [] }: CompletionsOptions,
  { host }: CommandContext,
): Promise<Outcome> {
  if (words.length > 0) {
    const completion = await completionOf(shell, words, host);
    const result: CompletionsResult = { formatVersion: 1, shell, ...completion };
    return { exitCode: 0, result, text: completionText(completion) };
  }
  const script = completionScripts[shell];
  const result: CompletionsResult = { formatVersion: 1, shell, script };
  return { exitCode: 0, result, text: script };
}

/**
 * Returns the candidates for the last of the words typed so far.
 *
 * For bash, which inserts candidates unfiltered, only those that start with the word; other shells filter by
 * their own settings. Never throws.
 */
export async function completionOf(
  shell: CompletionsOptions["shell"],
  words: readonly string[],
  host: Host,
): Promise<Completion> {
  const typed = readWords(words, allCommands);
  const project = wantsProject(typed) ? await projectOf(typed, host) : NO_PROJECT;
  const completion = complete(words, { commands: allCommands, configKeys, schemas: schemaNames, project });
  return shell === "bash" ? beginningWith(words.at(-1) ?? "", completion) : completion;
}

const allCommands = commands.map((command): CommandMeta => ({ ...command, flags: flagsOf(command) }));

async function projectOf({ cwd = "" }: TypedWords, host: Host): Promise<ProjectFacts> {
  try {
    const folder = cwd.replaceAll("\\", "/").replace(/^~(?=\/|$)/, host.home() ?? "~");
    return await projectFacts(host, joinPath(host.cwd(), folder));
  } catch {
    return NO_PROJECT;
  }
}
