import type { Host } from "../host/host.ts";
import { terminalText, visibleJson } from "../text/terminal_text.ts";

/**
 * The one way to standard output and standard error: whatever a repository, an agent or a program puts into
 * a text, nothing but this program's own marks reaches the terminal as an escape sequence.
 */
export class SafeOutput {
  /**
   * @param host The machine.
   * @param plain Whether no text is marked, whatever the streams are.
   */
  constructor(readonly host: Host, readonly plain = false) {}

  /** Whether text on a stream is marked with colour and weight. */
  marks(stream: "stdout" | "stderr"): boolean {
    const { host } = this;
    if (this.plain || !host.isTerminal(stream)) return false;
    return !host.env("NO_COLOR") && host.env("TERM") !== "dumb";
  }

  /** Writes text. */
  text(stream: "stdout" | "stderr", text: string): void {
    this.host.write(stream, terminalText(text, this.marks(stream)));
  }

  /** Writes one JSON value on a line of standard output. */
  json(value: object): void {
    this.host.write("stdout", `${visibleJson(value)}\n`);
  }
}
