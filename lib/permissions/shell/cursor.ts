/** The maximum nesting depth of substitutions. */
const MAX_DEPTH = 30;

/** A position in a shell script, with the state that its readers share. */
export class ShellCursor {
  /** The offset of the next character. */
  at = 0;
  /** The problems that prevent a full analysis. */
  readonly problems: string[] = [];
  /** The names of variables whose values are used in arithmetic. */
  readonly computed = new Set<string>();
  #depth = 0;

  /**
   * Starts at the beginning of a script.
   *
   * @param text The script.
   * @param readNested Reads commands up to the parenthesis that closes them, and consumes it.
   * @param readApart Reads a separate script.
   */
  constructor(
    readonly text: string,
    readonly readNested: (cursor: ShellCursor) => void,
    readonly readApart: (text: string, cursor: ShellCursor) => void,
  ) {}

  /** Returns the next character; empty at the end. */
  get char(): string {
    return this.text[this.at] ?? "";
  }

  /** Reports whether the end is reached. */
  get ended(): boolean {
    return this.at >= this.text.length;
  }

  /** Reports whether the rest begins with a text. */
  startsWith(prefix: string): boolean {
    return this.text.startsWith(prefix, this.at);
  }

  /** Adds a problem, each once. */
  problem(what: string): void {
    if (!this.problems.includes(what)) this.problems.push(what);
  }

  /** Records the variables of an arithmetic expression. */
  computes(sum: string): void {
    for (const [name] of sum.matchAll(/[A-Za-z_]\w*/g)) this.computed.add(name);
  }

  /** Reads the commands of a substitution or subshell, up to the maximum depth. */
  nested(): void {
    this.deeper(() => this.readNested(this));
  }

  /** Reads the commands of backticks, whose unescaped text is separate from this one. */
  apart(text: string): void {
    this.deeper(() => this.readApart(text, this));
  }

  /** Reads a nested part. Beyond the maximum depth it adds a problem and skips to the end of the script. */
  deeper(action: () => void): void {
    if (this.#depth >= MAX_DEPTH) {
      this.problem("it is nested too deeply");
      this.at = this.text.length;
      return;
    }
    this.#depth++;
    action();
    this.#depth--;
  }
}
