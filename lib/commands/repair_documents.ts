import type { StatusOptions } from "../../schemas/commands.ts";
import type { RepairedDocument, RepairResult } from "../../schemas/results/status.ts";
import { ConfinedFiles } from "../apply/files/confined_files.ts";
import { loadProject, workstreamsIn } from "../apply/files/load_project.ts";
import { readSources } from "../apply/files/read_sources.ts";
import type { Git } from "../apply/git/git.ts";
import { findInProgress } from "../apply/git/repair/in_progress.ts";
import { unmerged } from "../apply/git/merge/merge.ts";
import { ensureMergeDriver } from "../apply/git/merge/merge_driver.ts";
import { openRepository, type Repository, repositoryPath } from "../apply/git/repository.ts";
import { type MergedDocument, mergeDocuments } from "../apply/merge/merge_documents.ts";
import { waitingMerge } from "../apply/merge/pending_merge.ts";
import { findLock } from "../apply/session/lock.ts";
import { defined } from "../collections/defined.ts";
import { PLANNING } from "../parse/ids/locations.ts";
import { STATE_PATH } from "../parse/project/project.ts";
import { ROADMAP_PATH } from "../parse/roadmap/roadmap.ts";
import { FOLLOW_LOG } from "../plan/command_lines/commands.ts";
import { lastingFlags } from "../plan/command_lines/repeated_flags.ts";
import { addCommand, gitIn } from "../plan/command_lines/git_commands.ts";
import { updatedDocuments } from "../plan/status/stale_documents.ts";
import { projectStatus } from "../plan/status/status.ts";
import { type ChangedFile, unifiedDiff } from "../report/findings/diff.ts";
import { quoteShell } from "../text/quote_shell.ts";
import { type CommandContext, UsageError } from "./context/command_context.ts";
import { findRoot, readOverrides } from "./context/open_project.ts";
import { cleaningCommands } from "./context/uncommitted_changes.ts";
import { verificationsOf, viewRepository } from "./context/view_repository.ts";

export interface Repair {
  readonly result: Omit<RepairResult, "next">;
  /** The commands that commit the documents; undefined if the next commands of the project do. */
  readonly next?: readonly string[];
}

/**
 * Resolves the conflicts in what wf writes in the documents of a project and its workstreams. If no operation of git is
 * in progress, also updates the documents of the project that are behind the history.
 */
export async function repairDocuments(options: StatusOptions, context: CommandContext): Promise<Repair> {
  const { host } = context;
  const root = await findRoot(context);
  const repository = await openRepository(host, root);
  await requireNoRun(repository.git);
  const bases = [PLANNING, ...await workstreamsIn(host, root)];
  const paths = bases.flatMap((base) =>
    [ROADMAP_PATH, STATE_PATH].map((path) => path.replace(PLANNING, base))
  );
  const merged = await mergeDocuments(repository, { root, paths });
  const texts = new Map(merged.map(({ path, after }) => [path, after]));
  const open = await openOperation(repository.git);
  const updated = open === undefined && merged.every(isResolved)
    ? await updates({ root, texts }, options, context)
    : new Map<string, string>();
  const files = new ConfinedFiles(host, root);
  const changed: ChangedFile[] = [];
  for (const [path, after] of new Map([...texts, ...updated])) {
    const before = await files.read(path) ?? "";
    if (after !== before) changed.push({ path, before, after });
  }
  const written = options["dry-run"] !== true;
  if (written) { for (const { path, after } of changed) await files.write(path, after); }
  const documents = [
    ...merged.map((document): RepairedDocument => {
      const { path, lines, removed } = document;
      return { path, state: removed ? "removed" : isResolved(document) ? "merged" : "conflict", lines };
    }),
    ...[...updated.keys()].filter((path) => !texts.has(path)).map((path): RepairedDocument => {
      return { path, state: "updated", lines: [] };
    }),
  ];
  const next = await nextCommands({ repository, open, merged, changed }, options, context);
  const isSetUp = written && merged.length > 0 && await ensureMergeDriver(repository.git, true);
  return {
    result: {
      formatVersion: 1,
      written,
      documents,
      diff: unifiedDiff(changed),
      ...isSetUp ? { mergeDriver: true } : {},
    },
    ...defined({ next }),
  };
}

function isResolved({ lines, removed }: MergedDocument): boolean {
  return lines.length === 0 && !removed;
}

/** An operation of git that is not finished, so that the history does not yet contain its result. */
interface OpenOperation {
  /** The command that continues it; undefined if the next commands of the project do, or there is none. */
  readonly finish?: string;
  /** True if wf has begun it. */
  readonly own: boolean;
  /** The paths with conflicts, relative to the root of the repository. */
  readonly conflicts: readonly string[];
}

async function openOperation(git: Git): Promise<OpenOperation | undefined> {
  const conflicts = (await unmerged(git)).map(({ path }) => path);
  if (await waitingMerge(git) !== undefined) return { own: true, conflicts };
  const operation = await findInProgress(git);
  if (operation === undefined && conflicts.length === 0) return undefined;
  return { own: false, conflicts, ...defined({ finish: operation?.finish }) };
}

/** Throws a UsageError while a run may write the documents. */
async function requireNoRun(git: Git): Promise<void> {
  const lock = await findLock(git);
  if (lock === undefined) return;
  throw new UsageError(
    `Documents cannot be repaired ${lock.alive ? "during" : "after"} a run: ${lock.info.command}`,
    lock.alive ? `Wait for its end: ${FOLLOW_LOG}` : "Recover what it left first: wf doctor --fix",
  );
}

interface UpdateInput {
  readonly root: string;
  /** The merged texts of documents, by path. */
  readonly texts: ReadonlyMap<string, string>;
}

/** Returns the new texts of the documents that are behind the history, by path. */
async function updates(
  { root, texts }: UpdateInput,
  options: StatusOptions,
  { host }: CommandContext,
): Promise<ReadonlyMap<string, string>> {
  const sources = await readSources(host, root);
  const project = await loadProject(host, root, { ...sources, texts: new Map([...sources.texts, ...texts]) });
  const opened = { root, project };
  const { input } = await viewRepository(host, opened, { overrides: readOverrides(options.set) });
  const status = { ...input, verifications: await verificationsOf(host, opened, input) };
  return updatedDocuments(status, projectStatus(status).phases, new Date(host.now()));
}

interface Repaired {
  readonly repository: Repository;
  readonly open: OpenOperation | undefined;
  readonly merged: readonly MergedDocument[];
  readonly changed: readonly ChangedFile[];
}

async function nextCommands(
  { repository, open, merged, changed }: Repaired,
  options: StatusOptions,
  context: CommandContext,
): Promise<readonly string[] | undefined> {
  const flags = lastingFlags(options);
  if (merged.length === 0 && changed.length === 0) return undefined;
  if (options["dry-run"]) return [["wf status --repair", ...flags.map(quoteShell)].join(" ")];
  // The user resolves the others first, and repeats the repair.
  if (!merged.every(isResolved)) return undefined;
  const indexed = merged.filter(({ indexed }) => indexed).map(({ path }) => repositoryPath(repository, path));
  if (open?.own || (indexed.length === 0 && changed.length === 0)) return undefined;
  const { git } = repository;
  if (indexed.length === 0) {
    const paths = changed.map(({ path }) => repositoryPath(repository, path));
    if ((await git.ignoredAmong(paths)).size > 0) return undefined;
    return [(await cleaningCommands(git, paths, { cwd: await context.cwd(), flags })).commit];
  }
  const add = addCommand(indexed, flags);
  const isLast = open?.conflicts.every((path) => indexed.includes(path));
  if (!isLast || open?.finish === undefined) {
    return [add, ["wf status", ...flags.map(quoteShell)].join(" ")];
  }
  return [`${add} && ${open.finish.replace(/^git/, () => gitIn(flags))}`];
}
