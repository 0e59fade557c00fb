import type { Host } from "../../../host/host.ts";
import { RUN_MARK, runMark } from "../../../host/run_mark.ts";

/** The programs that others leave running in the background, which inherit a mark in their environment. */
export class LeftPrograms {
  readonly #mark = crypto.randomUUID();

  constructor(readonly host: Host) {}

  /** The variable with the mark, for the environment of a program. */
  get env(): Readonly<Record<string, string>> {
    return { [RUN_MARK]: runMark(this.host.env(RUN_MARK), this.#mark) };
  }

  /** Ends the programs with the mark, also those in other process groups, and waits until they are gone. */
  async end(): Promise<void> {
    await this.host.endMarked(this.#mark, []);
  }
}
