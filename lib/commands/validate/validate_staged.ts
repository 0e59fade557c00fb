import type { Diagnostic } from "../../../schemas/diagnostic.ts";
import { findStagedRoot } from "../../apply/files/load_project.ts";
import { readObjects, type StagedIndex } from "../../apply/git/staged.ts";
import type { StagedChange } from "../../apply/git/staged_output.ts";
import { checkChange, type CheckedChange } from "../../check/fix/diff_check.ts";
import { Checker } from "../../check/checker.ts";
import { judgePatterns } from "../../check/patterns.ts";
import { rules } from "../../check/rules/all_rules.ts";
import type { Host } from "../../host/host.ts";
import { joinPath } from "../../path/paths.ts";
import { parsePhaseNumber, printPhaseNumber } from "../../parse/ids/phase_number.ts";
import { isNearlyPlanName, isPlanFileName } from "../../parse/ids/plan_names.ts";
import { baseNameOf, isPlanPath, isSummaryPath, phaseFolder } from "../../parse/ids/summary_paths.ts";
import { DOCUMENTS, PHASES, PLANNING, SHORT_SUMMARY } from "../../parse/project/project.ts";
import type { Project } from "../../parse/project/model.ts";
import { ROADMAP_PATH } from "../../parse/roadmap/roadmap.ts";
import { SourceText } from "../../text/source_text.ts";
import { judgeProject } from "./probe_project.ts";
import type { Findings } from "./report_findings.ts";

/** Where a repository is. */
export interface RepositoryPlace {
  /** The machine. */
  readonly host: Host;
  /** Folder in its working tree, absolute. */
  readonly directory: string;
}

/**
 * Checks what is staged, in every `.planning` folder that the next commit would change. Paths are
 * those of the repository, as there may be several projects in it.
 *
 * Plans that change are read first, with the others in their phases, and of all others the names. Only
 * where that leaves something to say, or a plan is gone that others may name, the whole tree is read: most
 * commits are checked in a moment, and none is told anything that is not so.
 */
export async function validateStaged(index: StagedIndex, repository: RepositoryPlace): Promise<Findings> {
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

/** A `.planning` folder that changes. Paths are relative to the project root. */
interface StagedTree {
  /** Path of the project root, with a slash behind it; empty for the repository's. */
  readonly prefix: string;
  /** The files that change. */
  readonly changes: ReadonlyMap<string, StagedChange>;
  /** Objects of all files. */
  readonly objects: ReadonlyMap<string, string>;
  /** The links, of which the names alone are known. */
  readonly links: readonly string[];
}

function treesOf({ changes, objects, links }: StagedIndex): readonly StagedTree[] {
  const prefixes = [...new Set(changes.map(({ path }) => prefixOf(path)))].sort();
  return prefixes.map((prefix) => {
    const own = (path: string) => prefixOf(path) === prefix;
    return {
      prefix,
      changes: new Map(
        changes.filter(({ path }) => own(path)).map((change) => [change.path.slice(prefix.length), change]),
      ),
      objects: new Map(
        [...objects].filter(([path]) => own(path)).map(([path, name]) => [path.slice(prefix.length), name]),
      ),
      links: links.filter(own).map((path) => path.slice(prefix.length)),
    };
  });
}

/** The folders of the phases that change, and those of other folders with the same numbers. */
function foldersNear({ changes, objects }: StagedTree): ReadonlySet<string | undefined> {
  const phases = new Set([...changes.keys()].map((path) => phaseOf(phaseFolder(path))));
  const folders = new Set([...changes.keys(), ...objects.keys()].map(phaseFolder));
  return new Set([...folders].filter((folder) => phases.has(phaseOf(folder))));
}

/** The phase that a folder belongs to, as its number is printed: two folders may have the same. */
function phaseOf(folder: string | undefined): string | undefined {
  const number = folder && parsePhaseNumber(folder.slice(folder.lastIndexOf("/") + 1));
  return number ? printPhaseNumber(number) : folder;
}

/** What stands before the first `.planning` of a path. */
function prefixOf(path: string): string {
  return path.startsWith(`${PLANNING}/`) ? "" : path.slice(0, path.indexOf(`/${PLANNING}/`) + 1);
}

/** Whether a document changes that plans of every phase are held against. */
function changesIndex({ changes }: StagedTree): boolean {
  return changes.has(ROADMAP_PATH) || changes.has(`${PLANNING}/REQUIREMENTS.md`);
}

/** What was read of a tree, and what is to be said of it. */
interface CheckedTree extends CheckedChange {
  /** Texts of the files after the change, by path. */
  readonly texts: ReadonlyMap<string, string>;
}

async function checkTree(
  tree: StagedTree,
  reach: "near" | "whole",
  repository: RepositoryPlace,
): Promise<CheckedTree> {
  const { changes, objects, links } = tree;
  const near = foldersNear(tree);
  const isRead = (path: string) =>
    isPlanPath(path)
      ? reach === "whole" || near.has(phaseFolder(path))
      : DOCUMENTS.includes(path) || (changes.has(path) && isPlanOrSummary(path));
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
  const read = await readObjects(repository.host, repository.directory, [
    ...after.values(),
    ...before.values(),
  ]);
  const texts = textsOf(after, read);
  const textsBefore = textsOf(before, read);
  const checker = new Checker(rules);
  const plansBefore = [...changes.keys()].filter((path) => isPlanPath(path) && textsBefore.has(path))
    .map((path) => checker.parsePlan(new SourceText(path, textsBefore.get(path)!)));
  const result = checkChange({
    before: () => checker.parse({ texts: textsBefore, paths: [...paths] }),
    after: await judged(checker.parse({ texts, paths: [...objects.keys(), ...links] }), tree, repository),
    changed: new Set(changes.keys()),
    plansBefore,
  }, rules);
  return { ...result, texts };
}

/** Whether a file below the phases' folder is a plan, wherever it lies, nearly named as one, or a summary. */
function isPlanOrSummary(path: string): boolean {
  if (!path.startsWith(`${PHASES}/`)) return false;
  const name = baseNameOf(path);
  return isPlanFileName(name) || isNearlyPlanName(name) || isSummaryPath(path);
}

/** Texts by path; of summaries only those that are short. */
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
 * The project, with the patterns that cannot be used and the files that are absent: neither staged nor
 * in the working tree, where they may lie ignored.
 */
async function judged(
  project: Project,
  { prefix, objects }: StagedTree,
  { host, directory }: RepositoryPlace,
): Promise<Project> {
  const root = await findStagedRoot(host, directory);
  if (root === undefined) return await judgePatterns(project);
  const found = await judgeProject(host, joinPath(root, prefix), project);
  return { ...found, absent: new Set([...found.absent ?? []].filter((path) => !objects.has(path))) };
}

/** A finding with the paths of the repository. */
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
