import { groupBy } from "../group.ts";
import { SourceText } from "../source.ts";
import { CONFIG_PATH, type ConfigDocument, parseConfig } from "./config.ts";
import { currentMilestone, type Milestone } from "./milestone.ts";
import { comparePhaseNumbers, parsePhaseNumber, type PhaseNumber } from "./phase_number.ts";
import { isPlanFileName, parsePlanFile, type PlanDocument, planIdOfPath, stemOf } from "./plan_file.ts";
import { planId, type PlanReference, planReferences } from "./plan_id.ts";
import { parseRequirements, type Requirements, REQUIREMENTS_PATH } from "./requirements.ts";
import { parseRoadmap, type Roadmap, ROADMAP_PATH } from "./roadmap.ts";

/** Folder that holds everything, relative to the project root. */
export const PLANNING = ".planning";
/** Folder of the phases, relative to the project root. */
export const PHASES = ".planning/phases";
/** Path of the document that says what the project is, relative to the project root. */
export const PROJECT_PATH = ".planning/PROJECT.md";
/** Path of the state document, relative to the project root. */
export const STATE_PATH = ".planning/STATE.md";
/** Documents that are read besides the plan files, where they are there. */
export const DOCUMENTS: readonly string[] = [CONFIG_PATH, ROADMAP_PATH, REQUIREMENTS_PATH, STATE_PATH];
/** Bytes below which a summary is read, to see whether it says anything. */
export const SHORT_SUMMARY = 400;

/** Why a file that is there was not read. */
export type UnreadReason =
  | "link-outside"
  | "link-broken"
  | "folder"
  | "special"
  | "no-permission"
  | "failed";

/** What is said of a file that was not read. */
export const UNREAD: Readonly<Record<UnreadReason, string>> = {
  "link-outside": "it is a link that leads out of the project",
  "link-broken": "it is a link that leads to nothing",
  "folder": "it is a folder",
  "special": "it is no ordinary file",
  "no-permission": "the permission to read it is missing",
  "failed": "the disk does not give it, or it is too large",
};

/** What was read from `.planning/`. Paths are relative to the project root. */
export interface ProjectSources {
  /**
   * Text of the plan files, the documents, the configuration and short summaries, by path. A plan file that
   * is among the paths and has no text is known by its name alone.
   */
  readonly texts: ReadonlyMap<string, string>;
  /** All files below the phases' folders and the archived ones, read or not. */
  readonly paths: readonly string[];
  /** Files, and links to folders, that are there and were not read; left out when all were. */
  readonly unread?: ReadonlyMap<string, UnreadReason> | undefined;
  /** Paths that plans refer to and where nothing is; left out when nobody looked. */
  readonly absent?: ReadonlySet<string> | undefined;
  /** Patterns of key links that cannot be used, with the reason; left out when nobody tried. */
  readonly refusedPatterns?: ReadonlyMap<string, string> | undefined;
}

/** A phase that has a folder. */
export interface Phase {
  /** Its number. */
  readonly number: PhaseNumber;
  /** Its name: from the roadmap, else from the folder. */
  readonly name: string;
  /** The folder, relative to the project root. */
  readonly directory: string;
  /** Its plans, in the order of their IDs. Files without frontmatter are among them. */
  readonly plans: readonly PlanDocument[];
  /** Paths of its plan files that were not read: what they say is not known. */
  readonly unread: readonly string[];
  /** Paths of its summaries. */
  readonly summaries: ReadonlySet<string>;
  /** Those of its summaries that are too short to be whole, with their texts. */
  readonly shortSummaries: readonly SourceText[];
}

/** A whole `.planning/` tree. */
export interface Project {
  /** The phases that have folders, in the order of their numbers. */
  readonly phases: readonly Phase[];
  /** The roadmap, if there is one. */
  readonly roadmap: Roadmap | undefined;
  /** The requirements, if there is a file of them. */
  readonly requirements: Requirements | undefined;
  /** The state document, if there is one. */
  readonly state: SourceText | undefined;
  /** The milestone under way, if the roadmap or the state document names it. */
  readonly milestone: Milestone | undefined;
  /** The configuration; empty when there is no file. */
  readonly config: ConfigDocument;
  /** Finds plans by the ways they are named. */
  readonly plans: PlanIndex;
  /** All files below the phases' folders and the archived ones. */
  readonly paths: readonly string[];
  /** Plan files that lie in no phase's folder, and so take no part. */
  readonly misplaced: readonly SourceText[];
  /** Files, and links to folders, that are there and were not read. */
  readonly unread: ReadonlyMap<string, UnreadReason>;
  /** Paths that plans refer to and where nothing is; undefined when nobody looked. */
  readonly absent: ReadonlySet<string> | undefined;
  /** Patterns of key links that cannot be used, with the reason; undefined when nobody tried. */
  readonly refusedPatterns: ReadonlyMap<string, string> | undefined;
}

/** Finds plans by the ways `depends_on` names them. */
export interface PlanIndex {
  /** All plans of all phases. */
  readonly all: readonly PlanDocument[];
  /** The plans by ID; of those with the same ID the first. */
  readonly byId: ReadonlyMap<string, PlanDocument>;
  /** IDs of plans in the archives of earlier milestones. */
  readonly archived: ReadonlySet<string>;
  /**
   * The ID of the plan that a text names, or undefined. Plans of the phase come before others, and
   * those of the archives last.
   *
   * @param text For example `03-01`, `03-01-auth`, `03-auth-01` or `1`.
   * @param from The phase of the plan that names it.
   */
  resolve(text: string, from: PhaseNumber): string | undefined;
}

/** Path of a plan's summary: the plan's path with SUMMARY for PLAN. */
export function summaryPath(planPath: string): string {
  return planPath.replace(/PLAN(\.md)$/i, "SUMMARY$1");
}

/** The last part of a path. */
export function baseNameOf(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1);
}

/** Whether a path is that of a summary. */
export function isSummaryPath(path: string): boolean {
  return /SUMMARY\.md$/i.test(path);
}

/** Whether a plan's summary is there. */
export function hasSummary(phase: Phase, plan: PlanDocument): boolean {
  return phase.summaries.size > 0 && phase.summaries.has(summaryPath(plan.source.path));
}

/** The phase with a number, or undefined. */
export function findPhase(project: Project, number: PhaseNumber): Phase | undefined {
  return project.phases.find((phase) => comparePhaseNumbers(phase.number, number) === 0);
}

/**
 * Makes a project of what was read. Never throws.
 *
 * @param parsePlan Parses a plan file; another function may remember what it has parsed before.
 */
export function parseProject(
  sources: ProjectSources,
  parsePlan: (source: SourceText) => PlanDocument = parsePlanFile,
): Project {
  const source = (path: string) => {
    const text = sources.texts.get(path);
    return text === undefined ? undefined : new SourceText(path, text);
  };
  const roadmapSource = source(ROADMAP_PATH);
  const roadmap = roadmapSource && parseRoadmap(roadmapSource);
  const requirementsSource = source(REQUIREMENTS_PATH);
  const state = source(STATE_PATH);
  const phases = readPhases(sources, roadmap, parsePlan);
  return {
    phases,
    roadmap,
    requirements: requirementsSource && parseRequirements(requirementsSource),
    state,
    milestone: currentMilestone(roadmapSource, state),
    config: parseConfig(source(CONFIG_PATH) ?? new SourceText(CONFIG_PATH, "")),
    plans: indexPlans(phases, sources),
    paths: sources.paths,
    misplaced: misplacedPlans(sources),
    unread: sources.unread ?? new Map(),
    absent: sources.absent,
    refusedPatterns: sources.refusedPatterns,
  };
}

interface FolderContent {
  readonly plans: PlanDocument[];
  readonly unread: string[];
  readonly summaries: Set<string>;
  readonly shortSummaries: SourceText[];
}

function readPhases(
  sources: ProjectSources,
  roadmap: Roadmap | undefined,
  parsePlan: (source: SourceText) => PlanDocument,
): Phase[] {
  const folders = new Map<string, FolderContent>();
  for (const path of sources.paths) {
    const folder = phaseFolder(path);
    if (folder === undefined) continue;
    const found = folders.get(folder) ??
      { plans: [], unread: [], summaries: new Set(), shortSummaries: [] };
    folders.set(folder, found);
    const text = sources.texts.get(path);
    if (isSummaryPath(path)) {
      found.summaries.add(path);
      if (text !== undefined) found.shortSummaries.push(new SourceText(path, text));
    }
    if (!isPlanFileName(path.slice(folder.length + 1))) continue;
    if (text === undefined) found.unread.push(path);
    else found.plans.push(parsePlan(new SourceText(path, text)));
  }
  const phases: Phase[] = [];
  for (const [directory, { plans, ...others }] of folders) {
    const name = directory.slice(PHASES.length + 1);
    const number = parsePhaseNumber(name);
    if (number === undefined) continue;
    const listed = roadmap?.phases.find((phase) => comparePhaseNumbers(phase.number, number) === 0);
    phases.push({
      number,
      name: listed?.name ?? nameOfFolder(name),
      directory,
      plans: plans.sort(comparePlans),
      ...others,
    });
  }
  return phases.sort((a, b) => comparePhaseNumbers(a.number, b.number) || compare(a.directory, b.directory));
}

/** Plan files in folders without a number, and beside the folders. */
function misplacedPlans({ texts, paths }: ProjectSources): SourceText[] {
  return paths.flatMap((path) => {
    const text = texts.get(path);
    if (text === undefined || !path.startsWith(`${PHASES}/`)) return [];
    if (!isPlanFileName(path.slice(path.lastIndexOf("/") + 1))) return [];
    const folder = phaseFolder(path)?.slice(PHASES.length + 1);
    const isRead = folder !== undefined && parsePhaseNumber(folder) !== undefined;
    return isRead ? [] : [new SourceText(path, text)];
  });
}

/** The phase's folder a path lies directly in, or undefined. */
export function phaseFolder(path: string): string | undefined {
  if (!path.startsWith(`${PHASES}/`)) return undefined;
  const end = path.indexOf("/", PHASES.length + 1);
  return end === -1 || path.includes("/", end + 1) ? undefined : path.slice(0, end);
}

/** Whether a path is that of a plan in a phase's folder. */
export function isPlanPath(path: string): boolean {
  const folder = phaseFolder(path);
  return folder !== undefined && isPlanFileName(path.slice(folder.length + 1));
}

function nameOfFolder(folder: string): string {
  return folder.replace(/^[\d.]+[A-Za-z]?[-_]?/, "").replaceAll(/[-_]+/g, " ").trim() || folder;
}

function comparePlans(a: PlanDocument, b: PlanDocument): number {
  const number = (plan: PlanDocument) => Number.parseFloat(plan.id.slice(plan.id.lastIndexOf("-") + 1)) || 0;
  return comparePhaseNumbers(a.phase, b.phase) || number(a) - number(b) || compare(a.id, b.id) ||
    compare(a.source.path, b.source.path);
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/** Plans that were not read, by what their files' names tell. */
interface UnreadPlans {
  readonly ids: ReadonlySet<string>;
  readonly byStem: ReadonlyMap<string, string>;
}

function readNames(phases: readonly Phase[]): UnreadPlans {
  const plans = phases.flatMap(({ unread }) => unread).map((path) =>
    [stemOf(path), planIdOfPath(path)] as const
  );
  return {
    ids: new Set(plans.map(([, id]) => id)),
    byStem: new Map(plans.filter(([stem]) => !/^\d*$/.test(stem))),
  };
}

function indexPlans(phases: readonly Phase[], { paths }: ProjectSources): PlanIndex {
  const all = phases.flatMap((phase) => phase.plans);
  const ids = new Set(all.map((plan) => plan.id));
  const archived = new Set<string>();
  for (const path of paths) {
    if (
      !path.startsWith(`${PLANNING}/milestones/`) || !isPlanFileName(path.slice(path.lastIndexOf("/") + 1))
    ) continue;
    const reference = planReferences(path).find((candidate) => candidate.phase !== undefined);
    if (reference?.phase !== undefined) archived.add(planId(reference.phase, reference.plan));
  }
  const byStem = groupBy(all.filter((plan) => !/^\d*$/.test(plan.stem)), (plan) => plan.stem);
  let unread: UnreadPlans | undefined;
  return {
    all,
    byId: new Map(all.toReversed().map((plan) => [plan.id, plan])),
    archived,
    resolve(text, from) {
      const named = byStem.get(text.trim());
      if (named !== undefined) {
        const near = named.find((plan) => comparePhaseNumbers(plan.phase, from) === 0);
        return (near ?? named[0]!).id;
      }
      const idOf = (reference: PlanReference) => planId(reference.phase ?? from, reference.plan);
      const candidates = planReferences(text).map(idOf);
      const known = candidates.find((id) => ids.has(id));
      if (known !== undefined) return known;
      unread ??= readNames(phases);
      return unread.byStem.get(text.trim()) ?? candidates.find((id) => unread!.ids.has(id)) ??
        candidates.find((id) => archived.has(id));
    },
  };
}
