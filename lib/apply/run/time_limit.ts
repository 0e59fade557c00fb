/** Ends something that takes too long. */
export class TimeLimit {
  readonly #controller = new AbortController();
  readonly #timer: ReturnType<typeof setTimeout>;
  /** Fires when the time is over or the run is to stop. */
  readonly signal: AbortSignal;

  /**
   * Begins to count.
   *
   * @param minutes Time it may take.
   * @param outer Ends it too.
   */
  constructor(readonly minutes: number, outer: AbortSignal) {
    this.#timer = setTimeout(() => this.#controller.abort(), Math.min(minutes * 60_000, 2 ** 31 - 1));
    this.signal = AbortSignal.any([outer, this.#controller.signal]);
  }

  /** Whether the time is over. */
  get passed(): boolean {
    return this.#controller.signal.aborted;
  }

  /** Says that something took too long. */
  message(what: string): string {
    return `${what} took longer than ${this.minutes} minutes (agent.turn_timeout_minutes) and was ended`;
  }

  /** Stops counting. */
  end(): void {
    clearTimeout(this.#timer);
  }
}
