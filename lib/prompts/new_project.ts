import type { ProjectDraft } from "../../schemas/project_draft.ts";
import { fillTemplate } from "./fill.ts";
import { READ_ONLY_RULES, rulesText } from "./read_only_rules.ts";
import mapTemplate from "./map_code.md" with { type: "text" };
import projectTemplate from "./new_project.md" with { type: "text" };
import milestoneTemplate from "./new_milestone.md" with { type: "text" };
import roadmapTemplate from "./new_roadmap.md" with { type: "text" };

export interface WantedChange {
  readonly before: object;
  /** The requested change, in the user's words. */
  readonly change: string;
}

export interface NewProjectInput {
  readonly name: string;
  /** The description of what is being built; empty if only the existing code is to be described. */
  readonly description: string;
  /** True if the existing code is to be described. */
  readonly map?: boolean | undefined;
  readonly wanted?: WantedChange | undefined;
}

/** Returns the prompt that asks for the purpose and the requirements of a project. */
export function newProjectPrompt({ name, description, map = false, wanted }: NewProjectInput): string {
  return fillTemplate(projectTemplate, {
    name,
    description: description === "" ? NO_DESCRIPTION : description,
    map: map ? mapTemplate : "",
    map_answer: map ? MAP_ANSWER : "",
    change: changeText(wanted),
    rules: RULES,
  });
}

const NO_DESCRIPTION =
  "There is no description: answer what the code in this folder is, with empty lists of requirements.";

const MAP_ANSWER = `,
  "map": {
    "stack": [{ "name": "TypeScript 5", "file": "package.json" }],
    "commands": [{ "purpose": "test", "command": "npm test", "file": "package.json" }],
    "structure": [{ "path": "src/server", "purpose": "the HTTP interface" }],
    "setup": ["npm ci"]
  }`;

export interface NewRoadmapInput {
  readonly name: string;
  /** The project, as it was confirmed. */
  readonly project: ProjectDraft;
  /** The wanted number of phases: `5 to 8 phases`. */
  readonly phases: string;
  readonly wanted?: WantedChange | undefined;
}

export function newRoadmapPrompt({ name, project, phases, wanted }: NewRoadmapInput): string {
  const { what, core_value, constraints, requirements } = project;
  return fillTemplate(roadmapTemplate, {
    name,
    phases,
    what,
    core_value,
    constraints: constraints.length === 0
      ? ""
      : `Constraints of the work:\n${constraints.map((text) => `- ${text}`).join("\n")}`,
    requirements: `Requirements of the first version:\n${
      requirements.map(({ id, text }) => `- ${id}: ${text}`).join("\n")
    }`,
    change: changeText(wanted),
    rules: RULES,
  });
}

export interface NewMilestonePromptInput {
  /** The version and the name. */
  readonly title: string;
  /** The description of what it has to do. */
  readonly description: string;
  /** The number of its first phase. */
  readonly first: number;
  readonly wanted?: WantedChange | undefined;
}

/** Returns the prompt that asks for the requirements and phases of a milestone. */
export function newMilestonePrompt({ title, description, first, wanted }: NewMilestonePromptInput): string {
  const change = changeText(wanted);
  return fillTemplate(milestoneTemplate, { title, description, first: String(first), change, rules: RULES });
}

const RULES = rulesText(READ_ONLY_RULES);

function changeText(wanted: WantedChange | undefined): string {
  if (wanted === undefined) return "";
  return `You answered before:\n${
    JSON.stringify(wanted.before)
  }\nA person wants this changed, and the rest kept:\n${wanted.change}`;
}
