import type { Config } from "../../../schemas/config.ts";
import { quoteShell } from "../../text/quote_shell.ts";
import { slugify } from "../../text/slug.ts";

/** A branch that belongs to another project of the repository. */
export interface ForeignBranch {
  /** Its name. */
  readonly branch: string;
  /** Path of its project within the repository; empty when they are the same. */
  readonly owner: string;
}

/** Why a branch of another project is not worked on, and the command that gives this one branches of its own. */
export function foreignBranch(
  { branch, owner }: ForeignBranch,
  { config: { git }, prefix }: { readonly config: Config; readonly prefix: string },
): readonly [message: string, hint: string] {
  const isMilestone = git.branching_strategy === "milestone";
  const key = isMilestone ? "git.milestone_branch_template" : "git.phase_branch_template";
  const template = isMilestone ? git.milestone_branch_template : git.phase_branch_template;
  const own = template.replace(/[^/]*$/, (last) => `${projectWord(prefix)}-${last}`);
  return [
    `Branch "${branch}" belongs to the project in "${projectFolder(owner)}"`,
    `Give this project's branches names of their own: wf config set ${key} ${quoteShell(own)}`,
  ];
}

/** The folder of a project as messages name it, as seen from the root of its repository. */
export function projectFolder(path: string): string {
  return path === "" ? "." : path;
}

/** A word for a project, for names that are to differ from those of others. */
export function projectWord(prefix: string): string {
  return slugify(prefix) || "root";
}
