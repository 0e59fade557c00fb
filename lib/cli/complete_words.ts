import type { CompletionsOptions } from "../../schemas/commands.ts";
import type { Host } from "../host/host.ts";
import { SafeOutput } from "./safe_output.ts";

/** The request of a completion script to complete the last of some words. */
export interface CompletionRequest {
  readonly shell: CompletionsOptions["shell"];
  /** The words after the program's name. */
  readonly words: readonly string[];
}

/** Parses `completions <shell> -- <words>`; undefined for other arguments. */
export function completionRequest(args: readonly string[]): CompletionRequest | undefined {
  const [command, shell, end, ...words] = args;
  if (command !== "completions" || end !== "--") return undefined;
  if (shell !== "bash" && shell !== "zsh" && shell !== "fish") return undefined;
  return { shell, words: words.length === 0 ? [""] : words };
}

/**
 * Answers a completion script. The words are an incomplete command line, so they do not go through the
 * scanner. Errors are silent: nothing may be written into the line being typed.
 */
export async function completeWords({ shell, words }: CompletionRequest, host: Host): Promise<number> {
  try {
    const [{ completionOf }, { completionText }] = await Promise.all([
      import("../commands/completions/completions.ts"),
      import("../report/completions/complete.ts"),
    ]);
    new SafeOutput(host, true).text("stdout", completionText(await completionOf(shell, words, host)));
  } catch {
    // Without candidates the line stays unchanged.
  }
  return 0;
}
