import { mapAll } from "../../collections/map_all.ts";
import { joinPath } from "../../path/paths.ts";
import { literalPathspecs, PATHSPECS_FROM_INPUT } from "../git/commit/pathspecs.ts";
import type { Git } from "../git/git.ts";
import { gitFolder } from "../git/repair/loose_refs.ts";
import type { EventDraft } from "../interaction/interaction.ts";
import type { Workspace } from "../worktrees/workspace.ts";

/** The flags of the index that hide changes from git, in the state that a task has no part in. */
export interface FlagsBefore {
  /** The tags of `git ls-files -v` by path, without the files that a sparse checkout leaves out. */
  readonly tags: Readonly<Record<string, string>>;
  /** True in a sparse checkout, where git itself flags the files that it leaves out. */
  readonly isSparse: boolean;
}

/** The paths whose flags were wrong, relative to the root of the repository. */
export interface SettledFlags {
  /** Those whose flags were cleared. */
  readonly cleared: readonly string[];
  /** Those whose flags, which are the user's, were set again. */
  readonly restored: readonly string[];
}

/** The state of the project's own working tree before the first task, by what all working trees share. */
const BEFORE = new WeakMap<Git["journal"], Promise<FlagsBefore>>();

/**
 * Clears flags of the index that a task has set (`--assume-unchanged`, `--skip-worktree`), as commits and checks would
 * miss the changes that they hide, and sets those of the user again that it has cleared, as commits would contain what
 * the user hides. Git is asked only if the index has changed: it is a copy in the sandbox.
 */
export class IndexFlags {
  private constructor(
    readonly workspace: Workspace,
    /** The user's flags; undefined in a worktree of wf. */
    readonly before: FlagsBefore | undefined,
    /** See {@link markOf}; undefined if it is not known. */
    readonly mark?: string,
  ) {}

  /** Returns the state that another program has recorded before a turn. */
  static async since(workspace: Workspace, before: FlagsBefore | undefined): Promise<IndexFlags> {
    const isKnown = workspace.isOwn || before !== undefined;
    return isKnown ? new IndexFlags(workspace, before) : await IndexFlags.take(workspace);
  }

  /** Records the state before a turn. */
  static async take(workspace: Workspace): Promise<IndexFlags> {
    const { isOwn, repository: { git } } = workspace;
    if (isOwn) return new IndexFlags(workspace, undefined, await markOf(git));
    const before = BEFORE.get(git.journal) ?? readBefore(git);
    BEFORE.set(git.journal, before);
    return new IndexFlags(workspace, await before, await markOf(git));
  }

  /** Clears and restores flags that a task has changed since. */
  async settle(): Promise<SettledFlags> {
    const { workspace, before, mark } = this;
    if (await markOf(workspace.repository.git) === mark) return { cleared: [], restored: [] };
    return await settleFlags(workspace, before);
  }
}

/**
 * Clears the flags that a task has set, restores the files that its sparse checkout left out, and sets the flags again
 * that it has cleared.
 *
 * @param before The flags that were there before; by default none.
 */
export async function settleFlags(
  { repository: { git } }: Pick<Workspace, "repository">,
  before?: FlagsBefore,
): Promise<SettledFlags> {
  const isSparse = before?.isSparse ?? await isSparseCheckout(git);
  const own = before?.tags ?? {};
  const now = await readTags(git);
  const cleared = [...now].flatMap(([path, tag]) =>
    isHiding(tag, isSparse) && own[path] !== tag ? [path] : []
  );
  const update = async (option: string, paths: readonly string[]) => {
    if (paths.length > 0) await git.output(["update-index", option, "-z", "--stdin"], listed(paths));
  };
  await update("--no-assume-unchanged", cleared);
  if (!isSparse) await update("--no-skip-worktree", cleared);
  const restored = Object.keys(own).filter((path) => now.has(path) && now.get(path) !== own[path]);
  const visible = restored.filter((path) => !isHiding(now.get(path)!, isSparse));
  if (visible.length > 0) {
    // What the user hides may be staged by now.
    await git.output(["reset", "--quiet", ...PATHSPECS_FROM_INPUT], literalPathspecs(visible));
  }
  await update("--assume-unchanged", restored.filter((path) => /[a-z]/.test(own[path]!)));
  await update("--skip-worktree", restored.filter((path) => /s/i.test(own[path]!)));
  const skipped = cleared.filter((path) => now.get(path) === "S");
  const isAbsent = async (path: string) => await git.host.kindOf(joinPath(git.root, path)) === undefined;
  const absent = (await mapAll(skipped, async (path) => await isAbsent(path) ? [path] : [])).flat();
  if (absent.length > 0) await git.output(["checkout-index", "-z", "--stdin"], listed(absent));
  return { cleared: cleared.filter((path) => !restored.includes(path)), restored };
}

function listed(paths: readonly string[]): string {
  return paths.map((path) => `${path}\0`).join("");
}

/** Returns the mark of the index, which git replaces whenever it writes it. */
async function markOf(git: Git): Promise<string> {
  const info = await git.host.stat(joinPath(await gitFolder(git), "index"));
  return `${info?.identity} ${info?.modified} ${info?.size}`;
}

async function readBefore(git: Git): Promise<FlagsBefore> {
  const isSparse = await isSparseCheckout(git);
  const hiding = [...await readTags(git)].filter(([, tag]) => isHiding(tag, isSparse));
  return { tags: Object.fromEntries(hiding), isSparse };
}

async function isSparseCheckout(git: Git): Promise<boolean> {
  return (await git.run(["config", "--type=bool", "--get", "core.sparseCheckout"])).stdout === "true\n";
}

/** Returns the tags of all files in the index, by path. */
async function readTags(git: Git): Promise<ReadonlyMap<string, string>> {
  const lines = (await git.output(["ls-files", "-v", "-z", "--full-name"])).split("\0");
  return new Map(lines.flatMap((line) => line === "" ? [] : [[line.slice(2), line[0]!] as const]));
}

/** Reports whether a tag shows a flag that hides changes. Other capital letters are states of the entry. */
function isHiding(tag: string, isSparse: boolean): boolean {
  return /[a-z]/.test(tag) || (tag === "S" && !isSparse);
}

/**
 * Reports changed flags.
 *
 * @param task The task, as `01-02/3`.
 * @returns False if there are none.
 */
export function reportFlags(
  task: string,
  { cleared, restored }: SettledFlags,
  report: (event: EventDraft) => void,
): boolean {
  const notice = (message: string) => report({ kind: "notice", message: `Task ${task} has ${message}` });
  if (cleared.length > 0) {
    notice(`hidden changes from git with flags of the index, which are cleared: ${cleared.join(", ")}`);
  }
  if (restored.length > 0) {
    notice(`cleared your flags of the index, which are set again: ${restored.join(", ")}`);
  }
  return cleared.length > 0 || restored.length > 0;
}
