import type { Question } from "../../../schemas/question.ts";
import { isProgressPath } from "../../parse/project/project.ts";
import { isSummaryPath } from "../../parse/ids/summary_paths.ts";
import type { Project } from "../../parse/project/model.ts";
import { commitsQuestion, lostSealNotice, sealedQuestion } from "../../plan/execution/sealed_documents.ts";
import { askQuestion } from "../interaction/interaction.ts";
import { readStopped } from "../session/stopped_record.ts";
import type { Workspace } from "../worktrees/workspace.ts";
import { completedSince, setApart } from "./forged_commits.ts";
import { reportFlags, settleFlags } from "./index_flags.ts";
import { markOf } from "./planning_seal.ts";
import { writeMark } from "./put_back.ts";
import {
  forgetSealed,
  type OpenRecord,
  readSealed,
  type SealedRecord,
  writeSealed,
} from "./sealed_record.ts";
import { type Reporting, restoredText, settleDocuments } from "./settle_documents.ts";

/**
 * Settles the changes of an earlier run: documents that changed during a killed task, and an unanswered
 * question.
 *
 * @returns The open question, or undefined.
 */
export async function settleEarlier(
  workspace: Workspace,
  project: Project,
  reporting: Reporting,
): Promise<Question | undefined> {
  const record = await readSealed(workspace);
  if (record === undefined) return undefined;
  if (record.kind === "asked") return await settleAsked(workspace, record, reporting);
  reportLost(record, reporting);
  const { seal, task, declared, head, flags, lanes = false } = record;
  if (flags !== undefined) reportFlags(task, await settleFlags(workspace, flags), reporting.report);
  const options = {
    seal,
    task,
    declared,
    shared: true,
    isMovedByOthers: () => Promise.resolve(true),
    isOver: true,
    // This program may have been writing these when it was killed.
    isWatched: (path: string) => !lanes || !isWrittenInRun(path),
  };
  const settled = await settleDocuments(workspace, options, reporting);
  if (settled.kind === "waiting") return settled.question;
  const work = await readStopped(workspace.repository);
  const isOurs = work?.committing === true && `${work.plan}/${work.task}` === task;
  const claims = head === undefined || isOurs
    ? undefined
    : await completedSince(workspace.repository, head, project);
  if (head !== undefined && claims !== undefined) {
    const question = commitsQuestion(task, head, claims.names);
    const answered = await askQuestion(question, reporting);
    if (answered.kind !== "answered") return question;
    if (answered.value !== "keep") await setApart(workspace.repository, claims);
  }
  await forgetSealed(workspace);
  return undefined;
}

/**
 * Settles changes to the documents here while a host worked on tasks in worktrees, before they are read.
 *
 * @returns The open question, or undefined.
 */
export async function settleLanes(workspace: Workspace, reporting: Reporting): Promise<Question | undefined> {
  const record = await readSealed(workspace);
  if (record?.kind !== "open" || !(record.lanes || record.isLost)) return undefined;
  reportLost(record, reporting);
  const { seal, task, declared } = record;
  // Programs of a hosting agent carry no mark, so every commit counts as the agent's.
  const options = { seal, task, declared, shared: true, isMovedByOthers: () => Promise.resolve(false) };
  const settled = await settleDocuments(workspace, options, reporting);
  if (settled.kind === "waiting") return settled.question;
  if (settled.kind === "settled" || record.isLost) {
    await writeSealed(workspace, { ...record, seal: settled.seal });
  }
  return undefined;
}

/** Reports that the seal of a record is lost. */
export function reportLost({ task, isLost }: OpenRecord, { report }: Pick<Reporting, "report">): void {
  if (isLost) report({ kind: "notice", message: lostSealNotice(task) });
}

/** Returns true for a document that a run writes: a summary, the state, the roadmap, a verification. */
function isWrittenInRun(path: string): boolean {
  return isProgressPath(path) || isSummaryPath(path) ||
    /VERIFICATION\.md$/i.test(path);
}

async function settleAsked(
  workspace: Workspace,
  { task, changes, folder }: Extract<SealedRecord, { readonly kind: "asked" }>,
  { ask, report }: Reporting,
): Promise<Question | undefined> {
  const question = sealedQuestion(task, changes.map(({ path }) => path));
  const answered = await askQuestion(question, { ask, report });
  if (answered.kind !== "answered") return question;
  const newer: string[] = [];
  if (answered.value === "keep") {
    for (const { path, before, after } of changes) {
      // A later change takes precedence over both versions.
      if (await markOf(path, workspace) === before) await writeMark(path, after, workspace);
      else newer.push(path);
    }
  }
  await forgetSealed(workspace);
  const message = answered.value === "keep"
    ? newer.length === 0
      ? ""
      : `Changed since and therefore kept: ${newer.join(", ")}. Their earlier content is in ${folder}`
    : restoredText(task, changes, folder);
  if (message !== "") report({ kind: "notice", message });
  return undefined;
}
