/** Watches for silence. While it is paused, as while a person is asked, time does not count. */
export class Silence {
  readonly #controller = new AbortController();
  #timer: ReturnType<typeof setTimeout> | undefined;
  #pauses = 0;
  #stopped = false;

  /** @param time How long silence may last, in milliseconds. */
  constructor(readonly time: number) {
    this.heard();
  }

  /** Fires when silence has lasted too long. */
  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  /** Something was heard. */
  heard(): void {
    clearTimeout(this.#timer);
    if (this.#stopped || this.#pauses > 0) return;
    this.#timer = setTimeout(() => this.#controller.abort(), Math.min(this.time, 2 ** 31 - 1));
  }

  /** Waits for something; meanwhile silence does not count. */
  async during<T>(wait: Promise<T>): Promise<T> {
    this.#pauses++;
    clearTimeout(this.#timer);
    try {
      return await wait;
    } finally {
      this.#pauses--;
      this.heard();
    }
  }

  /** Ends the watch. */
  stop(): void {
    this.#stopped = true;
    clearTimeout(this.#timer);
  }
}

/** A time in minutes, for people. */
export function minutes(time: number): string {
  const count = time / 60_000;
  return count === 1 ? "1 minute" : `${Number(count.toFixed(2))} minutes`;
}
