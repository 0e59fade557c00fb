import { connectNats, type NatsConnection, type NatsOptions, type NatsWork } from "../../deps/nats.ts";
import { ProgramError } from "../../errors/program_error.ts";
import { type LaneJob, readJob, subjectToken } from "../../plan/executor/lane_names.ts";
import { quoteShell } from "../../text/quote_shell.ts";
import { isRecord } from "../../collections/is_record.ts";
import type { Executor, LaneMessage } from "./port.ts";
import type { Delivery, LaneQueue } from "./queue.ts";
import { jsonValue } from "../../text/json_value.ts";

export interface NatsEngineOptions extends NatsOptions {
  /** The ID of the project, which all subjects contain. */
  readonly project: string;
  /** The file with the address, which contains a secret, of a server that wf has started on this machine. */
  readonly file?: string;
  /** The remote that workers have to use, if it is not the default. */
  readonly remote?: string;
  /** The time after which the lane of a silent worker goes to another, in milliseconds; absent for a coordinator. */
  readonly lease?: number;
}

/** The maximum length of a message, in UTF-16 units. A longer one, which only shows output, is not sent. */
const MAX_MESSAGE = 200_000;
const START_IT = "Start a server there with JetStream: nats-server -js";
/** What helps against an answer of the server. */
const WAYS_OUT: readonly (readonly [reason: RegExp, hint: string])[] = [
  [/certificate/i, "Name the file with its certificate authority in WF_QUEUE_CA, if that is your own"],
  [/nkey/i, "Name a file with nothing but the seed of your nkey in WF_QUEUE_NKEY"],
  [
    /authorization|authentication|permissions/i,
    "Name the file with the seed of your nkey in WF_QUEUE_NKEY, or write the token into the address: nats://<token>@<host>:4222",
  ],
];
/** The pause before a server that does not answer is asked again, in milliseconds. */
const PAUSE = 500;
/** The longest time between two signs of life of a worker that has a lane, in milliseconds. */
const BEAT = 10_000;

/** Lanes on a NATS server: in a work queue of JetStream, which hands each to one worker and again if that one is silent. */
export class NatsEngine implements Executor, LaneQueue {
  #connection: NatsConnection | undefined;
  readonly silence: number = 4 * BEAT;
  readonly #queue: string;
  readonly #subject: string;
  readonly #running = new Map<string, AbortController>();

  constructor(readonly options: NatsEngineOptions) {
    this.#queue = `WF_${options.project}`;
    this.#subject = `wf.${options.project}`;
  }

  get whileWaiting(): string {
    // The file with the address of a server that wf has started is on this machine only.
    const where = this.options.file === undefined
      ? "a clone on any machine"
      : "another clone on this machine";
    return `In ${where}: ${this.workerCommand}`;
  }

  /** The command that starts a worker. */
  get workerCommand(): string {
    const { file, url, remote } = this.options;
    const flag = remote === undefined ? "" : ` --set executor.remote=${quoteShell(remote)}`;
    return `wf worker --queue ${quoteShell(file ?? shownUrl(url))}${flag}`;
  }

  async open(): Promise<void> {
    const { url, lease } = this.options;
    try {
      const connection = await connectNats(this.options);
      this.#connection = connection;
      await connection.prepare({
        name: this.#queue,
        subjects: `${this.#subject}.job.>`,
        ...lease === undefined ? {} : { lease },
      });
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      throw new ProgramError(
        `Cannot use the queue at ${shownUrl(url)}: ${reason}`,
        WAYS_OUT.find(([pattern]) => pattern.test(reason))?.[1] ?? START_IT,
        { cause: error },
      );
    }
    if (lease === undefined) return;
    this.#open.listen(`${this.#subject}.cancel.>`, (subject) => {
      this.#running.get(subject.slice(`${this.#subject}.cancel.`.length))?.abort();
    });
  }

  async submit(job: LaneJob): Promise<undefined> {
    // One that the server does not take is submitted again.
    await this.#open.add(`${this.#subject}.job.${subjectOf(job)}`, JSON.stringify(job));
  }

  events(run: string, listener: (message: LaneMessage) => void): Promise<void> {
    this.#open.listen(`${this.#subject}.event.${subjectToken(run)}.*`, (subject, text) => {
      const lane = decodeURIComponent(subject.slice(subject.lastIndexOf(".") + 1));
      listener({ run, lane, event: eventIn(text) });
    });
    return Promise.resolve();
  }

  async cancel(job: LaneJob): Promise<void> {
    await this.#open.remove(this.#queue, `${this.#subject}.job.${subjectOf(job)}`);
    this.#open.send(`${this.#subject}.cancel.${subjectOf(job)}`, "");
  }

  async take(signal: AbortSignal): Promise<Delivery | undefined> {
    const stopped = new Promise<undefined>((done) => signal.addEventListener("abort", () => done(undefined)));
    while (!signal.aborted) {
      const taking = this.#open.take(this.#queue, signal).catch(() => undefined);
      const work = await Promise.race([taking, stopped]);
      if (work === undefined) {
        if (signal.aborted) void taking.then((late) => late?.release());
        else await Promise.race([new Promise((done) => setTimeout(done, PAUSE)), stopped]);
        continue;
      }
      const job = readJob(work.text);
      if (job !== undefined) return this.#deliver(job, work);
      work.done();
    }
    return undefined;
  }

  async close(): Promise<void> {
    await this.#connection?.close();
  }

  get #open(): NatsConnection {
    if (this.#connection === undefined) throw new Error("The queue is not open");
    return this.#connection;
  }

  #deliver(job: LaneJob, work: NatsWork): Delivery {
    const place = subjectOf(job);
    const stop = new AbortController();
    this.#running.set(place, stop);
    const send = (message: object) => {
      const text = JSON.stringify(message);
      if (text.length <= MAX_MESSAGE) this.#open.send(`${this.#subject}.event.${place}`, text);
    };
    const beat = setInterval(() => {
      work.working();
      send({ event: "working" });
    }, Math.min(this.options.lease! / 3, BEAT));
    return {
      job,
      cancelled: stop.signal,
      tell: (event) => send(event === undefined ? {} : { event }),
      end: (how) => {
        clearInterval(beat);
        if (this.#running.get(place) === stop) this.#running.delete(place);
        if (how === "finished") work.done();
        else if (how === "released") work.release();
        return Promise.resolve();
      },
    };
  }
}

function subjectOf({ run, lane }: LaneJob): string {
  return `${subjectToken(run)}.${subjectToken(lane)}`;
}

function eventIn(text: string): unknown {
  const value = jsonValue(text);
  return isRecord(value) ? value.event : undefined;
}

/** Returns an address without the password in it. */
function shownUrl(url: string): string {
  return url.replace(/:[^:@/]+@/, ":…@");
}
