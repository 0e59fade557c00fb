import type { Question } from "../../../schemas/question.ts";
import type { MilestoneDraft, ProjectDraft, RoadmapDraft } from "../../../schemas/project_draft.ts";
import { gateQuestion } from "../run/questions.ts";
import { codeLists } from "./code_map.ts";

/**
 * Returns the gate `confirm_project`: the purpose and the requirements of the project, or a change request.
 */
export function confirmProjectQuestion(name: string, project: ProjectDraft): Question {
  const { what, core_value, requirements, later, out_of_scope, constraints } = project;
  const list = (title: string, items: readonly string[]) =>
    items.length === 0 ? [] : ["", `${title}:`, ...items.map((item) => `- ${item}`)];
  return open(gateQuestion(
    "confirm_project",
    `Is this the project "${name}"?`,
    [
      what,
      "",
      `What has to work: ${core_value}`,
      ...list("First version", requirements.map(({ id, text }) => `${id}: ${text}`)),
      ...list("Later", later.map(({ id, text }) => `${id}: ${text}`)),
      ...list("Out of scope", out_of_scope),
      ...list("Constraints", constraints),
      ...codeLists(project).flatMap(({ title, items }) => list(title, items)),
      ...list("To set up a worktree", project.map?.setup ?? []),
    ].join("\n"),
  ));
}

/** Returns the gate `confirm_phases`: the division into phases, or a change request. */
export function confirmPhasesQuestion({ phases }: RoadmapDraft): Question {
  const lines = phases.map(({ name, summary, requirements }, index) =>
    `${index + 1}. ${name} - ${summary}${requirements.length === 0 ? "" : ` (${requirements.join(", ")})`}`
  );
  return open(gateQuestion("confirm_phases", `Are these the ${phases.length} phases?`, lines.join("\n")));
}

/** Returns the gate `confirm_roadmap`: the whole roadmap, or a change request. */
export function confirmRoadmapQuestion(roadmap: string): Question {
  return open(gateQuestion("confirm_roadmap", "Is this the roadmap?", roadmap.trim()));
}

/** Returns the gate `confirm_roadmap` for the phases of a milestone, or a change request. */
export function confirmMilestoneQuestion(title: string, draft: MilestoneDraft, first: number): Question {
  const lines = [
    ...draft.requirements.map(({ id, text }) => `- ${id}: ${text}`),
    "",
    ...draft.phases.map(({ name, summary, requirements }, index) => {
      const delivers = requirements.length === 0 ? "" : ` (${requirements.join(", ")})`;
      return `Phase ${first + index}: ${name} - ${summary}${delivers}`;
    }),
  ];
  return open(gateQuestion("confirm_roadmap", `Is this milestone ${title}?`, lines.join("\n").trim()));
}

/** Lets a gate accept a change request in the user's words too. */
function open(question: Question): Question {
  return { ...question, open: true };
}
