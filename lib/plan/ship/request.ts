import type { ShipResult } from "../../../schemas/results/ship.ts";
import { quoteShell } from "../../text/quote_shell.ts";

/** A pull request, as the programs of servers open it. */
export type PullRequest = Pick<ShipResult, "branch" | "base" | "title" | "text" | "draft">;

/** Returns the command that opens a pull request: `glab` for an address that names GitLab, otherwise `gh`. */
export function requestArguments(
  { text, ...request }: PullRequest,
  url: string,
): readonly [string, ...string[]] {
  return [...withoutText(request, url), isGitLab(url) ? "--description" : "--body", text];
}

/** Returns the same as a line for a shell, which reads the text from a file. */
export function requestLine(request: Omit<PullRequest, "text">, url: string, file: string): string {
  const text = isGitLab(url)
    ? `--description "$(cat ${quoteShell(file)})"`
    : `--body-file ${quoteShell(file)}`;
  return `${withoutText(request, url).map(quoteShell).join(" ")} ${text}`;
}

function isGitLab(url: string): boolean {
  return /gitlab/i.test(url);
}

function withoutText(
  { branch, base, title, draft }: Omit<PullRequest, "text">,
  url: string,
): readonly [string, ...string[]] {
  const more = ["--title", title, ...(draft ? ["--draft"] : [])];
  return isGitLab(url)
    ? ["glab", "mr", "create", "--source-branch", branch, "--target-branch", base, "--yes", ...more]
    : ["gh", "pr", "create", "--head", branch, "--base", base, ...more];
}
