import type { RunEvent } from "../../../schemas/event.ts";
import type { RunRecord, TranscriptContent } from "../../../schemas/run_log.ts";
import { version } from "../../../generated/version.ts";
import type { ExitCode } from "../../errors/program_error.ts";
import { HostError } from "../../host/host.ts";
import { joinPath, parentPath } from "../../path/paths.ts";
import { outcomeReason } from "../../plan/log/outcome_reason.ts";
import {
  checkOutputPath,
  EVENTS_FILE,
  RECORD_FILE,
  runId,
  transcriptPath,
  type TurnPlace,
} from "../../plan/log/run_files.ts";
import { ConfinedFiles } from "../files/confined_files.ts";
import type { Git } from "../git/git.ts";
import type { Repository } from "../git/repository.ts";
import type { EventDraft } from "../interaction/interaction.ts";
import { type Mask, maskFor, maskStrings } from "../interaction/secrets.ts";
import type { CheckOutput } from "../run/run_check.ts";
import { LongOutput } from "./long_output.ts";

/** The folder with the logs of all runs, in the repository's common folder. */
export const RUNS_FOLDER = "wf/runs";

/** The maximum size of a file of a log, in bytes. The rest is not logged. */
const MAX_FILE = 8_000_000;
/** The maximum size of a log without outputs, and of its outputs, in bytes. */
const MAX_LOG = 64_000_000;

/** Options for {@link RunLog.open}. */
export interface RunLogOptions {
  /** The command, without options. */
  readonly command: string;
  /** The time when the run started, ISO 8601, as in its lock; of a hosted run, in that of its first call. */
  readonly startedAt: string;
  /** The ID of a hosted run that continues. */
  readonly continues?: string;
}

/**
 * Writes the log of a run. A log that cannot be written never stops the run: the rest is not logged, and
 * {@link RunLog.problem} says why.
 *
 * Only this user can read the files. Each entry is on the disk, as far as the system is concerned, when the method
 * returns, so that it survives a kill of the process.
 */
export class RunLog {
  /** Masks secrets in all that is logged. */
  readonly mask: Mask;
  /** Those who get each entry of a transcript, with its path. */
  readonly followers: Set<(path: string, content: TranscriptContent) => void> = new Set();
  readonly #files: ConfinedFiles;
  readonly #sizes = new Map<string, number>();
  #total = 0;
  #outputs = 0;
  #reason = "";
  #waited = 0;
  #problem: string | undefined;

  private constructor(readonly git: Git, readonly record: RunRecord) {
    this.#files = new ConfinedFiles(git.host, git.commonDirectory);
    this.mask = maskFor(git.host);
  }

  /** Begins the log of a run, or continues that of a hosted run. */
  static async open(
    { git, project }: Repository,
    { command, startedAt, continues }: RunLogOptions,
  ): Promise<RunLog> {
    const { host } = git;
    const [pid, hostname] = [host.pid, host.hostname()];
    const begun = Date.parse(startedAt);
    for (let number = 1;; number++) {
      const id = continues ?? (number === 1 ? runId(begun) : `${runId(begun)}-${number}`);
      const by = { startedAt, version, pid, host: hostname };
      const log = new RunLog(git, { formatVersion: 1, id, command, project, ...by });
      if (await log.#begin(continues !== undefined)) return log;
    }
  }

  /** The ID of the run. */
  get id(): string {
    return this.record.id;
  }

  /** The reason why the log is incomplete, a sentence; undefined while it is complete. */
  get problem(): string | undefined {
    return this.#problem;
  }

  /** The reason why the run stopped, a sentence; empty while none is known. */
  get reason(): string {
    return this.#reason;
  }

  /** True while nothing has happened. */
  get isEmpty(): boolean {
    return this.#total === 0 && this.#outputs === 0;
  }

  /** Removes the log of a call that was refused before anything happened: it was no run. */
  async remove(): Promise<void> {
    await this.#attempt(async () => {
      for (const file of [EVENTS_FILE, RECORD_FILE]) await this.#files.remove(this.#path(file));
      await this.#files.removeEmptyFolder(this.#path(""));
    });
  }

  /** Adds the time to an event, by default that of now. */
  timed(draft: EventDraft, elapsed = this.elapsed()): RunEvent {
    return { formatVersion: 1, elapsed, ...draft } as RunEvent;
  }

  /** Adds an event. */
  event(event: RunEvent): void {
    if (event.kind === "run-finished") {
      this.#reason = outcomeReason(event.outcome);
      this.#waited = Math.max(0, event.elapsed - event.summary.milliseconds);
    }
    this.#append(EVENTS_FILE, event);
  }

  /** Adds an entry to a transcript. */
  entry(path: string, content: TranscriptContent): void {
    this.#append(path, { formatVersion: 1, elapsed: this.elapsed(), ...content });
    for (const follow of this.followers) follow(path, maskStrings(content, this.mask));
  }

  /** Adds the result of a task's check to the transcript of the task. */
  async check(
    place: Pick<TurnPlace, "plan" | "task">,
    result: { readonly command: string; readonly passed: boolean; readonly output: string },
  ): Promise<void> {
    const path = transcriptPath({ ...place, role: "execution" });
    await this.prepare(path);
    this.entry(path, { kind: "check", ...result });
  }

  /** Returns the place of the output of a task's check, which is logged if it is longer than a length. */
  async checkOutput(
    place: { readonly plan: string; readonly task: number },
    length: number,
  ): Promise<CheckOutput> {
    const path = checkOutputPath(place, this.elapsed());
    await this.prepare(path);
    const output = new LongOutput(length, (text) => this.#output(path, text));
    return {
      add: output.add,
      end: () => output.end() && this.#problem === undefined ? this.#absolute(path) : undefined,
    };
  }

  /** Prepares a transcript, so that entries can be added. */
  async prepare(path: string): Promise<void> {
    await this.#attempt(async () => {
      await this.#files.makeFolder(this.#path(parentPath(path)));
      await this.#files.requireWritable(this.#path(path));
    });
  }

  /**
   * Records how the run ended.
   *
   * @param reason The reason why it stopped, if the last event does not say it.
   */
  async end(exitCode: ExitCode, reason?: string): Promise<void> {
    const at = new Date(this.git.host.now()).toISOString();
    const waited = this.#waited === 0 ? {} : { waited: this.#waited };
    const end = { at, exitCode, reason: this.mask(reason ?? this.#reason), ...waited };
    await this.#attempt(() => this.#write({ ...this.record, end }));
  }

  /** Creates the folder and its record; returns false if another run has them. */
  async #begin(continues: boolean): Promise<boolean> {
    const { git: { host }, record } = this;
    return await this.#attempt(async () => {
      const text = recordText(record);
      if (!continues && !await this.#files.create(this.#path(RECORD_FILE), text)) return false;
      await this.#write(record);
      await this.#files.requireWritable(this.#path(EVENTS_FILE));
      this.#sizes.set(EVENTS_FILE, (await host.stat(this.#absolute(EVENTS_FILE)))?.size ?? 0);
      return true;
    }) ?? true;
  }

  async #write(record: RunRecord): Promise<void> {
    await this.#files.write(this.#path(RECORD_FILE), recordText(record), { private: true });
  }

  #append(path: string, value: object): void {
    if (this.#problem !== undefined) return;
    const size = this.#sizes.get(path) ?? 0;
    if (size >= MAX_FILE || this.#total >= MAX_LOG) return;
    const line = `${JSON.stringify(maskStrings(value, this.mask))}\n`;
    const isCut = size + line.length > MAX_FILE || this.#total + line.length > MAX_LOG;
    const text = isCut ? "" : line;
    this.#sizes.set(path, isCut ? MAX_FILE : size + text.length);
    this.#total += text.length;
    this.#appendText(path, isCut ? `${JSON.stringify(CUT)}\n` : text);
  }

  #output(path: string, text: string): void {
    const room = MAX_LOG - this.#outputs;
    if (this.#problem !== undefined || room <= 0) return;
    const masked = this.mask(text);
    this.#outputs += masked.length;
    this.#appendText(path, masked.length > room ? `${masked.slice(0, room)}\n${CUT_OUTPUT}` : masked);
  }

  #appendText(path: string, text: string): void {
    try {
      this.git.host.appendText(this.#absolute(path), text);
    } catch (error) {
      this.#fail(error);
    }
  }

  /** Milliseconds since the run started. */
  elapsed(): number {
    return Math.max(0, this.git.host.now() - Date.parse(this.record.startedAt));
  }

  async #attempt<T>(action: () => Promise<T>): Promise<T | undefined> {
    if (this.#problem !== undefined) return undefined;
    try {
      return await action();
    } catch (error) {
      this.#fail(error);
      return undefined;
    }
  }

  #fail(error: unknown): void {
    if (!(error instanceof HostError)) throw error;
    this.#problem = `The log of this run is incomplete: ${error.message}`;
  }

  /** Returns the path relative to the common folder. */
  #path(path: string): string {
    return `${RUNS_FOLDER}/${this.id}/${path}`;
  }

  #absolute(path: string): string {
    return joinPath(this.git.commonDirectory, this.#path(path));
  }
}

const CUT_OUTPUT = "[… the rest is not logged …]\n";
const CUT = { formatVersion: 1, elapsed: 0, kind: "cut", limit: MAX_FILE };

function recordText(record: RunRecord): string {
  return `${JSON.stringify(record, null, 2)}\n`;
}
