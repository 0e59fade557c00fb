import type { Config } from "../../../schemas/config.ts";
import type { Phase, Project } from "../../parse/project/model.ts";
import { NEW_MILESTONE } from "../command_lines/commands.ts";
import { type BranchNameResult, milestoneBranchName, phaseBranchName } from "./branch_name.ts";

/** Returns the name of the branch that a run of a phase commits to; undefined for the current branch. */
export function targetBranch(project: Project, phase: Phase, config: Config): BranchNameResult | undefined {
  switch (config.git.branching_strategy) {
    case "none":
      return undefined;
    case "phase":
      return phaseBranchName(config.git.phase_branch_template, phase);
    case "milestone":
      return project.milestone === undefined
        ? {
          kind: "invalid",
          message: "Neither the roadmap nor the state document names the current milestone",
          hint: `Begin one: ${NEW_MILESTONE} MVP`,
        }
        : milestoneBranchName(config.git.milestone_branch_template, project.milestone);
  }
}

/** Returns the names of the branches that the runs of all phases commit to. */
export function targetBranches(project: Project, config: Config): readonly string[] {
  return project.phases.flatMap((phase) => {
    const target = targetBranch(project, phase, config);
    return target?.kind === "name" ? [target.branch] : [];
  });
}
