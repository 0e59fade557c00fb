import type { Granularity } from "../../../schemas/config.ts";
import type { ProjectDraft, RoadmapDraft } from "../../../schemas/project_draft.ts";
import { phaseRange } from "../../parse/config/granularity.ts";

export interface ProjectTemplate {
  readonly project: ProjectDraft;
  readonly roadmap: RoadmapDraft;
}

/**
 * Returns a project template with the fewest phases of a granularity and a requirement for each.
 *
 * @param description The description of the project, if there is one.
 */
export function projectTemplate(granularity: Granularity, description = ""): ProjectTemplate {
  const numbers = Array.from({ length: phaseRange(granularity).least }, (_, index) => index + 1);
  return {
    project: {
      what: description.trim() || "Two or three sentences: what it does, and for whom.",
      core_value: "The one thing that has to work.",
      requirements: numbers.map((number) => ({
        id: requirementId(number),
        text: number === 1
          ? "A user can do the first useful thing"
          : `A user can do useful thing number ${number}`,
      })),
      later: [],
      out_of_scope: ["What it is not, and why"],
      constraints: ["Technology, time, compatibility"],
    },
    roadmap: {
      phases: numbers.map((number) => ({
        name: number === 1 ? "Foundation" : `Step ${number}`,
        summary: "What this phase delivers",
        goal: "What a user can do when the phase is done",
        depends_on: number === 1 ? [] : [number - 1],
        requirements: [requirementId(number)],
        success_criteria: ["Something that can be observed"],
      })),
    },
  };
}

/**
 * Returns a roadmap for a rehearsal: the phases of the template, with the requirements distributed among
 * them.
 */
export function rehearsedRoadmap({ requirements }: ProjectDraft, granularity: Granularity): RoadmapDraft {
  const { phases } = projectTemplate(granularity).roadmap;
  const share = (at: number) => requirements.filter((_, index) => index % phases.length === at);
  return {
    phases: phases.map((phase, index) => ({ ...phase, requirements: share(index).map(({ id }) => id) })),
  };
}

function requirementId(number: number): string {
  return `CORE-${String(number).padStart(2, "0")}`;
}
