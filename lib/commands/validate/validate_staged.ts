import type { Diagnostic } from "../../../schemas/diagnostic.ts";
import { mayHoldText } from "../../apply/files/find_conflicts.ts";
import { findUndecoded } from "../../apply/files/find_undecoded.ts";
import { existsIn, findStagedRoot } from "../../apply/files/load_project.ts";
import { readObjects, type StagedIndex, withFiles } from "../../apply/git/commit/staged.ts";
import type { StagedChange } from "../../apply/git/commit/staged_output.ts";
import { checkChange, type CheckedChange } from "../../check/fix/diff_check.ts";
import { Checker } from "../../check/checker.ts";
import { addFacts } from "../../check/facts.ts";
import { rules } from "../../check/rules/all_rules.ts";
import { groupBy } from "../../collections/group_by.ts";
import type { Host } from "../../host/host.ts";
import { baseName, joinPath, pathWithin } from "../../path/paths.ts";
import { parsePhaseNumber, printPhaseNumber } from "../../parse/ids/phase_number.ts";
import { isNearlyPlanName, isPlanFileName } from "../../parse/ids/plan_names.ts";
import { belowPhases, isPlanPath, isSummaryPath, phaseFolder } from "../../parse/ids/summary_paths.ts";
import { CONFIG_PATH } from "../../parse/config/config.ts";
import { baseOf } from "../../parse/ids/locations.ts";
import { documentsIn, PLANNING, SHORT_SUMMARY } from "../../parse/project/project.ts";
import type { Project } from "../../parse/project/model.ts";
import type { ConfigOverride } from "../../plan/config/resolve.ts";
import { conflictIn } from "../../text/conflict.ts";
import { SourceText } from "../../text/source_text.ts";
import { withOverrides } from "../../plan/config/blocking_error.ts";
import type { Findings } from "./report_findings.ts";

export interface RepositoryPlace {
  readonly host: Host;
  /** Absolute path of a folder in its working tree. */
  readonly directory: string;
  /** Values of the configuration for this invocation. */
  readonly overrides: readonly ConfigOverride[];
}

export interface StagedOptions extends RepositoryPlace {
  /** Files and folders to check besides, relative to that folder. */
  readonly paths: readonly string[];
}

/**
 * Checks what is staged, in every `.planning` folder that the next commit would change, and the named files as
 * they are in the index. Paths of findings are relative to the repository, which may contain several projects.
 *
 * Changed plans are read first, with the other plans of their phases and the names of all others. The whole
 * tree is read only if that yields findings, or if a plan was removed that others may reference. So most
 * commits are checked quickly, and findings are never false.
 */
export async function validateStaged(
  staged: StagedIndex,
  { paths, ...repository }: StagedOptions,
): Promise<Findings> {
  const { host, directory } = repository;
  const root = paths.length === 0 ? undefined : await findStagedRoot(host, directory);
  const named = paths.flatMap((path) => {
    return pathWithin(root!, joinPath(directory, path.replaceAll("\\", "/"))) ?? [];
  });
  const index = withFiles(staged, named);
  const diagnostics: Diagnostic[] = [];
  const sources = new Map<string, SourceText>();
  let files = 0;
  let plans = 0;
  for (const tree of treesOf(index)) {
    const near = changesIndex(tree) ? undefined : await checkTree(tree, "near", repository);
    const isEnough = near !== undefined && near.findings.length === 0 && !near.losesPlans;
    const { findings, texts } = isEnough ? near : await checkTree(tree, "whole", repository);
    for (const finding of findings) diagnostics.push(placed(finding, tree.prefix));
    for (const [path, text] of texts) {
      sources.set(tree.prefix + path, new SourceText(tree.prefix + path, text));
      if (!tree.changes.has(path)) continue;
      files++;
      if (isPlanPath(path)) plans++;
    }
  }
  return { diagnostics, sources, checked: { files, plans } };
}

/** A project or workstream that changes. Paths are relative to the project root. */
interface StagedTree {
  /** The folder with its documents and phases. */
  readonly base: string;
  /** Path of the project root with a trailing slash; empty for the root of the repository. */
  readonly prefix: string;
  readonly changes: ReadonlyMap<string, StagedChange>;
  /** The object IDs of all files, by path. */
  readonly objects: ReadonlyMap<string, string>;
  /** The paths of symbolic links, which are not read. */
  readonly links: readonly string[];
}

function treesOf({ changes, objects, links }: StagedIndex): readonly StagedTree[] {
  const prefixes = [...new Set(changes.map(({ path }) => prefixOf(path)))].sort();
  return prefixes.flatMap((prefix) => {
    const own = <T>(entries: readonly (readonly [path: string, value: T])[]) =>
      entries.filter(([path]) => prefixOf(path) === prefix)
        .map(([path, value]) => [path.slice(prefix.length), value] as const);
    const changed = groupBy(own(changes.map((change) => [change.path, change])), ([path]) => baseOf(path));
    const [files, linked] = [own([...objects]), own(links.map((path) => [path, path]))];
    return [...changed].map(([base, changes]) => {
      const isOwn = ([path]: readonly [string, unknown]) => path === CONFIG_PATH || baseOf(path) === base;
      return {
        base,
        prefix,
        changes: new Map(changes),
        objects: new Map(files.filter(isOwn)),
        links: linked.filter(isOwn).map(([path]) => path),
      };
    });
  });
}

/** Returns the folders of changed phases, and other folders with the same phase numbers. */
function foldersNear({ changes, objects }: StagedTree): ReadonlySet<string | undefined> {
  const phases = new Set([...changes.keys()].map((path) => phaseOf(phaseFolder(path))));
  const folders = new Set([...changes.keys(), ...objects.keys()].map(phaseFolder));
  return new Set([...folders].filter((folder) => phases.has(phaseOf(folder))));
}

/** Returns the printed phase number of a folder. Two folders may have the same. */
function phaseOf(folder: string | undefined): string | undefined {
  const number = folder && parsePhaseNumber(folder.slice(folder.lastIndexOf("/") + 1));
  return number ? printPhaseNumber(number) : folder;
}

/** Returns the part of a path before the first `.planning`. */
function prefixOf(path: string): string {
  return path.startsWith(`${PLANNING}/`) ? "" : path.slice(0, path.indexOf(`/${PLANNING}/`) + 1);
}

/** Returns true when a document changed that plans of all phases refer to. */
function changesIndex({ base, changes }: StagedTree): boolean {
  return changes.has(`${base}/ROADMAP.md`) || changes.has(`${base}/REQUIREMENTS.md`);
}

interface CheckedTree extends CheckedChange {
  /** The file contents after the change, by path. */
  readonly texts: ReadonlyMap<string, string>;
}

async function checkTree(
  tree: StagedTree,
  reach: "near" | "whole",
  repository: RepositoryPlace,
): Promise<CheckedTree> {
  const { base, changes, objects, links } = tree;
  const documents = [...documentsIn(base), CONFIG_PATH];
  const near = foldersNear(tree);
  const isRead = (path: string) =>
    isPlanPath(path)
      ? reach === "whole" || near.has(phaseFolder(path))
      : documents.includes(path) || (changes.has(path) && isPlanOrSummary(path));
  const after = new Map([...objects].filter(([path]) => isRead(path)));
  const before = new Map(after);
  const paths = new Set([...objects.keys(), ...links]);
  for (const [path, change] of changes) {
    if (change.before === undefined && !links.includes(path)) paths.delete(path);
    else paths.add(path);
    if (!isRead(path)) continue;
    if (change.before === undefined) before.delete(path);
    else before.set(path, change.before);
  }
  const others = new Map(
    [...objects].filter(([path]) => changes.has(path) && mayHoldText(path)),
  );
  const read = await readObjects(repository.host, repository.directory, [
    ...after.values(),
    ...before.values(),
    ...others.values(),
  ]);
  const conflicted = [...others].map(([path, name]) => new SourceText(path, read.get(name) ?? ""))
    .filter(({ text }) => conflictIn(text) !== undefined);
  const texts = new Map([
    ...textsOf(after, read),
    ...conflicted.map(({ path, text }) => [path, text] as const),
  ]);
  const textsBefore = textsOf(before, read);
  const root = await findStagedRoot(repository.host, repository.directory);
  const undecoded = root === undefined
    ? new Set<string>()
    : await findUndecoded(repository.host, joinPath(root, tree.prefix), texts);
  const folder = root && baseName(joinPath(root, tree.prefix));
  const checker = new Checker(rules);
  const plansBefore = [...changes.keys()].filter((path) => isPlanPath(path) && textsBefore.has(path))
    .map((path) => checker.parsePlan(new SourceText(path, textsBefore.get(path)!)));
  const result = checkChange({
    before: () => checker.parse({ base, texts: textsBefore, paths: [...paths], folder }),
    after: await withFacts(
      checker.parse({ base, texts, paths: [...objects.keys(), ...links], folder, undecoded, conflicted }),
      tree,
      repository,
    ),
    changed: new Set(changes.keys()),
    plansBefore,
  }, rules);
  return { ...result, texts };
}

/**
 * Returns true for a plan, a summary, or a file named almost like a plan, anywhere below the phases folder.
 */
function isPlanOrSummary(path: string): boolean {
  if (belowPhases(path) === undefined) return false;
  const name = baseName(path);
  return isPlanFileName(name) || isNearlyPlanName(name) || isSummaryPath(path);
}

/** Returns file contents by path; of summaries only the short ones. */
function textsOf(
  objects: ReadonlyMap<string, string>,
  texts: ReadonlyMap<string, string>,
): ReadonlyMap<string, string> {
  const all = [...objects].map(([path, name]): [string, string] => [path, texts.get(name) ?? ""]);
  return new Map(all.filter(([path, text]) => !isSummaryPath(path) || isShort(text)));
}

function isShort(text: string): boolean {
  return new TextEncoder().encode(text).length < SHORT_SUMMARY;
}

/**
 * Adds facts to a project. A file in the working tree is not missing, even if it is ignored and not staged.
 */
async function withFacts(
  project: Project,
  { prefix, objects }: StagedTree,
  { host, directory, overrides }: RepositoryPlace,
): Promise<Project> {
  const root = await findStagedRoot(host, directory);
  const exists = root === undefined ? () => true : existsIn(host, joinPath(root, prefix));
  const found = await addFacts(project, (path) => objects.has(path) || exists(path));
  return { ...found, config: withOverrides(found.config, overrides) };
}

/** Returns a finding with paths relative to the repository. */
function placed(finding: Diagnostic, prefix: string): Diagnostic {
  if (prefix === "") return finding;
  const { span, related, fix } = finding;
  const moved = (path: string) => prefix + path;
  return {
    ...finding,
    span: { ...span, path: moved(span.path) },
    ...(related && {
      related: related.map((other) => ({ ...other, span: { ...other.span, path: moved(other.span.path) } })),
    }),
    ...(fix && {
      fix: {
        ...fix,
        edits: fix.edits.map((edit) => edit.path === undefined ? edit : { ...edit, path: moved(edit.path) }),
      },
    }),
  };
}
