import type { Repository } from "../../apply/git/repository.ts";
import { otherGuarded } from "../../apply/session/hosted_call.ts";
import { hostedSession } from "../../apply/session/hosted_session.ts";
import { readHosted } from "../../apply/session/read_hosted.ts";
import { joinPath } from "../../path/paths.ts";
import { optionWords } from "../../plan/command_lines/option_words.ts";
import { quoteShell } from "../../text/quote_shell.ts";
import { UsageError } from "../context/command_context.ts";

/**
 * Throws a UsageError while the host has an open turn of another command, or carries out a task for another project:
 * the work of that turn would be lost.
 */
export async function requireNoOpenTurn(repository: Repository): Promise<void> {
  const { git, project } = repository;
  const { project: other = project } = await hostedSession.read(git) ?? {};
  for (const place of other === project ? [repository] : [repository, { ...repository, project: other }]) {
    const open = await readHosted(place);
    const [token] = open?.turns ?? [];
    if (token === undefined) continue;
    const cwd = place === repository ? "" : ` --cwd ${quoteShell(joinPath(git.root, other))}`;
    throw new UsageError(
      `"wf ${open!.command}" is in progress${cwd === "" ? "" : ` in ${other || "the project above"}`}, ` +
        `and wf waits for the report of ${token}`,
      `Complete it: wf next ${open!.command}${cwd} --json; or end it: wf report ${
        quoteShell(token)
      } failed${cwd} --json '<why>'`,
    );
  }
}

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
