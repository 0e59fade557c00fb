import type { Lane } from "../../../schemas/execution_plan.ts";
import type { Question } from "../../../schemas/question.ts";
import { defined } from "../../collections/defined.ts";
import { ProgramError } from "../../errors/program_error.ts";
import { isRecord } from "../../collections/is_record.ts";
import { readMark } from "../../plan/executor/lane_history.ts";
import { coordinatorRef, readRef, REFS } from "../../plan/executor/lane_names.ts";
import { type RelayedEntry, relayedEntry } from "../../plan/executor/relayed_entry.ts";
import { type RelayedEvent, relayedEvent } from "../../plan/executor/relayed_event.ts";
import { quoteShell } from "../../text/quote_shell.ts";
import { textHash } from "../../text/text_hash.ts";
import { CommonRecord } from "../files/common_record.ts";
import type { Git } from "../git/git.ts";
import { GitError } from "../git/process.ts";
import type { Repository } from "../git/repository.ts";
import type { EventDraft } from "../interaction/interaction.ts";
import { filesToSend } from "./ignored_files.ts";
import { LaneRefs } from "./lane_refs.ts";
import { LaneWatch } from "./lane_watch.ts";
import { stashUnread } from "./left_work.ts";
import type { Executor, LaneMessage } from "./port.ts";
import { RemoteLane } from "./remote_lane.ts";
import { RemoteWorker, type RemoteWorkerOptions } from "./remote_worker.ts";

/** Options for {@link RemoteLanes.open}. */
export interface RemoteOptions {
  readonly repository: Repository;
  /** The name of the remote that coordinator and workers push to. */
  readonly remote: string;
  /** The number of the phase, as printed. */
  readonly phase: string;
  readonly report: (event: EventDraft) => void;
  /** The ignored files that the user's policy allows to be sent. */
  readonly sendable: readonly string[];
  /** Records a part of the transcript of a plan. */
  readonly transcript: (plan: string, entry: RelayedEntry) => void;
  /** Records what a worker's agent used. */
  readonly used: (event: Extract<RelayedEvent, { readonly kind: "usage" }>) => void;
  /** Asks about a budget that is used up, by workers too; returns the question if no further task may begin. */
  readonly spent: () => Promise<Question | undefined>;
  /** The time between two looks at the remote, in milliseconds. */
  readonly interval?: number;
}

/** The run whose lanes are on other machines. It is removed with the refs, so only a killed run leaves it. */
interface RunRecord {
  readonly run: string;
  readonly remote: string;
  /** The ref of the coordinator, and its commit. */
  readonly ref: string;
  readonly commit: string;
}

const RECORD = new CommonRecord<RunRecord>(
  "wf/executor.json",
  (value): value is RunRecord =>
    isRecord(value) && ["run", "remote", "ref", "commit"].every((key) => typeof value[key] === "string"),
);

/** The lanes of a run that workers on other machines carry out, as this coordinator sees them. */
export class RemoteLanes {
  readonly #lanes = new Map<string, RemoteLane>();
  #asking: Promise<Question | undefined> | undefined;

  private constructor(
    readonly options: RemoteOptions,
    readonly record: RunRecord,
    readonly watch: LaneWatch,
  ) {}

  /**
   * Connects to the engine, and makes this clone the only coordinator of the phase. Continues the run of a
   * coordinator that was killed in this clone.
   *
   * Throws a ProgramError if the remote refuses the refs, or another coordinator executes the phase.
   */
  static async open(executor: Executor, options: RemoteOptions): Promise<RemoteLanes> {
    const { repository: { git }, report, interval } = options;
    const refs = new LaneRefs(git, options.remote);
    await executor.open();
    const record = await holdPhase(refs, options).catch(async (error: unknown) => {
      await executor.close();
      throw error;
    });
    const { run } = record;
    const watch = new LaneWatch({ refs, executor, run, report, ...defined({ interval }) });
    const lanes = new RemoteLanes(options, record, watch);
    await executor.events(run, (message) => lanes.#receive(message));
    await watch.look();
    return lanes;
  }

  /** Reports whether a plan is carried out on another machine. */
  has(plan: string): boolean {
    return this.#lanes.has(plan);
  }

  /** Returns the worker of a lane: one on another machine. */
  worker({ worktree }: Lane, options: Omit<RemoteWorkerOptions, "lane" | "spent">): RemoteWorker {
    const { workspace, context: { home }, plan: { branch, base, waves } } = options;
    const name = worktree!;
    const { watch, options: { sendable: allowed } } = this;
    const files = waves.flatMap(({ plans }) => plans).find(({ id }) => id === name)?.files ?? [];
    const ignored = (commit: string) => filesToSend(home, { files, allowed, commit });
    const lane = this.#lanes.get(name) ?? new RemoteLane({ watch, name, workspace, branch, base, ignored });
    this.#lanes.set(name, lane);
    const spent = () => this.#asking ??= this.options.spent().finally(() => this.#asking = undefined);
    return new RemoteWorker({ ...options, lane, spent });
  }

  /** Removes the refs of the run, and disconnects. Refs that cannot be removed are left to the next run. */
  async close(): Promise<void> {
    const { watch: { refs, executor, run }, record, options: { repository, report } } = this;
    await this.watch.stop();
    try {
      const left = [...await refs.list(`${REFS}${run}/*`)];
      await Promise.all(left.map(([ref, seen]) => {
        const { lane = "" } = readRef(ref) ?? {};
        const known = this.#lanes.get(lane);
        const left = { repository, ref, lane, report };
        const before = (tip: string) =>
          known?.isRead ? known.stashLate(tip) : stashUnread(refs, { ...left, tip });
        return removeRef(refs, ref, { seen, before });
      }));
      await refs.move(record.ref, { seen: record.commit, next: undefined });
      await RECORD.remove(repository.git);
    } catch (error) {
      if (!(error instanceof GitError)) throw error;
      report({
        kind: "notice",
        message: `${error.message}. The next run removes the refs below ${REFS}${run}`,
      });
    } finally {
      await executor.close();
    }
  }

  #receive({ lane, event }: LaneMessage): void {
    this.watch.hear();
    if (event === undefined) return void this.watch.look();
    const entry = relayedEntry(event);
    if (entry !== undefined && this.#lanes.has(lane)) return this.options.transcript(lane, entry);
    const relayed = relayedEvent(event, lane);
    if (relayed?.kind === "usage") this.options.used(relayed);
    if (relayed !== undefined) this.options.report(relayed);
  }
}

/** Reports whether a run that was killed in this clone has left refs on a remote. */
export async function hasLeftRun(git: Git): Promise<boolean> {
  return await RECORD.read(git) !== undefined;
}

/** Makes this clone the coordinator of the phase, unless it is since a run that was killed. */
async function holdPhase(
  refs: LaneRefs,
  { repository: { git, project }, remote, phase }: RemoteOptions,
): Promise<RunRecord> {
  const ref = coordinatorRef(phase, project);
  const known = await RECORD.read(git);
  const seen = await probe(refs, ref);
  if (known?.remote === remote && known.ref === ref && known.commit === seen) return known;
  if (seen !== undefined) throw await heldBy(refs, ref, seen);
  const run = `${phase}-${crypto.randomUUID().slice(0, 8)}`;
  const worker = placeOf(git);
  const commit = await refs.mark("HEAD", `phase ${phase}`, { kind: "claim", worker, nonce: run });
  const record = { run, remote, ref, commit };
  await RECORD.write(git, record);
  if (await refs.move(ref, { seen: undefined, next: commit }) === "done") return record;
  await RECORD.remove(git);
  throw await heldBy(refs, ref, (await refs.list(ref)).get(ref));
}

/** Returns the machine and the folder of a clone. */
function placeOf({ host, root }: Git): string {
  return [host.hostname(), root].filter((part) => part !== "").join(":");
}

/**
 * Removes a ref, also if a worker moves it meanwhile.
 *
 * @param before Called with each of its commits before it is removed.
 */
async function removeRef(
  refs: LaneRefs,
  ref: string,
  { seen, before }: {
    readonly seen: string | undefined;
    readonly before?: (tip: string) => Promise<void>;
  },
): Promise<void> {
  while (seen !== undefined) {
    await before?.(seen);
    if (await refs.move(ref, { seen, next: undefined }) === "done") return;
    seen = (await refs.list(ref)).get(ref);
  }
}

/** Pushes a ref and removes it, so that a remote that refuses it does so before anything runs. Returns a ref's commit. */
async function probe(refs: LaneRefs, ref: string): Promise<string | undefined> {
  const { git, remote } = refs;
  const own = `${REFS}probe/${textHash(placeOf(git))}`;
  const next = await git.commitOf("HEAD");
  try {
    const found = await refs.list(ref, own);
    // A run that was killed here may have left it.
    await removeRef(refs, own, { seen: found.get(own) });
    await refs.move(own, { seen: undefined, next });
    await refs.move(own, { seen: next, next: undefined });
    return found.get(ref);
  } catch (error) {
    if (!(error instanceof GitError)) throw error;
    throw new ProgramError(
      `Cannot run lanes on other machines, which need refs below ${REFS}: ${error.message}`,
      `Use a remote that takes them, for example a bare repository that all machines reach: git init --bare ../hub.git && git remote add hub ../hub.git, then --set executor.remote=hub instead of ${remote}`,
      { cause: error },
    );
  }
}

/** Returns the error while another coordinator executes the phase. */
async function heldBy(refs: LaneRefs, ref: string, seen: string | undefined): Promise<ProgramError> {
  if (seen !== undefined) await refs.fetch(ref);
  const mark = seen === undefined ? undefined : readMark((await refs.commits(seen))[0]!);
  const where = mark?.kind === "claim" ? ` (${mark.worker})` : "";
  return new ProgramError(
    `Cannot execute this phase: another clone executes it on other machines${where}`,
    `Wait for it to end. If it no longer runs: git push ${quoteShell(refs.remote)} --delete ${ref}`,
  );
}
