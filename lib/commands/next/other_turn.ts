import type { Repository } from "../../apply/git/repository.ts";
import { otherGuarded } from "../../apply/session/hosted_call.ts";
import { joinPath } from "../../path/paths.ts";
import { optionWords } from "../../plan/command_lines/option_words.ts";
import { quoteShell } from "../../text/quote_shell.ts";
import { UsageError } from "../context/command_context.ts";

/** Throws a UsageError during a hosted turn for another project that would undo what is written for this one. */
export async function requireNoOtherTurn(repository: Repository): Promise<void> {
  const [other] = await otherGuarded(repository);
  if (other === undefined) return;
  const { tree, project, command, options } = other.call;
  const words = [command, ...optionWords(options)];
  const again = [...words, "--cwd", joinPath(tree, project), "--json"].map(quoteShell).join(" ");
  const record = joinPath(repository.git.commonDirectory, other.record.path);
  throw new UsageError(
    `A turn of "wf ${words.join(" ")}" is in progress in ${project || "the project above"}; ` +
      "at its end, other changes to documents are undone",
    `Complete that turn first: wf next ${again}; or if nobody works on it any more: rm ${quoteShell(record)}`,
  );
}
