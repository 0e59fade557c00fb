import { version } from "../../generated/version.ts";
import { InternalError } from "../errors/internal_error.ts";
import type { ProgramError } from "../errors/program_error.ts";
import { commit, REPOSITORY } from "../release/release.ts";
import { maskSecrets } from "../text/mask_secrets.ts";

export interface ReportOrigin {
  readonly runtime: { readonly name: string; readonly version: string };
  /** The user's home folder, which the report names `~`. */
  readonly home?: string | undefined;
}

export const INTERNAL_ERROR_HINT: string =
  `This is a bug in wf. Please report these lines and the command that you ran: https://github.com/${REPOSITORY}/issues`;

/**
 * Returns the details of an error, a line each: the versions, and the stacks of the error and its
 * causes, without secrets and the user's name.
 */
export function errorDetails(error: ProgramError, { runtime, home }: ReportOrigin): string {
  const thrown = error instanceof InternalError ? error.cause : error;
  const versions = `wf ${version} (commit ${commit}), ${runtime.name} ${runtime.version}`;
  const text = maskSecrets([versions, ...stacks(thrown)].join("\n"));
  return home === undefined || home.length < 2 ? text : text.replaceAll(home, "~");
}

const MAX_CAUSES = 5;

/** The stack of what was thrown, and of each error that led to it. */
function stacks(thrown: unknown): readonly string[] {
  const found: string[] = [];
  for (let next = thrown; next !== undefined && found.length <= MAX_CAUSES;) {
    const text = next instanceof Error ? next.stack ?? `${next.name}: ${next.message}` : String(next);
    found.push(found.length === 0 ? text : `Caused by: ${text}`);
    next = next instanceof Error ? next.cause : undefined;
  }
  return found;
}
