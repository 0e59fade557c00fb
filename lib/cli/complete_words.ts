import type { CompletionsOptions } from "../../schemas/commands.ts";
import type { Host } from "../host/host.ts";
import { SafeOutput } from "./safe_output.ts";

/** What a completion script asks: the last of these words is being completed. */
export interface CompletionRequest {
  /** The shell that asks. */
  readonly shell: CompletionsOptions["shell"];
  /** The words behind the program's name. */
  readonly words: readonly string[];
}

/** The request that arguments make, or undefined when they make none: `completions <shell> -- <words>`. */
export function completionRequest(args: readonly string[]): CompletionRequest | undefined {
  const [command, shell, end, ...words] = args;
  if (command !== "completions" || end !== "--") return undefined;
  if (shell !== "bash" && shell !== "zsh" && shell !== "fish") return undefined;
  return { shell, words: words.length === 0 ? [""] : words };
}

/**
 * Answers a completion script. The words are half a command line, so that the scanner does not see
 * them, and whatever goes wrong stays silent: nothing may be written into a line being typed.
 */
export async function completeWords({ shell, words }: CompletionRequest, host: Host): Promise<number> {
  try {
    const [{ completionOf }, { completionText }] = await Promise.all([
      import("../commands/completions/completions.ts"),
      import("../report/completions/complete.ts"),
    ]);
    new SafeOutput(host, true).text("stdout", completionText(await completionOf(shell, words, host)));
  } catch {
    // The line stays as it is.
  }
  return 0;
}
