import { applyEdits } from "../../parse/config/edit.ts";
import { baseOf, documentIn, phasesIn } from "../../parse/ids/locations.ts";
import { planId, planPart } from "../../parse/ids/plan_id.ts";
import { phaseFolder } from "../../parse/ids/summary_paths.ts";
import type { Project } from "../../parse/project/model.ts";
import { findPhase, parseProject, roadmapPath, STATE_PATH } from "../../parse/project/project.ts";
import { sourcesOf } from "../../parse/project/sources_of.ts";
import {
  changedDependencies,
  changedWaves,
  isHistory,
  type Mention,
  mentionsLeft,
  newFindings,
} from "./compare_projects.ts";
import type { DocumentChanges, FileChange } from "../documents/document_changes.ts";
import { restructureState } from "../documents/state_structure.ts";
import { roadmapLayout } from "../documents/roadmap_layout.ts";
import { refuse, type Refused } from "../execution/refused.ts";
import { inPhaseDocument } from "./phase_documents.ts";
import { planEdits } from "./plan_edits.ts";
import { type FolderMove, type PlanMove, RenamedPaths } from "./renamed_paths.ts";
import type { Renumbering } from "./renumbering.ts";

/** The documents of a project or a workstream, without archived milestones. */
export interface Documents {
  readonly project: Project;
  /** The texts of the Markdown files, by path; for a workstream, those of the others and of the project too. */
  readonly texts: ReadonlyMap<string, string>;
  /** The paths of other files, and of links, in the folders of phases. */
  readonly others: readonly string[];
}

/** New names, numbers and places of phases and plans. */
export interface Restructuring {
  readonly folders: readonly FolderMove[];
  /** Plans that get another file, without those in `folders`. */
  readonly plans: readonly PlanMove[];
  /** The new IDs of the plans in `plans`, by their old ones. */
  readonly ids: ReadonlyMap<string, string>;
  readonly numbers: Renumbering;
  /** The paths of removed files. */
  readonly removed: ReadonlySet<string>;
  /** New files, by path. */
  readonly added: ReadonlyMap<string, string>;
  /** Changes the roadmap before its paths are renamed. */
  readonly early: (text: string) => string;
  /** Further changes of documents, by path; of the roadmap, after its paths are renamed. */
  readonly edits: ReadonlyMap<string, (text: string) => string>;
}

/** A restructuring without any change. */
export const NO_CHANGES: Restructuring = {
  folders: [],
  plans: [],
  ids: new Map(),
  numbers: new Map(),
  removed: new Set(),
  added: new Map(),
  early: (text) => text,
  edits: new Map(),
};

export interface Restructured {
  readonly kind: "changes";
  readonly changes: DocumentChanges;
  /** The files that get another path. */
  readonly moved: readonly { readonly from: string; readonly to: string }[];
  /** The new IDs of all plans that get one, by their old ones. */
  readonly ids: ReadonlyMap<string, string>;
  /** Lines that mention a renumbered phase and are not changed. */
  readonly mentions: readonly Mention[];
  /** The messages of new warnings of `wf validate`. */
  readonly warnings: readonly string[];
  /** The project after the change. */
  readonly project: Project;
}

/**
 * Carries out a restructuring on the texts of the documents. History stays: finished plans, summaries and
 * verifications outside of renamed folders, and sections of shipped milestones.
 *
 * Refuses if a plan would not be found by its new ID, if a dependency would name another plan than before, and if
 * `wf validate` would report a new error.
 */
export function restructure(documents: Documents, wanted: Restructuring): Restructured | Refused {
  const { project } = documents;
  const statePath = documentIn(project.base, STATE_PATH);
  const paths = new RenamedPaths(wanted.folders, wanted.plans, phasesIn(project.base));
  const ids = newIds(project, wanted);
  let plain: ReadonlySet<string> = new Set();
  let waves: ReadonlyMap<string, number> = new Map();
  for (;;) {
    const names = { numbers: wanted.numbers, ids, pathOf: (path: string) => paths.of(path), plain, waves };
    const edit = (path: string, text: string) => newText(path, text, { documents, wanted, names, paths });
    const moved = new Map(
      [...documents.texts.keys(), ...documents.others, ...project.paths]
        .filter((path) => !wanted.removed.has(path)).map((path) => [path, paths.of(path)]),
    );
    const clash = findClash(moved, wanted);
    if (clash !== undefined) return clash;
    const texts = new Map([...documents.texts].flatMap(([path, text]) => {
      const to = moved.get(path);
      return to === undefined ? [] : [[to, edit(path, text)] as const];
    }));
    for (const [path, text] of wanted.added) texts.set(path, text);
    const after = parseAgain(documents, texts, { moved, added: [...wanted.added.keys()] });
    const state = texts.get(statePath);
    if (state !== undefined) {
      texts.set(statePath, restructureState(state, { before: project, after, numbers: wanted.numbers }));
    }
    const wrong = changedDependencies(project, after, { pathOf: paths, ids, removed: wanted.removed });
    if (wrong.unknown !== undefined) {
      return refuse(
        `Plan ${wrong.unknown.from} would not be read as ${wrong.unknown.to} in "${wrong.unknown.path}"`,
        "Rename its file by hand, so that wf validate reports nothing about its name",
      );
    }
    if (wrong.dependencies.length > 0) {
      const again = new Set([...plain, ...wrong.dependencies]);
      if (again.size > plain.size) {
        plain = again;
        continue;
      }
      const path = wrong.dependencies[0]!.split(" ")[0]!;
      return isHistory(path, project)
        ? refuse(`"${path}" is finished and depends on what would be renamed`, "Leave its name as it is")
        : refuse(
          `A dependency of "${path}" would name another plan`,
          "Write the whole ID of the plan into its depends_on",
        );
    }
    const moves = changedWaves(project, after, paths);
    if ([...moves].some(([path, wave]) => waves.get(path) !== wave)) {
      waves = moves;
      continue;
    }
    const found = newFindings(project, after);
    const error = found.find(({ severity }) => severity === "error");
    if (error !== undefined) return refuse(`wf validate would report: ${error.message}`, error.hint ?? "");
    return {
      kind: "changes",
      changes: changesOf(documents, texts, moved),
      moved: [...moved].filter(([from, to]) => from !== to).map(([from, to]) => ({ from, to })),
      ids,
      mentions: mentionsLeft(documents, texts, { moved, numbers: wanted.numbers }),
      warnings: found.filter(({ severity }) => severity === "warning").map(({ message }) => message),
      project: after,
    };
  }
}

/** Returns the new IDs of plans: those in renumbered folders, and those that are moved. */
function newIds(project: Project, { folders, ids, removed }: Restructuring): ReadonlyMap<string, string> {
  const inFolders = folders.flatMap(({ from, newNumber }) => {
    const plans = project.phases.find(({ directory }) => directory === from)?.plans ?? [];
    return plans.filter(({ source }) => !removed.has(source.path))
      .map(({ id }) => [id, planId(newNumber, planPart(id))] as const);
  });
  return new Map([...inFolders, ...ids].filter(([from, to]) => from !== to));
}

/** Refuses if two files would get the same path, also where the case of letters does not count. */
function findClash(moved: ReadonlyMap<string, string>, { added }: Restructuring): Refused | undefined {
  const key = (path: string) => path.normalize("NFC").toLowerCase();
  const kept = new Map<string, string>();
  for (const to of [...moved.values(), ...added.keys()]) {
    const other = kept.get(key(to));
    if (other !== undefined) {
      return refuse(`Two files would be "${to}"`, "Rename or remove one of them first");
    }
    kept.set(key(to), to);
  }
  for (const from of moved.keys()) {
    const to = kept.get(key(from));
    if (to !== undefined && to !== from) {
      return refuse(`"${from}" and "${to}" differ only in case`, "Rename it by hand, with git mv");
    }
  }
  return undefined;
}

interface Editing {
  readonly documents: Documents;
  readonly wanted: Restructuring;
  readonly names: Parameters<typeof planEdits>[2];
  readonly paths: RenamedPaths;
}

function newText(path: string, text: string, { documents, wanted, names, paths }: Editing): string {
  const { project, texts } = documents;
  if (baseOf(path) !== project.base) {
    const summary = path.replace(/PLAN\.md$/, "SUMMARY.md");
    const isDone = isHistory(path, project) || summary !== path && texts.has(summary);
    return isDone ? text : paths.inText(text, undefined, true);
  }
  const finish = wanted.edits.get(path) ?? ((whole: string) => whole);
  if (path === roadmapPath(project)) {
    return finish(inRoadmap(wanted.early(text), project, paths));
  }
  const folder = phaseFolder(path);
  const isMoved = paths.of(path) !== path;
  if (isHistory(path, project) && !isMoved) return finish(text);
  const plan = project.plans.all.find(({ source }) => source.path === path);
  const edits = plan === undefined ? [] : planEdits(plan, project, names);
  const edited = applyEdits(text, edits);
  const renamed = paths.inText(edited, isMoved ? folder : undefined);
  return finish(
    plan === undefined && isMoved
      ? inPhaseDocument(renamed, path, { ...wanted, ids: names.ids, paths })
      : renamed,
  );
}

/** Renames paths in a roadmap: in the section of a phase, the names of its files too. */
function inRoadmap(text: string, project: Project, paths: RenamedPaths): string {
  const { raw, folded, sections } = roadmapLayout(text);
  const folderAt = new Map(sections.flatMap(({ number, from, end }) => {
    const directory = findPhase(project, number)?.directory;
    return Array.from({ length: end - from }, (_, index) => [from + index, directory] as const);
  }));
  return raw.map((line, index) => folded.has(index) ? line : paths.inText(line, folderAt.get(index))).join(
    "\n",
  );
}

/** Parses the project with the new texts and paths. */
function parseAgain(
  { project }: Documents,
  texts: ReadonlyMap<string, string>,
  { moved, added }: { readonly moved: ReadonlyMap<string, string>; readonly added: readonly string[] },
): Project {
  const read = [...sourcesOf(project).values()].flatMap(({ path, text }) => {
    const to = path.startsWith(`${phasesIn(project.base)}/`) ? moved.get(path) : path;
    return to === undefined ? [] : [[to, texts.get(to) ?? text] as const];
  });
  const own = new Map([...read, ...added.map((path) => [path, texts.get(path)!] as const)]);
  return parseProject({
    base: project.base,
    texts: own,
    paths: [...project.paths.flatMap((path) => moved.get(path) ?? []), ...added],
    folder: project.folder,
    unread: new Map([...project.unread].map(([path, reason]) => [moved.get(path) ?? path, reason])),
  });
}

function changesOf(
  { texts: before, others }: Documents,
  after: ReadonlyMap<string, string>,
  moved: ReadonlyMap<string, string>,
): DocumentChanges {
  const files = [...new Set([...before.keys(), ...after.keys()])].map((path): FileChange => {
    return { path, before: before.get(path), after: after.get(path) };
  }).filter((change) => change.before !== change.after);
  const moves = others.map((from) => ({ from, to: moved.get(from) ?? from })).filter(({ from, to }) =>
    from !== to
  );
  return { files, moves };
}
