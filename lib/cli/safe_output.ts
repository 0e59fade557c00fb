import { type Host, HostError } from "../host/host.ts";
import { terminalText, visibleJson } from "../text/terminal_text.ts";

/**
 * Writes to standard output and standard error. Escape sequences in text from repositories, agents and
 * programs never reach the terminal; only this program's own styles do.
 */
export class SafeOutput {
  /**
   * @param plain True to disable styles on all streams.
   */
  constructor(readonly host: Host, readonly plain = false) {}

  /** Returns true when text on a stream is styled. */
  marks(stream: "stdout" | "stderr"): boolean {
    const { host } = this;
    if (this.plain || !host.isTerminal(stream)) return false;
    return !host.env("NO_COLOR") && host.env("TERM") !== "dumb";
  }

  /** Writes text, escaped. */
  text(stream: "stdout" | "stderr", text: string): void {
    this.host.write(stream, terminalText(text, this.marks(stream)));
  }

  json(value: object): void {
    this.host.write("stdout", `${visibleJson(value)}\n`);
  }
}

/** Writes what no one may be there to read: a stream that cannot be written is no error. */
export function attempt(write: () => void): void {
  try {
    write();
  } catch (error) {
    if (!(error instanceof HostError)) throw error;
  }
}
