/** Options that make a git command read the result of {@link literalPathspecs} from standard input. */
export const PATHSPECS_FROM_INPUT = ["--pathspec-from-file=-", "--pathspec-file-nul"] as const;

/**
 * Returns pathspecs that match paths literally, whatever characters they contain.
 *
 * Each pathspec has its own magic word, because git would pass the option `--literal-pathspecs` to hooks as a
 * variable, and the hooks' own patterns would match nothing. See pathspec in gitglossary(7).
 *
 * @param paths Paths relative to the folder that git runs in.
 */
export function literalPathspecs(paths: Iterable<string>): string {
  return [...paths].map((path) => `:(literal)${path}`).join("\0");
}
