import type { Config } from "../../../schemas/config.ts";
import { workstreamOf } from "../../parse/ids/locations.ts";
import type { Phase, Project } from "../../parse/project/model.ts";
import { NEW_MILESTONE } from "../command_lines/commands.ts";
import { knownMilestones } from "../progress/milestone_phases.ts";
import { slugify } from "../../text/slug.ts";
import {
  type BranchNameResult,
  type MilestoneBranchInput,
  milestoneBranchName,
  type PhaseBranchInput,
  phaseBranchName,
} from "./branch_name.ts";

/** Returns the name of the branch that a run of a phase commits to; undefined for the current branch. */
export function targetBranch(project: Project, phase: Phase, config: Config): BranchNameResult | undefined {
  switch (config.git.branching_strategy) {
    case "none":
      return undefined;
    case "phase":
      return phaseBranch(project, phase, config);
    case "milestone":
      return project.milestone === undefined
        ? {
          kind: "invalid",
          message: "Neither the roadmap nor the state document names the current milestone",
          // A milestone that the roadmap plans has a name already.
          hint: `Begin one: ${NEW_MILESTONE}${knownMilestones(project).length === 0 ? " MVP" : ""}`,
        }
        : milestoneBranch(project, project.milestone, config);
  }
}

export function phaseBranch(project: OwnProject, phase: PhaseBranchInput, { git }: Config): BranchNameResult {
  return phaseBranchName(ownTemplate(git.phase_branch_template, project), phase);
}

export function milestoneBranch(
  project: OwnProject,
  milestone: MilestoneBranchInput,
  { git }: Config,
): BranchNameResult {
  return milestoneBranchName(ownTemplate(git.milestone_branch_template, project), milestone);
}

/** A project or a workstream, by the folder of its documents. */
type OwnProject = Pick<Project, "base">;

/** Returns a template with the name of the workstream, whose branches would otherwise have the names of others. */
function ownTemplate(template: string, { base }: OwnProject): string {
  const workstream = workstreamOf(base);
  return workstream === undefined
    ? template
    : template.replace(/[^/]*$/, (last) => `${slugify(workstream)}-${last}`);
}

/** Returns the names of the branches that the runs of all phases commit to. */
export function targetBranches(project: Project, config: Config): readonly string[] {
  return project.phases.flatMap((phase) => {
    const target = targetBranch(project, phase, config);
    return target?.kind === "name" ? [target.branch] : [];
  });
}
