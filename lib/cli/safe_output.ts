import { type Host, HostError } from "../host/host.ts";
import { type Mask, maskFor } from "../apply/interaction/secrets.ts";
import { terminalText, visibleJson } from "../text/terminal_text.ts";

/**
 * Writes to standard output and standard error. Escape sequences in text from repositories, agents and
 * programs never reach the terminal; only this program's own styles do.
 */
export class SafeOutput {
  #mask: Mask | undefined;

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

  /** Writes a message to standard error, escaped and with secrets masked. */
  message(text: string): void {
    this.host.write("stderr", terminalText(text, this.marks("stderr"), (part) => this.masked(part)));
  }

  /** Masks the secrets in a text. */
  masked(text: string): string {
    return (this.#mask ??= maskFor(this.host))(text);
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
