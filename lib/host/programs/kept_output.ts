import { HostError, type OutputLimit } from "../host.ts";

/** The default limit: a quarter of the longest string that engines allow. */
const WHOLE: OutputLimit = { length: 2 ** 27, beyond: "fail" };

/**
 * Keeps a program's output in memory proportional to the limit.
 *
 * Output up to the limit is kept completely. Beyond it, the first and the last half of the limit are kept,
 * with a line between them that gives the omitted length; or the result is an error, when all output is
 * needed.
 */
export class KeptOutput {
  readonly #half: number;
  #head = "";
  #tail = "";
  /** UTF-16 units that were dropped from the middle. */
  #dropped = 0;

  /**
   * @param limit The length that is kept, and the handling of longer output.
   */
  constructor(readonly program: string, readonly limit: OutputLimit = WHOLE) {
    this.#half = Math.ceil(limit.length / 2);
  }

  add(piece: string): void {
    const room = this.#half - this.#head.length;
    if (room > 0) this.#head += piece.slice(0, room);
    this.#tail += room > 0 ? piece.slice(room) : piece;
    // Cutting copies the kept output, so it is done only when the tail has doubled.
    if (this.#tail.length > 2 * this.#half) this.#cut();
  }

  /**
   * Returns the kept output, of output that is cut without NUL characters, which no argument or variable can
   * contain. Throws a HostError when it is too long and all of it is needed.
   */
  text(): string {
    const text = this.#text();
    return this.limit.beyond === "cut" ? text.replaceAll("\0", "␀") : text;
  }

  #text(): string {
    const whole = this.#head.length + this.#tail.length + this.#dropped;
    if (whole <= this.limit.length) return this.#head + this.#tail;
    if (this.limit.beyond === "fail") {
      throw new HostError(
        "too-long",
        this.program,
        `Cannot read the output of "${this.program}": it is longer than ${counted(this.limit.length)}`,
      );
    }
    this.#cut();
    const [before, after] = [wholeStart(this.#head), wholeEnd(this.#tail)];
    const left = counted(whole - before.length - after.length);
    return `${before}${before.endsWith("\n") ? "" : "\n"}[… ${left} left out …]\n${after}`;
  }

  #cut(): void {
    const surplus = this.#tail.length - this.#half;
    if (surplus <= 0) return;
    this.#dropped += surplus;
    this.#tail = this.#tail.slice(surplus);
  }
}

function counted(length: number): string {
  return `${length.toLocaleString("en")} characters`;
}

/** Removes half a surrogate pair at the end. */
function wholeStart(text: string): string {
  return /[\uD800-\uDBFF]$/.test(text) ? text.slice(0, -1) : text;
}

/** Removes half a surrogate pair at the beginning. */
function wholeEnd(text: string): string {
  return /^[\uDC00-\uDFFF]/.test(text) ? text.slice(1) : text;
}
