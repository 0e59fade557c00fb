/** How deep substitutions may nest; what is deeper is not understood. */
const DEEPEST = 30;

/** A place in a text of shell commands, and what is shared by all who read it. */
export class ShellCursor {
  /** Offset of the next character. */
  at = 0;
  /** What keeps the text from being understood. */
  readonly problems: string[] = [];
  /** Names of variables whose values are computed with. */
  readonly computed = new Set<string>();
  #depth = 0;

  /**
   * Begins at a text's start.
   *
   * @param text The text.
   * @param readNested Reads commands up to the parenthesis that closes them, and takes it.
   * @param readApart Reads a text of commands of its own.
   */
  constructor(
    readonly text: string,
    readonly readNested: (cursor: ShellCursor) => void,
    readonly readApart: (text: string, cursor: ShellCursor) => void,
  ) {}

  /** The next character; empty at the end. */
  get char(): string {
    return this.text[this.at] ?? "";
  }

  /** Whether all is read. */
  get ended(): boolean {
    return this.at >= this.text.length;
  }

  /** Whether a text stands here. */
  sees(what: string): boolean {
    return this.text.startsWith(what, this.at);
  }

  /** Notes what cannot be understood. */
  problem(what: string): void {
    if (!this.problems.includes(what)) this.problems.push(what);
  }

  /** Notes the variables of a sum. */
  computes(sum: string): void {
    for (const [name] of sum.matchAll(/[A-Za-z_]\w*/g)) this.computed.add(name);
  }

  /** Reads the commands of a substitution or subshell; gives up what nests too deep. */
  nested(): void {
    this.deeper(() => this.readNested(this));
  }

  /** Reads the commands of backticks, whose text is not this one. */
  apart(text: string): void {
    this.deeper(() => this.readApart(text, this));
  }

  /** Reads what is nested; gives up, at the end of the text, what nests too deep. */
  deeper(action: () => void): void {
    if (this.#depth >= DEEPEST) {
      this.problem("it nests too deep");
      this.at = this.text.length;
      return;
    }
    this.#depth++;
    action();
    this.#depth--;
  }
}
