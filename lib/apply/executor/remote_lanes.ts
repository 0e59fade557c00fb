import type { Lane } from "../../../schemas/execution_plan.ts";
import type { Question } from "../../../schemas/question.ts";
import { defined } from "../../collections/defined.ts";
import { ProgramError } from "../../errors/program_error.ts";
import { isRecord } from "../../collections/is_record.ts";
import { readLane, readMark } from "../../plan/executor/lane_history.ts";
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
import type { Executor, LaneMessage } from "./port.ts";
import { heldWork, stashUnreplayed } from "./left_lane.ts";
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
  /** Reports whether a plan of the phase was not complete when the run began. */
  readonly isOpen: (plan: string) => boolean;
  /** The time between two looks at the remote, in milliseconds. */
  readonly interval?: number;
}

/** A run whose lanes are on other machines. It is removed with the refs, so only a run that leaves refs leaves it. */
interface RunRecord {
  readonly run: string;
  readonly remote: string;
  /** The ref of the coordinator, and its commit. */
  readonly ref: string;
  readonly commit: string;
  /** True once the run has ended, and has left lanes to the next one. */
  readonly left?: true;
}

const RECORDS = new CommonRecord<readonly RunRecord[]>(
  "wf/executor.json",
  (value): value is readonly RunRecord[] => Array.isArray(value) && value.every(isRunRecord),
);

function isRunRecord(value: unknown): value is RunRecord {
  return isRecord(value) &&
    ["run", "remote", "ref", "commit"].every((key) => typeof value[key] === "string");
}

/** The lanes of a run that workers on other machines carry out, as this coordinator sees them. */
export class RemoteLanes {
  readonly #lanes = new Map<string, RemoteLane>();
  #asking: Promise<Question | undefined> | undefined;
  #keeping: Promise<boolean> = Promise.resolve(false);

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

  /**
   * Removes the refs of the run, and disconnects. Refs that cannot be removed are left to the next run, as are those of
   * lanes that this run has not continued.
   */
  async close(): Promise<void> {
    const { watch: { refs, executor, run }, record, options: { repository, report } } = this;
    await this.watch.stop();
    try {
      const found = [...await refs.list(`${REFS}${run}/*`)];
      const removed = await Promise.all(found.map(([ref, seen]) => {
        return removeRef(refs, ref, { seen, stays: (tip) => this.#keeps(ref, tip) });
      }));
      if (removed.includes(false)) return await keepRecord(repository.git, record, { ...record, left: true });
      await refs.move(record.ref, { seen: record.commit, next: undefined });
      await keepRecord(repository.git, record, undefined);
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

  /** Keeps what workers have done on a lane. Returns true if its ref has to stay for that. */
  async #keeps(ref: string, tip: string): Promise<boolean> {
    const name = readRef(ref)?.lane ?? "";
    const lane = this.#lanes.get(name);
    if (lane?.isRead === true) {
      await lane.stashLate(tip);
      return false;
    }
    // Git can add only one entry to the stash at a time.
    return await (this.#keeping = this.#keeping.then(() => this.#keepsLeft(name, { ref, tip })));
  }

  /** Does the same for a lane that this run has not continued. */
  async #keepsLeft(
    name: string,
    { ref, tip }: { readonly ref: string; readonly tip: string },
  ): Promise<boolean> {
    const { watch: { refs, executor, run }, options: { phase, isOpen, report } } = this;
    await refs.fetch(ref);
    const history = readLane(await refs.commits(tip));
    if (history === undefined) return false;
    if (!isOpen(name)) {
      await stashUnreplayed(refs.git, name, { history, report });
      return false;
    }
    const held = heldWork(name, history);
    if (held === undefined) return false;
    await executor.cancel({ run, lane: name, base: history.start });
    const message =
      `The run ended before it continued plan ${name}: "${refs.remote}" keeps ${held}, in ${ref}. The next run of phase ${phase} on other machines continues it`;
    report({ kind: "notice", message });
    return true;
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

/** Reports whether a run of a phase in this clone has left refs on a remote. */
export async function hasLeftRun({ git, project }: Repository, phase: string): Promise<boolean> {
  const own = coordinatorRef(phase, project);
  return (await recordsIn(git)).some(({ ref }) => ref === own);
}

/** Reports whether a run has its lanes on other machines, if one is in progress in this clone. */
export async function isCoordinator(git: Git): Promise<boolean> {
  return (await recordsIn(git)).some(({ left }) => left !== true);
}

async function recordsIn(git: Git): Promise<readonly RunRecord[]> {
  return await RECORDS.read(git) ?? [];
}

/** Records the run of a phase on a remote, or that there is none. */
async function keepRecord(
  git: Git,
  { remote, ref }: Pick<RunRecord, "remote" | "ref">,
  record: RunRecord | undefined,
): Promise<void> {
  const others = (await recordsIn(git)).filter((other) => other.remote !== remote || other.ref !== ref);
  const records = record === undefined ? others : [...others, record];
  if (records.length === 0) await RECORDS.remove(git);
  else await RECORDS.write(git, records);
}

/** Makes this clone the coordinator of the phase, unless it is since a run that was killed. */
async function holdPhase(
  refs: LaneRefs,
  { repository: { git, project }, remote, phase }: RemoteOptions,
): Promise<RunRecord> {
  const ref = coordinatorRef(phase, project);
  const known = (await recordsIn(git)).find((record) => record.remote === remote && record.ref === ref);
  const seen = await probe(refs, ref);
  if (known !== undefined && known.commit === seen) {
    const { left: _, ...record } = known;
    await keepRecord(git, record, record);
    return record;
  }
  if (seen !== undefined) throw await heldBy(refs, ref, seen);
  // Its lanes are there, even if someone has removed its own ref.
  const run = known?.run ?? `${phase}-${crypto.randomUUID().slice(0, 8)}`;
  const worker = placeOf(git);
  const commit = await refs.mark("HEAD", `phase ${phase}`, { kind: "claim", worker, nonce: run });
  const record = { run, remote, ref, commit };
  await keepRecord(git, record, record);
  if (await refs.move(ref, { seen: undefined, next: commit }) === "done") return record;
  await keepRecord(git, record, known);
  throw await heldBy(refs, ref, (await refs.list(ref)).get(ref));
}

/** Returns the machine and the folder of a clone. */
function placeOf({ host, root }: Git): string {
  return [host.hostname(), root].filter((part) => part !== "").join(":");
}

/**
 * Removes a ref, also if a worker moves it meanwhile. Returns false if it stays.
 *
 * @param stays Called with each of its commits before it is removed; returns true if the ref stays.
 */
async function removeRef(
  refs: LaneRefs,
  ref: string,
  { seen, stays }: {
    readonly seen: string | undefined;
    readonly stays?: (tip: string) => Promise<boolean>;
  },
): Promise<boolean> {
  while (seen !== undefined) {
    if (await stays?.(seen)) return false;
    if (await refs.move(ref, { seen, next: undefined }) === "done") return true;
    seen = (await refs.list(ref)).get(ref);
  }
  return true;
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
