import type { MilestoneDraft } from "../../../schemas/project_draft.ts";
import { checkProject } from "../../check/rule.ts";
import { rules } from "../../check/rules/all_rules.ts";
import { printPhaseNumber } from "../../parse/ids/phase_number.ts";
import type { Project } from "../../parse/project/model.ts";
import { parseProject } from "../../parse/project/project.ts";
import { idProblems, phaseProblems } from "../project/draft_problems.ts";
import { newMilestoneChanges, type NewMilestoneInput, nextPhaseNumber } from "./new_milestone.ts";

/**
 * Returns the problems of a draft of a milestone, a sentence each.
 *
 * Its requirements need IDs that are new; each must be in one phase; and the parsers and rules of all commands must
 * read the documents back unchanged.
 */
export function milestoneProblems(
  draft: MilestoneDraft,
  input: Omit<NewMilestoneInput, "draft">,
): readonly string[] {
  const { project } = input;
  const ids = draft.requirements.map(({ id }) => id);
  const taken = new Set((project.requirements?.all ?? []).map(({ id }) => id));
  const problems = [
    ...draft.phases.length === 0 ? ["There are no phases"] : [],
    ...idProblems(ids),
    ...ids.filter((id) => taken.has(id)).map((id) => `The ID ${id} is taken: use another number`),
    ...phaseProblems(draft.phases, ids, nextPhaseNumber(project)),
  ];
  return problems.length > 0 ? problems : unreadable({ ...input, draft });
}

/** Returns the content that cannot be read back from the documents. */
function unreadable(input: NewMilestoneInput): readonly string[] {
  const { project, draft } = input;
  const texts = new Map(newMilestoneChanges(input).map(({ path, after }) => [path, after]));
  const read = parseProject({ texts, paths: [] });
  const first = nextPhaseNumber(project);
  const numbers = new Set((read.roadmap?.phases ?? []).map(({ number }) => printPhaseNumber(number)));
  const requirements = new Set(
    (read.requirements?.all ?? []).filter(({ listed }) => listed).map(({ id }) => id),
  );
  const known = new Set(findingsOf(project));
  return [
    ...draft!.phases.filter((_, index) =>
      !numbers.has(printPhaseNumber({ parts: [first + index], letter: "" }))
    )
      .map(({ name }) => `The phase "${name}" cannot be read back from the roadmap`),
    ...draft!.requirements.filter(({ id }) => !requirements.has(id))
      .map(({ id }) => `Requirement ${id} cannot be read back from the requirements`),
    ...findingsOf(read).filter((message) => !known.has(message)),
  ];
}

function findingsOf(project: Project): readonly string[] {
  return checkProject(project, rules).filter(({ severity }) => severity !== "hint").map(({ message }) =>
    message
  );
}
