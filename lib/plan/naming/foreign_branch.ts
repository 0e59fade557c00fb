import type { Config } from "../../../schemas/config.ts";
import { quoteShell } from "../../text/quote_shell.ts";
import { slugify } from "../../text/slug.ts";

/** A branch that belongs to another project of the repository. */
export interface ForeignBranch {
  readonly branch: string;
  /** The path of its project within the repository; empty if they are the same. */
  readonly owner: string;
}

/**
 * Returns the refusal of a branch of another project, and the command that gives this project branches of its
 * own.
 */
export function foreignBranch(
  { branch, owner }: ForeignBranch,
  { config: { git }, prefix }: { readonly config: Config; readonly prefix: string },
): readonly [message: string, hint: string] {
  const isMilestone = git.branching_strategy === "milestone";
  const key = isMilestone ? "git.milestone_branch_template" : "git.phase_branch_template";
  const template = isMilestone ? git.milestone_branch_template : git.phase_branch_template;
  const own = template.replace(/[^/]*$/, (last) => `${projectSlug(prefix)}-${last}`);
  return [
    `Branch "${branch}" belongs to the project in "${projectFolder(owner)}"`,
    `Give this project's branches their own names: wf config set ${key} ${quoteShell(own)}`,
  ];
}

/** Returns the refusal of a branch whose base neither this clone nor its commits name. */
export function unknownBranch(branch: string, template: string): readonly [message: string, hint: string] {
  return [
    `Branch "${branch}" exists, but was not created by wf`,
    `Rename it (git branch -m ${branch} <name>), or change ${template}. ` +
    `If an earlier version of wf has created it in another clone, name the branch that it started from: ` +
    `git config branch.${branch}.wfbase <base>`,
  ];
}

/** Returns the folder of a project for messages, relative to the root of its repository. */
export function projectFolder(path: string): string {
  return path === "" ? "." : path;
}

/** Returns a short name of a project, to make names unique. */
export function projectSlug(prefix: string): string {
  return slugify(prefix) || "root";
}
