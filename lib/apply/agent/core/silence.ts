/** A timeout for silence. It can be paused, for example while the user is asked. */
export class Silence {
  readonly #controller = new AbortController();
  #timer: ReturnType<typeof setTimeout> | undefined;
  #pauses = 0;
  #stopped = false;

  /** @param time The maximum duration of silence, in milliseconds. */
  constructor(readonly time: number) {
    this.heard();
  }

  /** The signal that fires after too long a silence. */
  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  /** Restarts the timeout after output. */
  heard(): void {
    clearTimeout(this.#timer);
    if (this.#stopped || this.#pauses > 0) return;
    this.#timer = setTimeout(() => this.#controller.abort(), Math.min(this.time, 2 ** 31 - 1));
  }

  /** Pauses the timeout while a promise is pending. */
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

  stop(): void {
    this.#stopped = true;
    clearTimeout(this.#timer);
  }
}

export function minutes(time: number): string {
  const count = time / 60_000;
  return count === 1 ? "1 minute" : `${Number(count.toFixed(2))} minutes`;
}
