import type { Question } from "../../../schemas/question.ts";
import { baseName, joinPath } from "../../path/paths.ts";
import { isSummaryPath } from "../../parse/ids/summary_paths.ts";
import { firstOf } from "../../text/list_text.ts";
import {
  isControlDocument,
  isPlanDocument,
  isSealed,
  isSealedSettings,
  isSettings,
  sealedQuestion,
  settingsQuestion,
  taskName,
} from "../../plan/execution/sealed_documents.ts";
import { keptFolder } from "../worktrees/backup.ts";
import { changedDocuments, type PlanningSeal, type SealedChange } from "./planning_seal.ts";
import { knownChanges } from "./known_changes.ts";
import { keepChanges, putBack } from "./put_back.ts";
import { repositoryPath } from "../git/repository.ts";
import { type Asker, askQuestion, type EventDraft } from "../interaction/interaction.ts";
import { readSealed, type SealedRecord, writeSealed } from "./sealed_record.ts";
import type { Workspace } from "../worktrees/workspace.ts";

export interface SettleOptions {
  /** The documents before the task. */
  readonly seal: PlanningSeal;
  /** The task, as `01-02/3`. */
  readonly task: string;
  /** The paths that its plan declares. */
  readonly declared: readonly string[];
  /** True for the user's own working tree, where the user may have made the changes. */
  readonly shared: boolean;
  /** Returns true when someone other than the task made the last commit. */
  readonly isMovedByOthers: () => Promise<boolean>;
  /** True for a task of an earlier run, since which the user may have changed the documents. */
  readonly isOver?: boolean;
  /** Returns true for a document to check; when omitted, all are checked. */
  readonly isWatched?: (path: string) => boolean;
  /** The documents to inspect; by default all. Settings are inspected in any case. */
  readonly among?: readonly string[] | undefined;
}

export type Settled =
  & {
    /** The state afterwards. A change by others meanwhile is not in it, so that it is detected the next time. */
    readonly seal: PlanningSeal;
  }
  & (
    | { readonly kind: "unchanged" }
    /** Changes are restored or accepted. `restored` has those that were restored without a question. */
    | { readonly kind: "settled"; readonly restored: readonly SealedChange[] }
    /** Changes are restored for now, and the user has to decide about them. */
    | { readonly kind: "waiting"; readonly question: Question }
  );

export interface Reporting {
  readonly ask: Asker;
  readonly report: (event: EventDraft) => void;
}

const OWN_CHANGE =
  "If you want such a change, as an installation of hooks makes it, make it yourself before the run";

/**
 * Settles changes to documents during a task. In a worktree of wf, changes are reverted. In the user's own
 * working tree they may be the user's, so the user is asked; until there is an answer they are reverted too,
 * except for those of an earlier run. A copy of the changed content is always kept. A change to settings that a run
 * repeats is restored without another copy, question or notice.
 */
export async function settleDocuments(
  workspace: Workspace,
  { seal, task, declared, shared, isMovedByOthers, isOver = false, isWatched = () => true, among }:
    SettleOptions,
  { ask, report }: Reporting,
): Promise<Settled> {
  const now = await changedDocuments(seal, workspace, among);
  const found = now.changes.filter(({ path }) =>
    (isSealed(path, declared) || isSealedSettings(path, declared, seal.hooks)) && isWatched(path)
  );
  if (found.length === 0) {
    return { kind: "unchanged", seal: now.files === seal.files ? seal : { ...seal, files: now.files } };
  }
  const isMoved = await isMovedByOthers();
  const links = found.flatMap(({ path, before, after }) => {
    const isNew = before === undefined && after?.startsWith("link:");
    // Emacs locks a file with such a link.
    const isLock = isTemporary(path) && !found.some((other) => other.path.startsWith(`${path}/`));
    return isNew && !isLock ? [path] : [];
  });
  // No user replaces a folder of documents while a task runs, and wf would write through the link.
  const isLinked = (path: string) => links.some((link) => path === link || path.startsWith(`${link}/`));
  const changes: SealedChange[] = [];
  for (const change of found) {
    const isOfSettings = isSettings(change.path, seal.hooks);
    // A person may commit documents meanwhile; a plan that changes is asked about in any case.
    if (isMoved && !isOfSettings && !isPlanDocument(change.path) && await isCommitted(change, workspace)) {
      continue;
    }
    const decides = isOfSettings || change.before !== undefined || isControlDocument(change.path) ||
      isLinked(change.path);
    if (!shared || decides) changes.push(change);
    else if (!isOver && !isTemporary(change.path)) {
      report({
        kind: "notice",
        message: `${change.path} is new since task ${task} began; it is kept and not committed`,
      });
    }
  }
  const folder = joinPath(keptFolder(workspace.repository), task.replace("/", "-"));
  let files = now.files;
  const known = knownChanges(workspace);
  const isSetting = ({ path }: SealedChange) => isSettings(path, seal.hooks);
  const restore = async (those: readonly SealedChange[], isReported: boolean) => {
    if (those.length === 0) return;
    files = withMarks(files, those);
    await keepChanges(
      those.filter((change) => !isSetting(change) || !known.isKept(change)),
      workspace,
      folder,
    );
    await putBack(those, seal, workspace);
    const fresh = those.filter((change) => !isSetting(change) || !known.isReported(change));
    if (isReported && fresh.length > 0) {
      const hint = fresh.some(isSetting) && known.isEmpty ? `. ${OWN_CHANGE}` : "";
      report({ kind: "notice", message: restoredText(task, fresh, folder) + hint });
    }
    known.add(those.filter(isSetting));
  };
  const settings = isOver ? [] : changes.filter((change) => isSetting(change) && !known.isReported(change));
  // Settings that the user does not keep are restored at once: a program that git runs must not be a task's.
  const kept = shared && settings.length > 0 &&
    (await ask(settingsQuestion(task, settings.map(({ path }) => path))))?.value === "keep";
  // A new summary does no harm, and wf writes its own.
  const doubtful = shared
    ? changes.filter(({ path, before }) => {
      if (isLinked(path)) return false;
      return isOver || (!isSettings(path, seal.hooks) && (before !== undefined || !isSummaryPath(path)));
    })
    : [];
  const certain = changes.filter((change) => {
    return !doubtful.includes(change) && !(kept && settings.includes(change));
  });
  await restore(certain, true);
  if (doubtful.length === 0) {
    return { kind: "settled", seal: { ...seal, files }, restored: certain };
  }
  const question = sealedQuestion(task, doubtful.map(({ path }) => path));
  const answered = await askQuestion(question, { ask, report });
  if (answered.kind === "answered") {
    if (answered.value !== "keep") await restore(doubtful, true);
    return { kind: "settled", seal: { ...seal, files }, restored: [] };
  }
  // The run does not continue without an answer, so changes that may be the user's are not reverted.
  if (isOver) return { kind: "waiting", seal, question };
  await restore(doubtful, false);
  const all = merged(await readSealed(workspace), doubtful, task);
  await writeSealed(workspace, { kind: "asked", task, changes: all, folder });
  const asked = { kind: "waiting", seal: { ...seal, files } } as const;
  return { ...asked, question: sealedQuestion(task, all.map(({ path }) => path)) };
}

/** Returns marks with those from before some changes. */
function withMarks(files: PlanningSeal["files"], changes: readonly SealedChange[]): PlanningSeal["files"] {
  const paths = new Set(changes.map(({ path }) => path));
  return Object.fromEntries([
    ...Object.entries(files).filter(([path]) => !paths.has(path)),
    ...changes.flatMap(({ path, before }) => before === undefined ? [] : [[path, before]]),
  ]);
}

/** Restores settings, and changes no documents. Asks no question. */
export async function settleSettings(
  workspace: Workspace,
  { seal, task, declared = [] }:
    & Pick<SettleOptions, "seal" | "task">
    & Partial<Pick<SettleOptions, "declared">>,
  notice: (message: string) => void,
): Promise<void> {
  const isMovedByOthers = () => Promise.resolve(false);
  const options = { seal, task, declared, shared: false, isMovedByOthers, among: [] };
  await settleDocuments(workspace, options, {
    ask: () => Promise.resolve(undefined),
    report: (event) => {
      if (event.kind === "notice") notice(event.message);
    },
  });
}

/** Returns the combined changes of a task's turns about which the user has not decided. */
function merged(
  record: SealedRecord | undefined,
  changes: readonly SealedChange[],
  task: string,
): readonly SealedChange[] {
  if (record?.kind !== "asked" || record.task !== task) return changes;
  const newer = new Set(changes.map(({ path }) => path));
  return [...record.changes.filter(({ path }) => !newer.has(path)), ...changes];
}

/** The maximum number of restored files that are named. */
const MAX_NAMED = 10;

/** Returns the notice about changes that were restored. */
export function restoredText(task: string, changes: readonly SealedChange[], folder: string): string {
  const [name, paths] = [taskName(task), firstOf(changes.map(({ path }) => path), MAX_NAMED)];
  return `Changed during ${name}, which may not change them, and put back: ${paths}. What was written there is kept in ${folder}`;
}

/** Returns true when the last commit contains a document with its current content. */
async function isCommitted({ path, after }: SealedChange, { repository }: Workspace): Promise<boolean> {
  const name = `HEAD:${repositoryPath(repository, path)}`;
  const { code, stdout } = await repository.git.run([
    "rev-parse",
    "--verify",
    "--quiet",
    "--end-of-options",
    name,
  ]);
  return after === undefined ? code !== 0 : after.replace(/^exec:/, "blob:") === `blob:${stdout.trim()}`;
}

/** Returns true for a temporary file of an editor. */
function isTemporary(path: string): boolean {
  return /^\.|~$/.test(baseName(path));
}
