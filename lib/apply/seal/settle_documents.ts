import type { Question } from "../../../schemas/question.ts";
import { joinPath } from "../../path/paths.ts";
import { STATE_PATH } from "../../parse/project/project.ts";
import { ROADMAP_PATH } from "../../parse/roadmap/roadmap.ts";
import { baseNameOf, isSummaryPath } from "../../parse/ids/summary_paths.ts";
import { isGoverning, isSealed, sealedQuestion } from "../../plan/execution/sealed_documents.ts";
import { keptFolder } from "../worktrees/backup.ts";
import {
  changedDocuments,
  keepChanges,
  markOf,
  type PlanningSeal,
  putBack,
  type SealedChange,
  takeSeal,
  writeMark,
} from "./planning_seal.ts";
import { repositoryPath } from "../git/repository.ts";
import { askQuestion } from "../interaction/interaction.ts";
import type { RunContext } from "../run/context.ts";
import { forgetSealed, readSealed, type SealedRecord, writeSealed } from "./sealed_record.ts";
import type { Workspace } from "../worktrees/workspace.ts";

/** Options for {@link settleDocuments}. */
export interface SettleOptions {
  /** The documents before the task. */
  readonly seal: PlanningSeal;
  /** The task, as `01-02/3`. */
  readonly task: string;
  /** What its plan declares. */
  readonly declared: readonly string[];
  /** Whether the working tree is the user's own, so that the user may have made the changes. */
  readonly shared: boolean;
  /** Whether what the last commit holds was committed by others than the task. */
  readonly isMovedByOthers: () => Promise<boolean>;
  /** Whether the task is one of an earlier run, since which the user may have worked on the documents. */
  readonly isOver?: boolean;
  /** Whether a document is looked at; without it, every one is. */
  readonly isWatched?: (path: string) => boolean;
}

/** What became of documents that changed during a task. */
export type Settled =
  /** All is as it was. */
  | { readonly kind: "unchanged" }
  /** All is as it was again, or may be as it is; with the paths that were put back unasked. */
  | { readonly kind: "settled"; readonly restored: readonly string[] }
  /** They were put back for now, and nobody is there to say whose the changes are. */
  | { readonly kind: "waiting"; readonly question: Question };

type Told = Pick<RunContext, "ask" | "report">;

/**
 * Settles what became of documents during a task. In a working tree of wf's own, changes are put back. In the
 * user's own they may be the user's, so the user is asked; until there is an answer they are put back too,
 * but for those of an earlier run.
 * What was written there is kept in every case.
 */
export async function settleDocuments(
  workspace: Workspace,
  { seal, task, declared, shared, isMovedByOthers, isOver = false, isWatched = () => true }: SettleOptions,
  { ask, report }: Told,
): Promise<Settled> {
  const found = (await changedDocuments(seal, workspace)).filter(({ path }) =>
    isSealed(path, declared) && isWatched(path)
  );
  if (found.length === 0) return { kind: "unchanged" };
  const isMoved = await isMovedByOthers();
  const changes: SealedChange[] = [];
  for (const change of found) {
    if (isMoved && await isCommitted(change, workspace)) continue;
    if (!shared || change.before !== undefined || isGoverning(change.path)) changes.push(change);
    else if (!isOver && !isPassing(change.path)) {
      report({
        kind: "notice",
        message: `${change.path} is new since task ${task} began; it is left where it is and not committed`,
      });
    }
  }
  const folder = joinPath(keptFolder(workspace.repository), task.replace("/", "-"));
  const restore = async (those: readonly SealedChange[], isTold: boolean) => {
    if (those.length === 0) return;
    await keepChanges(those, workspace, folder);
    await putBack(those, seal, workspace);
    if (isTold) report({ kind: "notice", message: restoredText(task, those, folder) });
  };
  // A new summary stands in nobody's way, and wf writes its own.
  const doubtful = shared
    ? changes.filter(({ path, before }) => isOver || before !== undefined || !isSummaryPath(path))
    : [];
  const certain = changes.filter((change) => !doubtful.includes(change));
  await restore(certain, true);
  if (doubtful.length === 0) return { kind: "settled", restored: certain.map(({ path }) => path) };
  const question = sealedQuestion(task, doubtful.map(({ path }) => path));
  const answered = await askQuestion(question, { ask, report });
  if (answered.kind === "answered") {
    if (answered.value !== "keep") await restore(doubtful, true);
    return { kind: "settled", restored: [] };
  }
  // Nothing goes on before there is an answer, so what may be the user's stays where it is.
  if (isOver) return { kind: "waiting", question };
  await restore(doubtful, false);
  const all = merged(await readSealed(workspace), doubtful, task);
  await writeSealed(workspace, { kind: "asked", task, changes: all, folder });
  return { kind: "waiting", question: sealedQuestion(task, all.map(({ path }) => path)) };
}

/** What a task's turns have changed together, as far as nobody has said what becomes of it. */
function merged(
  record: SealedRecord | undefined,
  changes: readonly SealedChange[],
  task: string,
): readonly SealedChange[] {
  if (record?.kind !== "asked" || record.task !== task) return changes;
  const newer = new Set(changes.map(({ path }) => path));
  return [...record.changes.filter(({ path }) => !newer.has(path)), ...changes];
}

/**
 * Settles what an earlier run has left: documents that changed during a task that was killed, and a question
 * that has no answer yet.
 *
 * @returns The question that still waits, or undefined.
 */
export async function settleEarlier(workspace: Workspace, told: Told): Promise<Question | undefined> {
  const record = await readSealed(workspace);
  if (record === undefined) return undefined;
  if (record.kind === "asked") return await settleAsked(workspace, record, told);
  const { seal, task, declared, lanes = false } = record;
  const options = {
    seal,
    task,
    declared,
    shared: true,
    isMovedByOthers: () => Promise.resolve(true),
    isOver: true,
    // The program was about to write these itself when it was ended.
    isWatched: (path: string) => !lanes || !isWrittenInRun(path),
  };
  const settled = await settleDocuments(workspace, options, told);
  if (settled.kind === "waiting") return settled.question;
  await forgetSealed(workspace);
  return undefined;
}

/**
 * Settles what has become of the documents here while a host worked on tasks in worktrees, before anything is
 * read from them.
 *
 * @returns The question that waits, or undefined.
 */
export async function settleLanes(workspace: Workspace, told: Told): Promise<Question | undefined> {
  const record = await readSealed(workspace);
  if (record?.kind !== "open" || record.lanes !== true) return undefined;
  const { seal, task, declared } = record;
  // What a hosting agent starts carries no mark: there every commit is taken for the agent's.
  const options = { seal, task, declared, shared: true, isMovedByOthers: () => Promise.resolve(false) };
  const settled = await settleDocuments(workspace, options, told);
  if (settled.kind === "waiting") return settled.question;
  if (settled.kind === "settled") {
    await writeSealed(workspace, { ...record, seal: await takeSeal(workspace) });
  }
  return undefined;
}

/** Whether a run writes a document: a summary, the state, the roadmap, a verification. */
function isWrittenInRun(path: string): boolean {
  return path === STATE_PATH || path === ROADMAP_PATH || isSummaryPath(path) ||
    /VERIFICATION\.md$/i.test(path);
}

async function settleAsked(
  workspace: Workspace,
  { task, changes, folder }: Extract<SealedRecord, { readonly kind: "asked" }>,
  { ask, report }: Told,
): Promise<Question | undefined> {
  const question = sealedQuestion(task, changes.map(({ path }) => path));
  const answered = await askQuestion(question, { ask, report });
  if (answered.kind !== "answered") return question;
  const newer: string[] = [];
  if (answered.value === "keep") {
    for (const { path, before, after } of changes) {
      // What was written there since is newer than both.
      if (await markOf(path, workspace) === before) await writeMark(path, after, workspace);
      else newer.push(path);
    }
  }
  await forgetSealed(workspace);
  const message = answered.value === "keep"
    ? newer.length === 0
      ? ""
      : `Changed since, and left as they are: ${newer.join(", ")}. What they held is in ${folder}`
    : restoredText(task, changes, folder);
  if (message !== "") report({ kind: "notice", message });
  return undefined;
}

function restoredText(task: string, changes: readonly SealedChange[], folder: string): string {
  return `Changed during task ${task}, which may not change them, and put back: ${
    changes.map(({ path }) => path).join(", ")
  }. What was written there is kept in ${folder}`;
}

/** Whether the last commit holds a document as it is now. */
async function isCommitted({ path, after }: SealedChange, { repository }: Workspace): Promise<boolean> {
  const name = `HEAD:${repositoryPath(repository, path)}`;
  const { code, stdout } = await repository.git.run([
    "rev-parse",
    "--verify",
    "--quiet",
    "--end-of-options",
    name,
  ]);
  return after === undefined ? code !== 0 : after === `blob:${stdout.trim()}`;
}

/** Whether a file is one that an editor makes for a moment. */
function isPassing(path: string): boolean {
  return /^\.|~$/.test(baseNameOf(path));
}
