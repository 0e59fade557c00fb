import type { Granularity } from "../../../schemas/config.ts";
import type { DraftPhase, ProjectDraft, RoadmapDraft } from "../../../schemas/project_draft.ts";
import { phaseRange } from "../../parse/config/granularity.ts";
import { stepName, TEMPLATE_PHASE } from "../../parse/documents/placeholders.ts";

export interface ProjectTemplate {
  readonly project: ProjectDraft;
  readonly roadmap: RoadmapDraft;
}

/**
 * Returns a project template with the fewest phases of a granularity and a requirement for each.
 *
 * @param description The description of the project, if there is one.
 * @param file The file that introduces the project, if the first phase is to deliver one.
 */
export function projectTemplate(granularity: Granularity, description = "", file?: string): ProjectTemplate {
  const numbers = Array.from({ length: phaseRange(granularity).least }, (_, index) => index + 1);
  const parts = numbers.map((number) => {
    return number === 1 && file !== undefined ? introduction(file) : step(number);
  });
  return {
    project: {
      what: description.trim() || "Two or three sentences: what it does, and for whom.",
      core_value: "The one thing that has to work.",
      requirements: parts.map(({ requirement }, index) => ({
        id: requirementId(index + 1),
        text: requirement,
      })),
      later: [],
      out_of_scope: ["What it is not, and why"],
      constraints: ["Technology, time, compatibility"],
    },
    roadmap: {
      phases: parts.map(({ requirement: _, ...phase }, index) => ({
        ...phase,
        depends_on: index === 0 ? [] : [index],
        requirements: [requirementId(index + 1)],
      })),
    },
  };
}

interface Part extends Omit<DraftPhase, "depends_on" | "requirements"> {
  /** The text of its requirement. */
  readonly requirement: string;
}

function introduction(file: string): Part {
  return {
    name: "Introduction",
    summary: `Introduce the project in ${file}`,
    goal: "A reader learns what the project is",
    success_criteria: [`${file} names the project`],
    requirement: `A reader finds the name of the project in ${file}`,
  };
}

function step(number: number): Part {
  return {
    name: number === 1 ? "Foundation" : stepName(number),
    summary: TEMPLATE_PHASE.summary,
    goal: TEMPLATE_PHASE.goal,
    success_criteria: [TEMPLATE_PHASE.criterion],
    requirement: number === 1
      ? "A user can do the first useful thing"
      : `A user can do useful thing number ${number}`,
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
