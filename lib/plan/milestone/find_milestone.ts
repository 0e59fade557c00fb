import { refuse, type Refused } from "../execution/refused.ts";
import { branchProblem } from "../../parse/config/branch_problem.ts";
import type { Milestone } from "../../parse/roadmap/milestone.ts";
import type { Project } from "../../parse/project/model.ts";
import { roadmapPath } from "../../parse/project/project.ts";
import { nearest } from "../../text/nearest.ts";
import { completeMilestoneCommand } from "../command_lines/commands.ts";
import { FIRST_VERSION, knownMilestones } from "../progress/milestone_phases.ts";

/**
 * Returns the requested milestone: by its version, with or without `v`, otherwise the current one. A project
 * without milestones gets the requested one.
 */
export function findMilestone(
  project: Project,
  version: string | undefined,
): { readonly kind: "found"; readonly milestone: Milestone } | Refused {
  const known = knownMilestones(project);
  const versions = known.map((each) => each.version);
  if (version === undefined) {
    if (project.milestone !== undefined) return { kind: "found", milestone: project.milestone };
    const hint = versions.length === 0
      ? `Name one: ${completeMilestoneCommand(FIRST_VERSION)}`
      : `Mark one as 🚧 in ${roadmapPath(project)}, or name it: ${completeMilestoneCommand(versions.at(-1))}`;
    return refuse("Neither the roadmap nor the state document names the current milestone", hint);
  }
  const plain = (text: string) => text.replace(/^v/i, "").toLowerCase();
  const found = known.find((each) => plain(each.version) === plain(version));
  if (found !== undefined) return { kind: "found", milestone: found };
  if (versions.length > 0) {
    const meant = nearest(version, versions) ?? versions.join(" or ");
    return refuse(
      `Unknown milestone "${version}", expected ${meant}`,
      `The project names ${versions.join(", ")}; others go into the list of milestones in ${
        roadmapPath(project)
      }`,
    );
  }
  const problem = branchProblem(version) ??
    (/^v?\d[\w.-]*$/.test(version) ? undefined : "it is not a version");
  return problem === undefined
    ? { kind: "found", milestone: { version, name: "" } }
    : refuse(`"${version}" cannot name a milestone: ${problem}`, "Give a version such as v1.0");
}
