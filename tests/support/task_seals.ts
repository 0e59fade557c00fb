/**
 * The seal of a task without its run.
 * @module
 */
import type { EventDraft } from "../../lib/apply/interaction/interaction.ts";
import { openRepository } from "../../lib/apply/git/repository.ts";
import type { RunContext } from "../../lib/apply/run/context.ts";
import type { Reporting } from "../../lib/apply/seal/settle_documents.ts";
import { TaskSeal } from "../../lib/apply/seal/task_seal.ts";
import type { Workspace } from "../../lib/apply/worktrees/workspace.ts";
import { host } from "./repository.ts";

/** A seal, with the notices that were reported since it was made. */
export interface Sealing {
  readonly workspace: Workspace;
  readonly notices: readonly string[];
  readonly reporting: Reporting;
  readonly seal: TaskSeal;
}

/** Returns what a program knows of a working tree. Each call is another program, as after a kill. */
export async function sealing(
  root: string,
  { isOwn, isHosted = false }: { readonly isOwn?: true; readonly isHosted?: boolean } = {},
): Promise<Sealing> {
  const repository = await openRepository(host, root);
  const workspace: Workspace = {
    repository,
    root,
    branch: "main",
    baseline: {},
    ...isOwn === undefined ? {} : { isOwn },
  };
  const notices: string[] = [];
  const reporting = {
    report: (event: EventDraft) => void (event.kind === "notice" && notices.push(event.message)),
    ask: () => Promise.resolve(undefined),
  };
  const context = {
    ...reporting,
    home: isOwn === undefined ? workspace : {},
    agent: { name: isHosted ? "host" : "mock" },
    signal: new AbortController().signal,
    ...isHosted ? { heads: {} } : {},
  };
  return { workspace, notices, reporting, seal: new TaskSeal(context as unknown as RunContext, workspace) };
}
