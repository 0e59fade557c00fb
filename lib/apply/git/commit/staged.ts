import { defined } from "../../../collections/defined.ts";
import type { CommandResult, Host } from "../../../host/host.ts";
import { baseName } from "../../../path/paths.ts";
import { sha256 } from "../../files/sha256.ts";
import { firstLine, GitError, GUARDED, notStarted } from "../process.ts";
import { parseBatch, parseRawDiff, parseStages, type StagedChange, type Stages } from "./staged_output.ts";

/** The index below the `.planning` folders of a repository. */
export interface StagedIndex extends Stages {
  /** The changes of the next commit, in git's order. */
  readonly changes: readonly StagedChange[];
}

const PLANNING = ".planning";
/** Everything in any `.planning` folder of the repository. */
const PLANNING_PATHS = `:(top,glob)**/${PLANNING}/**`;
/** Everything, for a repository that is itself a `.planning` folder. */
const ALL_PATHS = ":(top)";

/**
 * Reads the staged files. This is the only place that keeps the variables which git sets for its hooks: in a
 * partial commit, `GIT_INDEX_FILE` names a temporary index with the files to commit.
 *
 * Paths are relative to the working tree. If `.planning` is a separate repository, they are relative to its
 * parent folder, so that they begin with `.planning/` there too.
 *
 * @param directory A folder in the working tree.
 * @throws {GitError} When there is no repository, or no git.
 */
export async function readStagedIndex(host: Host, directory: string): Promise<StagedIndex> {
  const diff = ["diff", "--cached", "--raw", "-z", "--no-abbrev", "--no-renames", "--no-relative"];
  // Nothing is awaited before git starts, because work that the caller does meanwhile would delay it.
  const isOwn = directory.split("/").includes(PLANNING) && await isPlanningItself(host, directory);
  const paths = isOwn ? ALL_PATHS : PLANNING_PATHS;
  const [changed, listed] = await Promise.all([
    runGit(host, directory, [...diff, "--ignore-submodules", "--", paths]),
    runGit(host, directory, ["ls-files", "--stage", "-z", "--full-name", "--", paths]),
  ]);
  const failed = [listed, changed].find(({ code }) => code !== 0);
  if (failed !== undefined) {
    throw /not a git repository|must be run in a work tree/i.test(failed.stderr)
      ? new GitError(
        `Cannot find a git repository at "${directory}"`,
        "--staged checks what is staged for a commit; drop it to check files outside of a repository",
        failed.stderr,
      )
      : new GitError(`Cannot read git's index: ${firstLine(failed.stderr)}`, "", failed.stderr);
  }
  const index = { changes: parseRawDiff(changed.stdout), ...parseStages(listed.stdout) };
  return isOwn ? below(PLANNING, index) : index;
}

/**
 * Adds files of the index to its changes, as if the next commit wrote them again.
 *
 * @param paths Paths of files and folders, like those of the index; `.` is everything.
 */
export function withFiles(index: StagedIndex, paths: readonly string[]): StagedIndex {
  const wanted = new Set(paths);
  const changed = new Set(index.changes.map(({ path }) => path));
  const named = [...index.objects].filter(([path]) => {
    if (changed.has(path)) return false;
    for (let end = path.length; end > 0; end = path.lastIndexOf("/", end - 1)) {
      if (wanted.has(path.slice(0, end))) return true;
    }
    return wanted.has(".");
  });
  const changes = named.map(([path, name]) => ({ path, before: name, after: name }));
  return { ...index, changes: [...index.changes, ...changes] };
}

/** Reports whether a repository is itself a `.planning` folder: a submodule, or plans kept in a separate repository. */
async function isPlanningItself(host: Host, directory: string): Promise<boolean> {
  const { findRepositoryRoot } = await import("../../files/find_repository_root.ts");
  const root = await findRepositoryRoot(host, directory);
  return root !== undefined && baseName(root) === PLANNING;
}

function below(folder: string, { changes, objects, links }: StagedIndex): StagedIndex {
  const placed = (path: string) => `${folder}/${path}`;
  return {
    changes: changes.map((change) => ({ ...change, path: placed(change.path) })),
    objects: new Map([...objects].map(([path, name]) => [placed(path), name])),
    links: links.map(placed),
  };
}

/** Reads the contents of objects with one call of git, by object name. */
export async function readObjects(
  host: Host,
  directory: string,
  names: Iterable<string>,
): Promise<ReadonlyMap<string, string>> {
  const wanted = [...new Set(names)];
  if (wanted.length === 0) return new Map();
  // No content can include a hash of its own name, so that none is mistaken for a header.
  const mark = await sha256(wanted.join());
  const { code, stdout, stderr } = await runGit(
    host,
    directory,
    ["cat-file", "--batch=%(objectname) %(objectsize) %(rest)"],
    wanted.map((name) => `${name} ${mark}\n`).join(""),
  );
  if (code !== 0) throw new GitError(`Cannot read what is staged: ${firstLine(stderr)}`, "", stderr);
  return parseBatch(stdout, wanted, mark);
}

async function runGit(
  host: Host,
  cwd: string,
  args: readonly string[],
  stdin?: string,
): Promise<CommandResult> {
  try {
    return await host.run({
      argv: ["git", ...GUARDED, ...args],
      cwd,
      env: {
        LC_ALL: "C",
        GIT_TERMINAL_PROMPT: "0",
        GIT_OPTIONAL_LOCKS: "0",
        GIT_LITERAL_PATHSPECS: "0",
        GIT_GLOB_PATHSPECS: "0",
        GIT_NOGLOB_PATHSPECS: "0",
        GIT_ICASE_PATHSPECS: "0",
      },
      // A call that reads may end with this program, and creating a separate process group is slow.
      group: "shared",
      ...defined({ stdin }),
    });
  } catch (error) {
    throw notStarted(error);
  }
}
