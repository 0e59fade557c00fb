import type { Host } from "../../../host/host.ts";
import { RUN_MARK, runMark } from "../../../host/programs/run_mark.ts";

/** The programs that others leave running in the background, which inherit a mark in their environment. */
export class LeftPrograms {
  readonly #mark = crypto.randomUUID();
  #last: Promise<number | undefined>;

  /** Only programs that are started after this and {@link LeftPrograms.end} are found. */
  constructor(readonly host: Host) {
    this.#last = lastProcess(host);
  }

  /** The variable with the mark, for the environment of a program. */
  get env(): Readonly<Record<string, string>> {
    return { [RUN_MARK]: runMark(this.host.env(RUN_MARK), this.#mark) };
  }

  /** Ends the programs with the mark, also those in other process groups, and waits until they are gone. */
  async end(): Promise<void> {
    const before = await this.#last;
    this.#last = lastProcess(this.host);
    if (await this.#mayBeLeft(before, await this.#last)) await this.host.endMarked(this.#mark, []);
  }

  /** Returns false if no process with the mark is left: a search among all processes starts three programs. */
  async #mayBeLeft(before: number | undefined, last: number | undefined): Promise<boolean> {
    // The IDs begin again at the highest one.
    if (before === undefined || last === undefined || last < before) return true;
    for (const { name } of await this.host.readDirectory("/proc").catch(() => [])) {
      const pid = Number(name);
      if (pid > before && pid <= last && await this.#hasMark(pid)) return true;
    }
    return false;
  }

  async #hasMark(pid: number): Promise<boolean> {
    // What cannot be read here cannot be read by a search either.
    return (await this.host.readText(`/proc/${pid}/environ`).catch(() => "")).includes(this.#mark);
  }
}

/** Returns the ID of the last process that was started; undefined where environments of processes are not readable. */
async function lastProcess(host: Host): Promise<number | undefined> {
  const [line, own] = await Promise.all(["/proc/loadavg", "/proc/self/environ"].map((path) => {
    return host.readText(path).catch(() => "");
  }));
  const last = own === "" ? undefined : /^(?:\S+ ){4}(\d+)\n$/.exec(line!)?.[1];
  return last === undefined ? undefined : Number(last);
}
