import type { RunningProgram } from "../system.ts";

/** The started programs that have not ended. */
const RUNNING = new Set<RunningProgram>();

/** Remembers a program until it has ended, for {@link endPrograms}. */
export function remember(program: RunningProgram, ended: Promise<unknown>): void {
  RUNNING.add(program);
  const forget = () => void RUNNING.delete(program);
  void ended.then(forget, forget);
}

/**
 * Ends all running programs.
 *
 * @param end Kills one program with its descendants.
 */
export function endPrograms(end: (program: RunningProgram) => void): void {
  for (const program of RUNNING) end(program);
}
