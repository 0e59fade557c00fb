import { HostError, type OutputLimit } from "./host.ts";

/** What is kept of a stream where nothing else is asked for: a quarter of the longest string there can be. */
const WHOLE: OutputLimit = { length: 2 ** 27, beyond: "fail" };

/**
 * What is kept of a program's output, in memory in proportion to the limit, however much there is.
 *
 * Up to the limit it is all of it. Beyond, it is the first and the last half of the limit, with a line
 * between them that says how much was left out; or, where the whole is needed, an error.
 */
export class KeptOutput {
  readonly #program: string;
  readonly #limit: OutputLimit;
  readonly #half: number;
  #head = "";
  #tail = "";
  /** UTF-16 units that were in neither. */
  #dropped = 0;

  /**
   * @param program Name of the program, for the error.
   * @param limit How much is kept, and what happens to more.
   */
  constructor(program: string, limit: OutputLimit = WHOLE) {
    this.#program = program;
    this.#limit = limit;
    this.#half = Math.ceil(limit.length / 2);
  }

  /** Adds a piece of output. */
  add(piece: string): void {
    const room = this.#half - this.#head.length;
    if (room > 0) this.#head += piece.slice(0, room);
    this.#tail += room > 0 ? piece.slice(room) : piece;
    // Cutting copies what is kept, so that it is done once in a while.
    if (this.#tail.length > 2 * this.#half) this.#cut();
  }

  /** The output that is kept. Throws a HostError where it is too long and the whole is needed. */
  text(): string {
    const whole = this.#head.length + this.#tail.length + this.#dropped;
    if (whole <= this.#limit.length) return this.#head + this.#tail;
    if (this.#limit.beyond === "fail") {
      throw new HostError(
        "too-long",
        this.#program,
        `Cannot read the output of "${this.#program}": it is longer than ${counted(this.#limit.length)}`,
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

/** Without a first half of a surrogate pair at the end. */
function wholeStart(text: string): string {
  return /[\uD800-\uDBFF]$/.test(text) ? text.slice(0, -1) : text;
}

/** Without a second half of a surrogate pair at the beginning. */
function wholeEnd(text: string): string {
  return /^[\uDC00-\uDFFF]/.test(text) ? text.slice(1) : text;
}
