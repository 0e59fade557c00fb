/** Passes on an output of a program, once it is too long to be shown as a whole. */
export class LongOutput {
  #text = "";
  #isLong = false;

  /**
   * @param length The length up to which nothing is passed on, in UTF-16 units.
   * @param write Gets the output piece by piece: whole lines, so that secrets in them are recognized.
   */
  constructor(readonly length: number, readonly write: (text: string) => void) {}

  /** Adds a piece of the output. */
  readonly add = (piece: string): void => {
    this.#text += piece;
    if (this.#text.length > this.length) this.#isLong = true;
    if (this.#isLong) this.#write(this.#text.lastIndexOf("\n") + 1);
    if (this.#text.length > this.length) this.#write(this.#text.length);
  };

  /** Passes on the rest; returns false if the output is short. */
  end(): boolean {
    if (this.#isLong) this.#write(this.#text.length);
    return this.#isLong;
  }

  #write(length: number): void {
    if (length > 0) this.write(this.#text.slice(0, length));
    this.#text = this.#text.slice(length);
  }
}
