import type { Diagnostic } from "../../schemas/diagnostic.ts";
import { DOCUMENTS } from "../apply/files.ts";
import { readObjects, type StagedIndex } from "../apply/staged.ts";
import type { StagedChange } from "../apply/staged_output.ts";
import { checkChange, type CheckedChange } from "../check/change.ts";
import { rules } from "../check/rules.ts";
import type { Host } from "../host/host.ts";
import { parsePhaseNumber, printPhaseNumber } from "../parse/phase_number.ts";
import { isPlanPath, phaseFolder, PLANNING } from "../parse/project.ts";
import { ROADMAP_PATH } from "../parse/roadmap.ts";
import { SourceText } from "../source.ts";
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
 * Plans that change are read first, of the others in their phases what matters to them, and of all
 * others the names. Only where that leaves something to say, or a plan is gone that others may name, the
 * whole tree is read: most commits are checked in a moment, and none is told anything that is not so.
 */
export async function validateStaged(index: StagedIndex, repository: RepositoryPlace): Promise<Findings> {
  const diagnostics: Diagnostic[] = [];
  const sources = new Map<string, SourceText>();
  let files = 0;
  let plans = 0;
  for (const tree of treesOf(index)) {
    const near = changesIndex(tree) ? undefined : await checkTree(tree, "near", repository);
    const isEnough = near !== undefined && near.findings.length === 0 && !near.losesPlans;
    const { findings, after } = isEnough ? near : await checkTree(tree, "whole", repository);
    diagnostics.push(...findings.map((finding) => placed(finding, tree.prefix)));
    for (const [path, text] of after.sources.texts) {
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
}

function treesOf({ changes, objects }: StagedIndex): readonly StagedTree[] {
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
    };
  });
}

/** The phase that a path belongs to, as its number is printed: two folders may have the same. */
function phaseOf(path: string): string | undefined {
  const folder = phaseFolder(path);
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

async function checkTree(
  { changes, objects }: StagedTree,
  reach: "near" | "whole",
  { host, directory }: RepositoryPlace,
): Promise<CheckedChange> {
  const phases = new Set([...changes.keys()].map(phaseOf));
  const isRead = (path: string) =>
    isPlanPath(path) ? reach === "whole" || phases.has(phaseOf(path)) : DOCUMENTS.includes(path);
  const after = new Map([...objects].filter(([path]) => isRead(path)));
  const before = new Map(after);
  const paths = new Set(objects.keys());
  for (const [path, change] of changes) {
    if (change.before === undefined) paths.delete(path);
    else paths.add(path);
    if (!isRead(path)) continue;
    if (change.before === undefined) before.delete(path);
    else before.set(path, change.before);
  }
  const texts = await readObjects(host, directory, [...after.values(), ...before.values()]);
  const textOf = ([path, name]: readonly [string, string]): [string, string] => {
    const text = texts.get(name) ?? "";
    return [path, reach === "whole" || changes.has(path) || !isPlanPath(path) ? text : essentials(text)];
  };
  return checkChange({
    before: { texts: new Map([...before].map(textOf)), paths: [...paths] },
    after: { texts: new Map([...after].map(textOf)), paths: [...objects.keys()] },
    changed: new Set(changes.keys()),
  }, rules);
}

/** What of a plan matters to others: its frontmatter without the must-haves, which are its own. */
function essentials(text: string): string {
  const end = /\n---[ \t]*\r?\n/g;
  end.lastIndex = text.indexOf("---");
  const close = end.exec(text);
  if (close === null) return text;
  const fields = text.slice(0, close.index + close[0].length);
  return fields.replace(
    /^must_haves:.*\n(?:(?![A-Za-z_]|---).*\n)*/m,
    "must_haves: { truths: [it works] }\n",
  );
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
