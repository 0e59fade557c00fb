import type { ProjectDraft } from "../../schemas/project_draft.ts";
import { fillTemplate } from "./fill.ts";
import { LOOK_RULES } from "./look_rules.ts";
import projectTemplate from "./new_project.md" with { type: "text" };
import roadmapTemplate from "./new_roadmap.md" with { type: "text" };

/** An answer that a person wants changed. */
export interface WantedChange {
  /** The answer, as data. */
  readonly before: object;
  /** What is to be changed, in the person's words. */
  readonly change: string;
}

/** What {@link newProjectPrompt} needs. */
export interface NewProjectInput {
  /** Name of the project. */
  readonly name: string;
  /** What is being built. */
  readonly description: string;
  /** An earlier answer that is to be changed. */
  readonly wanted?: WantedChange | undefined;
}

/** The text of a turn that asks what a project is and has to do. */
export function newProjectPrompt({ name, description, wanted }: NewProjectInput): string {
  return fillTemplate(projectTemplate, { name, description, change: changeText(wanted), rules: RULES });
}

/** What {@link newRoadmapPrompt} needs. */
export interface NewRoadmapInput {
  /** Name of the project. */
  readonly name: string;
  /** The project, as it was confirmed. */
  readonly project: ProjectDraft;
  /** How many phases there are to be: `5 to 8 phases`. */
  readonly phases: string;
  /** An earlier answer that is to be changed. */
  readonly wanted?: WantedChange | undefined;
}

/** The text of a turn that asks for the phases of a project. */
export function newRoadmapPrompt({ name, project, phases, wanted }: NewRoadmapInput): string {
  const { what, core_value, constraints, requirements } = project;
  return fillTemplate(roadmapTemplate, {
    name,
    phases,
    what,
    core_value,
    constraints: constraints.length === 0
      ? ""
      : `What binds the work:\n${constraints.map((text) => `- ${text}`).join("\n")}`,
    requirements: `Requirements of the first version:\n${
      requirements.map(({ id, text }) => `- ${id}: ${text}`).join("\n")
    }`,
    change: changeText(wanted),
    rules: RULES,
  });
}

const RULES = LOOK_RULES.map((rule) => `- ${rule}`).join("\n");

function changeText(wanted: WantedChange | undefined): string {
  if (wanted === undefined) return "";
  return `You answered before:\n${
    JSON.stringify(wanted.before)
  }\nA person wants this changed, and the rest kept:\n${wanted.change}`;
}
