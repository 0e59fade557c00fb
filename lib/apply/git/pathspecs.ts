/** Options by which a command of git reads from standard input what {@link literalPathspecs} gives. */
export const PATHSPECS_FROM_INPUT = ["--pathspec-from-file=-", "--pathspec-file-nul"] as const;

/**
 * Pathspecs that match paths as they are, whatever characters they hold.
 *
 * Each has the magic word of its own: the option `--literal-pathspecs` would become a variable that git
 * hands to hooks, whose own patterns then match nothing. See pathspec in gitglossary(7).
 *
 * @param paths Paths relative to the folder git runs in.
 */
export function literalPathspecs(paths: Iterable<string>): string {
  return [...paths].map((path) => `:(literal)${path}`).join("\0");
}
