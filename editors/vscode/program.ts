/**
 * Calls of the `wf` program.
 * @module
 */
import { execFile } from "node:child_process";
import type { StatusResult } from "../../schemas/results/status.ts";

/** The program and its first arguments. */
export type ProgramCommand = readonly [program: string, ...args: readonly string[]];

/** The longest time that `wf status` may take, in milliseconds. */
const MAX_TIME = 60_000;
const MAX_OUTPUT = 64 * 1024 * 1024;

interface ProgramResult {
  readonly stdout: string;
  readonly stderr: string;
}

/** Thrown when the program cannot be started. */
export class ProgramMissing extends Error {
  /** @param program The program, as configured. */
  constructor(program: string) {
    super(`Cannot start "${program}": install wf, or set wf.command in your user settings`);
  }
}

/**
 * Returns the status of a project.
 *
 * @param folder The folder that contains `.planning/`.
 * @throws {ProgramMissing}
 * @throws Error with the program's own message.
 */
export async function readStatus(command: ProgramCommand, folder: string): Promise<StatusResult> {
  const { stdout, stderr } = await run(command, ["status", "--json"], folder);
  const value = parsed(stdout);
  if (value !== undefined && "phases" in value) return value as StatusResult;
  throw new Error(stderr.trim() || `"${command[0]} status" ended without a result`);
}

/** Throws {@link ProgramMissing} if the program cannot be started. */
export async function requireProgram(command: ProgramCommand): Promise<void> {
  await run(command, ["--version"]);
}

function run(command: ProgramCommand, args: readonly string[], cwd?: string): Promise<ProgramResult> {
  const [program, ...first] = command;
  const options = { timeout: MAX_TIME, maxBuffer: MAX_OUTPUT, windowsHide: true };
  return new Promise((done, fail) =>
    execFile(program, [...first, ...args], { ...options, ...(cwd && { cwd }) }, (error, stdout, stderr) => {
      const isMissing = error?.code === "ENOENT" || error?.code === "EACCES";
      isMissing ? fail(new ProgramMissing(program)) : done({ stdout, stderr });
    })
  );
}

function parsed(text: string): object | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null ? value : undefined;
  } catch {
    return undefined;
  }
}
