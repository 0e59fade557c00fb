import type { RunningProgram } from "../system.ts";

/** Time that programs get to end gracefully, in milliseconds. */
const GRACE = 2000;

/** Sends a signal to a program and its descendants. */
type EndProgram = (program: RunningProgram, signal: "SIGTERM" | "SIGKILL") => void;

export class ProgramEnding {
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** @param ends Signals the program while it runs, and what it left behind. */
  constructor(
    readonly program: RunningProgram,
    readonly ends: { readonly endRunning: EndProgram; readonly endTree: EndProgram },
  ) {}

  /** Asks them to end, and kills them after two seconds. */
  end(): void {
    if (this.#timer !== undefined) return;
    this.ends.endRunning(this.program, "SIGTERM");
    this.#timer = setTimeout(() => this.ends.endRunning(this.program, "SIGKILL"), GRACE);
  }

  /** Called when the program itself has ended: if its group was asked to end, the rest of it is killed. */
  finish(): void {
    if (this.#timer === undefined) return;
    clearTimeout(this.#timer);
    if (this.program.group === "own") this.ends.endTree(this.program, "SIGKILL");
  }
}
