import type { EventDraft } from "../interaction/interaction.ts";
import type { Repository } from "../git/repository.ts";
import { stashWork } from "../git/stash.ts";
import { forgetStopped } from "./stopped_record.ts";

export interface SetAsideOptions {
  readonly task: { readonly plan: string; readonly task: number };
  /** The paths that the task changed, relative to the root of the repository. */
  readonly paths: readonly string[];
  readonly report: (event: EventDraft) => void;
}

/** Stashes the changes of a task, so that it begins again or is skipped. */
export async function setAside(
  repository: Repository,
  { task: { plan, task }, paths, report }: SetAsideOptions,
): Promise<void> {
  const name = `wf: left by task ${plan}/${task}`;
  const stashed = await stashWork(repository.git, paths, name);
  await forgetStopped(repository);
  if (stashed.length === 0) return;
  const message = `The changes of task ${plan}/${task} (${
    stashed.join(", ")
  }) are in the stash as "${name}"; git stash pop restores them`;
  report({ kind: "notice", message });
}
