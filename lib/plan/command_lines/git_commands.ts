import { quoteShell } from "../../text/quote_shell.ts";

/**
 * Returns the `git` command for the folder of a call.
 *
 * @param flags The arguments of the call; `--cwd` is the folder.
 */
export function gitIn(flags: readonly string[]): string {
  const at = flags.indexOf("--cwd");
  return at === -1 ? "git" : `git -C ${quoteShell(flags[at + 1]!)}`;
}

/** Returns the pathspec of exactly one path, without patterns. */
export function pathspec(path: string, atRoot = false): string {
  const magic = [...atRoot ? [] : ["top"], ...(/[*?[\\]|^:/.test(path) ? ["literal"] : [])];
  if (magic.length === 0) return path;
  return magic.length === 1 && !atRoot ? `:/${path}` : `:(${magic.join(",")})${path}`;
}

/**
 * Returns the command that marks conflicts as resolved, from any folder of the repository.
 *
 * @param paths The paths, relative to the root of the repository.
 * @param flags The arguments of the call; `--cwd` is the folder.
 */
export function addCommand(paths: readonly string[], flags: readonly string[] = []): string {
  return `${gitIn(flags)} add -- ${paths.map((path) => quoteShell(pathspec(path))).join(" ")}`;
}

/** Returns the command that marks all conflicts as resolved, in whatever files they are. */
export function addAllCommand(git: string): string {
  return `${git} add --update :/`;
}

/**
 * Returns the command that marks all conflicts as resolved, printed before they arise: it ends with an error while a
 * file contains their markers.
 */
export function addResolvedCommand(git: string): string {
  const check = `${git} -c core.whitespace=-trailing-space,-space-before-tab diff --check`;
  return `${check} && ${addAllCommand(git)}`;
}

/** Returns the command that continues an operation of git with the messages that its commits have. */
export function continueCommand(git: string, operation: string): string {
  return `${git} -c core.editor=true ${operation} --continue`;
}
