import type { Granularity } from "../../../schemas/config.ts";
import type { DraftPhase, ProjectDraft } from "../../../schemas/project_draft.ts";
import { checkProject } from "../../check/rule.ts";
import { rules } from "../../check/rules/all_rules.ts";
import { phaseRange, phaseRangeText } from "../../parse/config/granularity.ts";
import { printPhaseNumber } from "../../parse/ids/phase_number.ts";
import { parseProject } from "../../parse/project/project.ts";
import { REQUIREMENT_ID } from "../../parse/requirements/requirement_id.ts";
import { projectDocuments, type ProjectDocumentsInput } from "./documents.ts";

const ID = new RegExp(`^${REQUIREMENT_ID}$`, "u");

/**
 * Returns the problems of a project draft, a sentence each.
 *
 * The draft needs at least one requirement, and all IDs must be unique and readable by the other commands.
 */
export function projectProblems({ requirements, later }: ProjectDraft): readonly string[] {
  return [
    ...(requirements.length === 0 ? ["There is no requirement of the first version"] : []),
    ...idProblems([...requirements, ...later].map(({ id }) => id)),
  ];
}

/** Returns the problems of the IDs of new requirements, a sentence each. */
export function idProblems(ids: readonly string[]): readonly string[] {
  return [
    ...ids.filter((id) => !ID.test(id)).map((id) => `"${id}" is not an ID: use one such as AUTH-01`),
    ...repeated(ids).map((id) => `The ID ${id} is given to more than one requirement`),
  ];
}

/**
 * Returns the problems of a roadmap draft, a sentence each.
 *
 * The number of phases must fit the granularity; each phase needs success criteria; each requirement of the
 * first version must be in one phase; and the parsers and rules of all commands must read the documents back
 * unchanged. See docs/configuration.md.
 */
export function roadmapProblems(input: ProjectDocumentsInput, granularity: Granularity): readonly string[] {
  const { project, roadmap: { phases } } = input;
  const { least, most } = phaseRange(granularity);
  const problems = [
    ...(phases.length < least || phases.length > most
      ? [
        `There are ${phases.length} phases, and the granularity "${granularity}" asks for ${
          phaseRangeText(granularity)
        }`,
      ]
      : []),
    ...phaseProblems(phases, project.requirements.map(({ id }) => id)),
  ];
  return problems.length > 0 ? problems : unreadable(input);
}

/**
 * Returns the problems of the phases of a draft, a sentence each.
 *
 * @param requirements The IDs of the requirements that the phases deliver, each in one phase.
 * @param first The number of the first phase.
 */
export function phaseProblems(
  phases: readonly DraftPhase[],
  requirements: readonly string[],
  first = 1,
): readonly string[] {
  const known = new Set(requirements);
  const given = phases.flatMap(({ requirements }) => [...new Set(requirements)]);
  return [
    ...repeated(phases.map(({ name }) => name)).map((name) => `More than one phase is named "${name}"`),
    ...[...known].filter((id) => !given.includes(id)).map((id) => `Requirement ${id} is in no phase`),
    ...repeated(given).map((id) => `Requirement ${id} is in more than one phase`),
    ...[...new Set(given)].filter((id) => !known.has(id)).map((id) =>
      `Requirement ${id} is not in the list of requirements`
    ),
    ...phases.flatMap(({ success_criteria, depends_on }, index) => {
      const number = first + index;
      const later = depends_on.filter((other) => !(Number.isInteger(other) && other >= 1 && other < number));
      return [
        ...(success_criteria.every((text) => text.trim() === "")
          ? [`Phase ${number} has no success criteria`]
          : []),
        ...later.map((other) => `Phase ${number} depends on phase ${other}, which is not an earlier one`),
      ];
    }),
  ];
}

/** Returns the content that cannot be read back from the documents. */
function unreadable(input: ProjectDocumentsInput): readonly string[] {
  const read = parseProject({ texts: projectDocuments(input), paths: [] });
  const names = new Map(
    (read.roadmap?.phases ?? []).map(({ number, name }) => [printPhaseNumber(number), name]),
  );
  const listed = (read.requirements?.all ?? []).filter((one) => one.listed && one.phase !== undefined);
  return [
    ...input.roadmap.phases.flatMap(({ name }, index) => {
      const found = names.get(printPhaseNumber({ parts: [index + 1], letter: "" }));
      return found === undefined || found === ""
        ? [`The name of phase ${index + 1} cannot be read back from the roadmap: ${name}`]
        : [];
    }),
    ...input.project.requirements.filter(({ id }) => !listed.some((one) => one.id === id))
      .map(({ id }) => `Requirement ${id} cannot be read back from the requirements`),
    ...checkProject(read, rules).filter(({ severity }) => severity !== "hint").map(({ message }) => message),
  ];
}

/** Returns the strings that occur more than once, each once. */
function repeated(texts: readonly string[]): readonly string[] {
  return [...new Set(texts.filter((text, index) => texts.indexOf(text) !== index))];
}
