import { alignDocuments } from "../../plan/merge/align_documents.ts";
import { type ConflictSides, conflictSides } from "../../plan/merge/conflict_sides.ts";
import { conflictIn } from "../../text/conflict.ts";
import { SourceText } from "../../text/source_text.ts";
import { ConfinedFiles } from "../files/confined_files.ts";
import { joinPath } from "../../path/paths.ts";
import type { Git } from "../git/git.ts";
import { firstLine, GitError } from "../git/process.ts";
import { type Repository, repositoryPath } from "../git/repository.ts";

/** The exit code of `git merge-file` for as many conflicts or more; greater ones are errors. */
const MAX_CONFLICTS = 127;

/** A document in which a merge has left conflicts. */
export interface MergedDocument {
  /** Path relative to the project root. */
  readonly path: string;
  readonly before: string;
  /** The text with the conflicts resolved that wf can resolve. */
  readonly after: string;
  /** The lines at which the other conflicts begin, from 1. */
  readonly lines: readonly number[];
  /** True if it is in the index with its conflicts, until it is added. */
  readonly indexed: boolean;
  /** True if one side has removed it, so that the user decides. */
  readonly removed: boolean;
}

export interface MergeDocumentsInput {
  /** Absolute path of the project root. */
  readonly root: string;
  /** The paths of the documents, relative to the project root. */
  readonly paths: readonly string[];
}

/**
 * Merges documents with conflicts again, after giving both sides the same values where wf writes them. Starts from the
 * versions in the index; from the sides in the file if the user has edited these or git no longer knows of the conflict.
 * Changes no file of the project.
 */
export async function mergeDocuments(
  repository: Repository,
  { root, paths }: MergeDocumentsInput,
): Promise<readonly MergedDocument[]> {
  const { git } = repository;
  const files = new ConfinedFiles(git.host, root);
  const found: MergedDocument[] = [];
  for (const path of paths) {
    const stages = await stagesOf(git, repositoryPath(repository, path));
    const before = await files.read(path);
    const indexed = stages.size > 0;
    if (before === undefined || (conflictIn(before) === undefined && !indexed)) continue;
    const removed = indexed && !(stages.has("2") && stages.has("3"));
    const after = conflictIn(before) === undefined ? before : await mergeAgain(git, path, before, stages);
    found.push({ path, before, after, lines: conflictLines(path, after), indexed, removed });
  }
  return found;
}

function conflictLines(path: string, text: string): readonly number[] {
  const left = conflictIn(text);
  if (left === undefined) return [];
  return conflictSides(text)?.lines ?? [new SourceText(path, text).position(left.start).line];
}

async function mergeAgain(
  git: Git,
  path: string,
  text: string,
  stages: ReadonlyMap<string, string>,
): Promise<string> {
  const sides = conflictSides(text);
  if (sides === undefined) return text;
  const { labels } = sides;
  const [base = "", ours, theirs] = ["1", "2", "3"].map((stage) => stages.get(stage));
  const isEdited = ours === undefined || theirs === undefined ||
    !isSame(sides, conflictSides(await mergeTexts(git, { versions: { base, ours, theirs }, labels })));
  const versions = isEdited ? sides.versions : { base, ours, theirs };
  return await mergeTexts(git, { versions: alignDocuments(path, versions), labels });
}

function isSame({ versions: { ours, theirs } }: ConflictSides, other: ConflictSides | undefined): boolean {
  return other?.versions.ours === ours && other.versions.theirs === theirs;
}

/** Returns the versions of a conflicted path in the index, by their stage: 1 is the base, 2 ours, 3 theirs. */
async function stagesOf(git: Git, path: string): Promise<ReadonlyMap<string, string>> {
  const output = await git.output(["ls-files", "--unmerged", "-z", "--", `:(top,literal)${path}`]);
  const stages = new Map<string, string>();
  for (const [, hash, stage] of output.matchAll(/(?<=^|\0)\d+ ([0-9a-f]+) ([123])\t/g)) {
    stages.set(stage!, await git.output(["cat-file", "blob", hash!]));
  }
  return stages;
}

const SIDES = ["ours", "base", "theirs"] as const;

async function mergeTexts(
  git: Git,
  { versions, labels }: Pick<ConflictSides, "versions" | "labels">,
): Promise<string> {
  const files = new ConfinedFiles(git.host, git.commonDirectory);
  const paths = SIDES.map((side) => `wf/${git.host.pid}.${side}`);
  try {
    for (const [index, side] of SIDES.entries()) await files.write(paths[index]!, versions[side]);
    const names = [labels.ours, "base", labels.theirs].flatMap((label) => ["-L", label]);
    const { code, stdout, stderr } = await git.run([
      "merge-file",
      "-p",
      ...names,
      ...paths.map((path) => joinPath(git.commonDirectory, path)),
    ]);
    if (code <= MAX_CONFLICTS) return stdout;
    throw new GitError(`Cannot merge the documents: ${firstLine(stderr)}`, "", stderr);
  } finally {
    for (const path of paths) await files.remove(path);
  }
}
