import { type CommandResult, type Host, HostError } from "../../host/host.ts";
import { baseName } from "../../path/paths.ts";
import { firstLine, GitError } from "./process.ts";
import { parseBatch, parseRawDiff, parseStages, type StagedChange, type Stages } from "./staged_output.ts";

/** What git's index holds below the `.planning` folders of a repository. */
export interface StagedIndex extends Stages {
  /** What the next commit would change, in git's order. */
  readonly changes: readonly StagedChange[];
}

const PLANNING = ".planning";
/** Everything in a `.planning` folder, wherever in the repository. */
const PLANNING_PATHS = `:(top,glob)**/${PLANNING}/**`;
/** Everything in a repository that is itself such a folder. */
const ALL_PATHS = ":(top)";

/**
 * Reads what is staged. The one place where the variables stay that git sets for its hooks: of a
 * partial commit, `GIT_INDEX_FILE` names the index that holds it, which is another than the usual one.
 *
 * Paths are relative to the working tree; where `.planning` is a repository of its own, to the folder it
 * lies in, so that they begin with `.planning/` there too.
 *
 * @param directory Folder in the working tree.
 * @throws {GitError} When there is no repository, or no git.
 */
export async function readStagedIndex(host: Host, directory: string): Promise<StagedIndex> {
  const diff = ["diff", "--cached", "--raw", "-z", "--no-abbrev", "--no-renames", "--no-relative"];
  // Without a pause before git is started: what the caller loads meanwhile would hold it up.
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

/** Whether a repository is itself a folder `.planning`: of a submodule, or of plans that are kept apart. */
async function isPlanningItself(host: Host, directory: string): Promise<boolean> {
  const { findRepositoryRoot } = await import("../files/load_project.ts");
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

/** Reads objects as texts, all in one go, by their names. */
export async function readObjects(
  host: Host,
  directory: string,
  names: Iterable<string>,
): Promise<ReadonlyMap<string, string>> {
  const wanted = [...new Set(names)];
  if (wanted.length === 0) return new Map();
  // No text can foresee this mark, so that none is taken for the beginning of another.
  const mark = `wf-${host.pid}-${host.now()}`;
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
      // A folder of the project is not taken for a repository, whose settings may run programs.
      argv: ["git", "-c", "safe.bareRepository=explicit", ...args],
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
      // A call that reads may end with this program, and a group of its own takes long to make.
      group: "shared",
      ...(stdin === undefined ? {} : { stdin }),
    });
  } catch (error) {
    if (error instanceof HostError && error.reason === "not-found") {
      throw new GitError("Cannot run git: it is not installed", "Install git 2.38 or newer");
    }
    throw error;
  }
}
