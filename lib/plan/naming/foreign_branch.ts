import type { Config } from "../../../schemas/config.ts";
import { WORKSTREAMS } from "../../parse/ids/locations.ts";
import { quoteShell } from "../../text/quote_shell.ts";
import { slugify } from "../../text/slug.ts";

/** A branch that belongs to another project of the repository. */
export interface ForeignBranch {
  readonly branch: string;
  /** The path of its project within the repository; empty if they are the same. */
  readonly owner: string;
}

/** The configuration of a project, and its path within the repository; empty if they are the same. */
export interface ProjectBranches {
  readonly config: Config;
  readonly prefix: string;
}

/** Returns the refusal of a branch of another project. */
export function foreignBranch(
  { branch, owner }: ForeignBranch,
  project: ProjectBranches,
): readonly [message: string, hint: string] {
  return [
    `Branch "${branch}" belongs to the project in "${projectFolder(owner)}"`,
    `Give this project's branches their own names: ${ownBranchesCommand(project)}`,
  ];
}

/** Returns the command that gives a project branches of its own. */
export function ownBranchesCommand({ config: { git }, prefix }: ProjectBranches): string {
  const isMilestone = git.branching_strategy === "milestone";
  const key = isMilestone ? "git.milestone_branch_template" : "git.phase_branch_template";
  const template = isMilestone ? git.milestone_branch_template : git.phase_branch_template;
  const own = template.replace(/[^/]*$/, (last) => `${projectSlug(prefix)}-${last}`);
  return `wf config set ${key} ${quoteShell(own)}`;
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
  return slugify(prefix.replace(`${WORKSTREAMS}/`, "")) || "root";
}
