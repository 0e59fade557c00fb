import { quoteShell } from "../../text/quote_shell.ts";
import type { BehindBranch, RepoSnapshot } from "./repo_snapshot.ts";

/** Returns the branch that lacks the commits of a plan, if another has them. */
export function behindOf(
  { behind = [] }: Pick<RepoSnapshot, "behind">,
  plan: string,
): BehindBranch | undefined {
  return behind.find(({ plans }) => plans.has(plan));
}

/** Returns the command that gets the commits that a branch lacks. */
export function updateCommand({ branch, source, update }: BehindBranch, current: string | undefined): string {
  const other = quoteShell(shortName(source));
  const on = (name: string) => name === current ? "" : `git switch ${quoteShell(name)} && `;
  switch (update) {
    case "pull":
      return `${on(branch)}git pull --ff-only`;
    case "rebase":
      return `${on(branch)}git pull --rebase`;
    case "merge":
      return `${on(branch)}git merge ${other}`;
    case "remove":
      return `${on(shortName(source))}git branch -D ${quoteShell(branch)}`;
  }
}

/** Returns the name of a branch as users write it: `main`, `origin/main`. */
export function shortName(ref: string): string {
  return ref.replace(/^refs\/(?:heads|remotes)\//, "");
}
