/**
 * The result of `ship`.
 * @module
 */

/** Result of `ship`. */
export interface ShipResult {
  /** Version of this format. */
  readonly formatVersion: 1;
  /**
   * Outcome. `planned`: with `--dry-run`. `written`: the text is ready, and nothing was pushed. `pushed`: only the
   * branch, because neither gh nor glab opened the pull request. `opened`: the pull request is open. `refused`: a
   * hook refused the commit or the push.
   */
  readonly outcome: "planned" | "written" | "pushed" | "opened" | "refused";
  /** Numbers of the phases, as printed; empty for an archived milestone. */
  readonly phases: readonly string[];
  /** The branch to merge. */
  readonly branch: string;
  /** The branch that it is to be merged into. */
  readonly base: string;
  /** Hash of its commit; null if `--dry-run` left out creating it. */
  readonly commit: string | null;
  /** True when the request is a draft. */
  readonly draft: boolean;
  /** Title of the pull request. */
  readonly title: string;
  /** Text of the pull request, in Markdown. */
  readonly text: string;
  /** File with the text, as given with `--out`; absent without it. */
  readonly file?: string;
  /** Address of the pull request; only with `opened`. */
  readonly url?: string;
  /** Output of the program that failed; only with `pushed` and `refused`. */
  readonly output?: string;
  /** The next commands. */
  readonly next: readonly string[];
}
