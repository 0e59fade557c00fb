import type { PlanningRole } from "../../../schemas/plan_phase.ts";
import { isRecord } from "../../collections/is_record.ts";
import { joinPath } from "../../path/paths.ts";
import type { HostedTurns } from "../agent/hosted.ts";
import { CommonRecord } from "../files/common_record.ts";
import { treeRecord } from "../files/tree_record.ts";
import type { Repository } from "../git/repository.ts";
import type { PlanningProgress } from "../planning/planning_work.ts";
import type { GuardedState } from "../planning/role_guard.ts";

/** Planning between two calls of a host. */
export interface HostedPlanning {
  /** True when the existing plans are kept. */
  readonly keeps: boolean;
  readonly roles: readonly PlanningRole[];
  readonly progress: PlanningProgress;
}

/** A hosted command that writes documents, between two calls of its host. */
export interface HostedCall extends HostedTurns {
  /** The root of its working tree. */
  readonly tree: string;
  /** The name of its project in commits. */
  readonly project: string;
  readonly command: string;
  /** The options of the call that began it. */
  readonly options: Readonly<Record<string, unknown>>;
  /** The values of `--answer` that still apply. */
  readonly given: readonly string[];
  readonly planning?: HostedPlanning;
  /** The state before the turn that is in progress. */
  readonly guarded?: GuardedState;
}

/** Returns the record of the hosted command in progress. It is removed when that ends or another command takes over. */
export function hostedCall(repository: Repository): CommonRecord<HostedCall> {
  return treeRecord("hosted", repository, isCall);
}

/** A hosted command of another project, with the path of its record. */
export interface OtherCall {
  readonly call: HostedCall;
  readonly record: CommonRecord<HostedCall>;
}

/**
 * Finds the hosted commands of other projects in the same working tree during a turn that may write only its own
 * documents: what other commands write meanwhile would be undone with it.
 */
export async function otherGuarded(repository: Repository): Promise<readonly OtherCall[]> {
  const { git } = repository;
  const own = hostedCall(repository).path;
  const names = await git.host.readDirectory(joinPath(git.commonDirectory, FOLDER)).catch(() => []);
  const records = names.map(({ name }) => new CommonRecord(`${FOLDER}/${name}`, isCall));
  const found = await Promise.all(records.map(async (record) => ({ record, call: await record.read(git) })));
  return found.flatMap(({ record, call }) => {
    const isOther = call?.guarded !== undefined && record.path !== own && call.tree === git.root;
    return isOther ? [{ call, record }] : [];
  });
}

/** Removes the record of a project, and those of commands whose guarded turns would undo what is written now. */
export async function endHostedCalls(repository: Repository): Promise<void> {
  const records = [hostedCall(repository), ...(await otherGuarded(repository)).map(({ record }) => record)];
  for (const record of records) await record.remove(repository.git);
}

const FOLDER = "wf/hosted";

function isCall(value: unknown): value is HostedCall {
  return isRecord(value) &&
    ["tree", "project", "command", "options", "given", "turns", "answers", "reports"].every((key) =>
      key in value
    );
}
