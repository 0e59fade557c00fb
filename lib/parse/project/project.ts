import type { Phase, PhaseFacts, Project, ProjectFacts, ProjectSources, UnreadReason } from "./model.ts";
import { isSummaryPath, isVerificationPath, phaseFolderIn } from "../ids/summary_paths.ts";
import { SourceText } from "../../text/source_text.ts";
import { CONFIG_PATH } from "../config/config.ts";
import { currentMilestone } from "../roadmap/milestone.ts";
import {
  comparePhaseNumbers,
  parsePhaseNumber,
  type PhaseNumber,
  printPhaseNumber,
} from "../ids/phase_number.ts";
import { type PlanFacts, planIdOfPath } from "../plan_file/plan_file.ts";
import { comparePlanIds, planKey } from "../ids/plan_id.ts";
import { indexPlans } from "./plan_index.ts";
import { isNearlyPlanName, isNumberLast, isPlanFileName } from "../ids/plan_names.ts";
import { documentIn, phasesIn, PLANNING, QUICK, withoutWorkstream } from "../ids/locations.ts";
import { codeOf, withoutCode } from "../ids/project_code.ts";
import { REQUIREMENTS_PATH } from "../requirements/requirements.ts";
import { type Roadmap, ROADMAP_PATH } from "../roadmap/roadmap.ts";
import { PARSERS, type ProjectParsers } from "./parsers.ts";
import { baseName } from "../../path/paths.ts";

export { PHASES, PLANNING } from "../ids/locations.ts";
export type { PlanIndex } from "./model.ts";
export { hasSummary, summaryOf } from "./summaries.ts";

/** Path of the document that describes the project, relative to the project root. */
export const PROJECT_PATH = ".planning/PROJECT.md";
/** Path of the state document, relative to the project root. */
export const STATE_PATH = ".planning/STATE.md";
/** Documents that are read in addition to the plan files, if they exist. */
export const DOCUMENTS: readonly string[] = [CONFIG_PATH, ROADMAP_PATH, REQUIREMENTS_PATH, STATE_PATH];

/** Returns the {@link DOCUMENTS} of a workstream, or of the project itself. */
export function documentsIn(base: string): readonly string[] {
  return DOCUMENTS.map((path) => documentIn(base, path));
}

/** Returns the path of the roadmap of a project or a workstream. */
export function roadmapPath({ base }: Pick<Project, "base">): string {
  return documentIn(base, ROADMAP_PATH);
}

/** Returns the paths of the documents of a project or a workstream that a run updates. */
export function progressPaths({ base }: Pick<Project, "base">): readonly string[] {
  return [documentIn(base, STATE_PATH), roadmapPath({ base })];
}

/** Reports whether a path is one of {@link progressPaths} of a project or of any workstream. */
export function isProgressPath(path: string): boolean {
  return [STATE_PATH, ROADMAP_PATH].includes(withoutWorkstream(path));
}

/** Size in bytes below which a summary is read, to check that it has content. */
export const SHORT_SUMMARY = 400;

/** The reasons for not reading a file, as the end of a sentence. */
export const UNREAD: Readonly<Record<UnreadReason, string>> = {
  "link-outside": "it is a link that points outside the project",
  "link-broken": "it is a broken link",
  "folder": "it is a folder",
  "special": "it is not an ordinary file",
  "too-large": "it is larger than 16 MB",
  "no-permission": "the permission to read it is missing",
  "failed": "reading it failed",
};

/**
 * Returns the phase with a number, or undefined if no folder has it.
 *
 * @example
 * ```ts
 * import { findPhase, parsePhaseNumber, parseProject } from "@wf/wf";
 * import assert from "node:assert/strict";
 *
 * const path = ".planning/phases/01-start/01-01-PLAN.md";
 * const text = "---\nphase: 01-start\nplan: 01\n---\n";
 * const project = parseProject({ texts: new Map([[path, text]]), paths: [path] });
 * assert.equal(findPhase(project, parsePhaseNumber("1")!)?.name, "start");
 * assert.equal(findPhase(project, parsePhaseNumber("2")!), undefined);
 * ```
 */
export function findPhase<P extends PlanFacts>(
  project: Project<P>,
  number: PhaseNumber,
): Phase<P> | undefined {
  return project.phases.find((phase) => comparePhaseNumbers(phase.number, number) === 0);
}

/**
 * Creates a project from the files of a `.planning/` tree, wherever they come from: a disk, git's index, an
 * editor. Never throws; {@linkcode checkProject} reports what is wrong.
 *
 * @param sources The paths of all files below the phases' folders, and the texts of those that are read.
 * @param parsers The functions that parse its files; pass others to cache the results.
 * @returns The project. Phases are in the order of their numbers, plans in the order of their IDs.
 *
 * @example
 * ```ts
 * import { parseProject } from "@wf/wf";
 * import assert from "node:assert/strict";
 *
 * const path = ".planning/phases/01-start/01-01-PLAN.md";
 * const text = "---\nphase: 01-start\nplan: 01\n---\n";
 * const project = parseProject({ texts: new Map([[path, text]]), paths: [path] });
 * assert.deepEqual(project.phases.map(({ name, plans }) => [name, plans.length]), [["start", 1]]);
 * ```
 */
export function parseProject(sources: ProjectSources, parsers?: ProjectParsers): Project;
/** Creates a project of plans that other parsers return. */
export function parseProject<P extends PlanFacts>(
  sources: ProjectSources,
  parsers: ProjectParsers<P>,
): Project<P>;
export function parseProject(
  sources: ProjectSources,
  parsers: ProjectParsers<PlanFacts> = PARSERS,
): ProjectFacts {
  const source = (path: string) => {
    const text = sources.texts.get(path);
    return text === undefined ? undefined : new SourceText(path, text);
  };
  const base = sources.base ?? PLANNING;
  const document = (path: string) => source(documentIn(base, path));
  const roadmapSource = document(ROADMAP_PATH);
  const roadmap = roadmapSource && parsers.roadmap(roadmapSource);
  const requirementsSource = document(REQUIREMENTS_PATH);
  const state = document(STATE_PATH);
  const configSource = document(CONFIG_PATH) ?? source(CONFIG_PATH) ?? new SourceText(CONFIG_PATH, "");
  const config = parsers.config(configSource);
  const numberOf = folderNumber(config.projectCode);
  const { phases, misplaced } = readPhases(sources, { roadmap, numberOf, parsePlan: parsers.plan });
  return {
    base,
    phases,
    roadmap,
    requirements: requirementsSource && parsers.requirements(requirementsSource),
    state,
    milestone: currentMilestone(roadmapSource, state),
    config,
    plans: indexPlans(phases, { paths: sources.paths, projectCode: config.projectCode }),
    folder: sources.folder,
    paths: sources.paths,
    misplaced,
    unread: sources.unread ?? new Map(),
    conflicted: sources.conflicted ?? [],
    absent: sources.absent,
    undecoded: sources.undecoded,
    refusedPatterns: sources.refusedPatterns,
  };
}

/** Matches frontmatter with a field that only plans have. */
const STATED = /^\uFEFF?---[ \t]*\r?\n(?:(?!---)[^\n]*\n)*?(?:wave|depends_on|files_modified)[ \t]*:/;

interface FolderContent {
  readonly number: PhaseNumber;
  readonly plans: PlanFacts[];
  readonly misnamed: SourceText[];
  readonly unread: string[];
  readonly summaries: Set<string>;
  readonly shortSummaries: SourceText[];
  readonly verifications: SourceText[];
}

/** Returns the phase number in a folder's name; undefined if it is not the folder of a phase. */
type FolderNumber = (name: string) => PhaseNumber | undefined;

/** Returns a function that parses the numbers of folders, which may be preceded by the project's code. */
function folderNumber(projectCode: string | undefined): FolderNumber {
  const code = projectCode === undefined ? undefined : planKey(`${projectCode}-`);
  return (name) => {
    return parsePhaseNumber(planKey(codeOf(name)) === code ? withoutCode(name, name) : name);
  };
}

interface PhaseReading {
  readonly roadmap: Roadmap | undefined;
  readonly numberOf: FolderNumber;
  readonly parsePlan: (source: SourceText) => PlanFacts;
}

/** Returns the phases, and the plan files in folders without a number and directly in `phases`. */
function readPhases(
  { paths, texts, base = PLANNING }: ProjectSources,
  { roadmap, numberOf, parsePlan }: PhaseReading,
): Pick<ProjectFacts, "phases" | "misplaced"> {
  const folders = new Map<string, FolderContent | undefined>();
  const misplaced: SourceText[] = [];
  for (const path of paths) {
    if (!path.startsWith(`${phasesIn(base)}/`)) continue;
    const folder = phaseFolderIn(base, path) ?? "";
    if (!folders.has(folder)) folders.set(folder, emptyContent(numberOf(baseName(folder))));
    const found = folders.get(folder);
    const text = texts.get(path);
    const source = text === undefined ? undefined : new SourceText(path, text);
    if (isPlanFileName(baseName(path))) {
      if (source === undefined) found?.unread.push(path);
      else if (found === undefined) misplaced.push(source);
      else found.plans.push(parsePlan(source));
      continue;
    }
    if (isSummaryPath(path)) found?.summaries.add(path);
    if (source === undefined) continue;
    if (isSummaryPath(path)) found?.shortSummaries.push(source);
    if (isVerificationPath(path)) found?.verifications.push(source);
    if (isNearlyPlanName(baseName(path)) && STATED.test(source.text)) found?.misnamed.push(source);
  }
  const listed = new Map(
    roadmap?.phases.toReversed().map((phase) => [printPhaseNumber(phase.number), phase.name]),
  );
  const phases = [...folders].flatMap(([directory, content]): PhaseFacts[] => {
    if (content === undefined) return [];
    const { plans: read, verifications, ...others } = content;
    const printed = printPhaseNumber(others.number);
    const name = baseName(directory);
    const plans = withoutNamesakes(read, others.unread);
    const kept = new Set(plans);
    const outdone = read.filter((plan) => !kept.has(plan));
    const usual = `${directory}/${printed}-VERIFICATION.md`;
    return [{
      ...others,
      name: base === QUICK ? "Quick tasks" : listed.get(printed) ?? nameOfFolder(withoutCode(name, name)),
      directory,
      plans: plans.sort(comparePlans),
      misnamed: [...others.misnamed, ...outdone.map(({ source }) => source)],
      verification: verifications.find(({ path }) => path === usual) ?? verifications[0],
    }];
  });
  phases.sort((a, b) => comparePhaseNumbers(a.number, b.number) || compare(a.directory, b.directory));
  return { phases, misplaced };
}

function emptyContent(number: PhaseNumber | undefined): FolderContent | undefined {
  const lists = { plans: [], misnamed: [], unread: [], shortSummaries: [], verifications: [] };
  return number && { number, ...lists, summaries: new Set() };
}

/** Removes plans named `01-PLAN-02.md` when another file with the usual name has the same plan. */
function withoutNamesakes(plans: readonly PlanFacts[], unread: readonly string[]): PlanFacts[] {
  if (!plans.some(({ source }) => isNumberLast(source.path))) return [...plans];
  const usual = new Set([
    ...plans.filter(({ source }) => !isNumberLast(source.path)).flatMap(({ id, source }) => {
      return [planKey(id), planKey(planIdOfPath(source.path))];
    }),
    ...unread.filter((path) => !isNumberLast(path)).map((path) => planKey(planIdOfPath(path))),
  ]);
  // The summary's name depends only on the file name, so a different number in a field does not separate the
  // two.
  const isUsual = (id: string) => usual.has(planKey(id));
  return plans.filter(({ id, source: { path } }) =>
    !isNumberLast(path) || !(isUsual(id) || isUsual(planIdOfPath(path)))
  );
}

function nameOfFolder(folder: string): string {
  return folder.replace(/^[\d.]+[A-Za-z]?[-_]?/, "").replaceAll(/[-_]+/g, " ").trim() || folder;
}

function comparePlans(a: PlanFacts, b: PlanFacts): number {
  return comparePhaseNumbers(a.phase, b.phase) || comparePlanIds(a.id, b.id) ||
    compare(a.source.path, b.source.path);
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
