import type { RunningProgram } from "./system.ts";

/** The programs that have been started and have not ended. */
const RUNNING = new Set<RunningProgram>();

/** Remembers a program until it has ended, for {@link endPrograms}. */
export function remember(program: RunningProgram, ended: Promise<unknown>): void {
  RUNNING.add(program);
  const forget = () => void RUNNING.delete(program);
  void ended.then(forget, forget);
}

/**
 * Ends every program that has not ended.
 *
 * @param end Ends one at once, with those it started.
 */
export function endPrograms(end: (program: RunningProgram) => void): void {
  for (const program of RUNNING) end(program);
}
