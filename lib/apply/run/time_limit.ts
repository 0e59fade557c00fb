/** Aborts an operation that takes too long. */
export class TimeLimit {
  readonly #controller = new AbortController();
  readonly #timer: ReturnType<typeof setTimeout>;
  /** Fires when the time is up or the run must stop. */
  readonly signal: AbortSignal;

  /**
   * Starts the timer.
   *
   * @param minutes The time limit.
   * @param key The configuration key that sets it.
   * @param outer Another signal that aborts the operation.
   */
  constructor(readonly minutes: number, readonly key: string, outer?: AbortSignal) {
    this.#timer = setTimeout(() => this.#controller.abort(), Math.min(minutes * 60_000, 2 ** 31 - 1));
    const { signal } = this.#controller;
    this.signal = outer === undefined ? signal : AbortSignal.any([outer, signal]);
  }

  /** True if the time is up. */
  get passed(): boolean {
    return this.#controller.signal.aborted;
  }

  /** Returns the message that an operation took too long. */
  message(what: string): string {
    return `${what} took longer than ${this.minutes} minutes (${this.key}) and was ended`;
  }

  end(): void {
    clearTimeout(this.#timer);
  }
}
