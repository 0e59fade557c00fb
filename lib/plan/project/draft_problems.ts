import type { Granularity } from "../../../schemas/config.ts";
import type { ProjectDraft } from "../../../schemas/project_draft.ts";
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
  const ids = [...requirements, ...later].map(({ id }) => id);
  return [
    ...(requirements.length === 0 ? ["There is no requirement of the first version"] : []),
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
  const known = new Set(project.requirements.map(({ id }) => id));
  const given = phases.flatMap(({ requirements }) => [...new Set(requirements)]);
  const problems = [
    ...(phases.length < least || phases.length > most
      ? [
        `There are ${phases.length} phases, and the granularity "${granularity}" asks for ${
          phaseRangeText(granularity)
        }`,
      ]
      : []),
    ...repeated(phases.map(({ name }) => name)).map((name) => `More than one phase is named "${name}"`),
    ...[...known].filter((id) => !given.includes(id)).map((id) => `Requirement ${id} is in no phase`),
    ...repeated(given).map((id) => `Requirement ${id} is in more than one phase`),
    ...[...new Set(given)].filter((id) => !known.has(id))
      .map((id) => `Requirement ${id} is not one of the first version`),
    ...phases.flatMap(({ success_criteria, depends_on }, index) => {
      const phase = `Phase ${index + 1}`;
      const later = depends_on.filter((number) =>
        !(Number.isInteger(number) && number >= 1 && number <= index)
      );
      return [
        ...(success_criteria.every((text) => text.trim() === "") ? [`${phase} has no success criteria`] : []),
        ...later.map((number) => `${phase} depends on phase ${number}, which is not an earlier one`),
      ];
    }),
  ];
  return problems.length > 0 ? problems : unreadable(input);
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
