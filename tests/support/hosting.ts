/**
 * Calls of a coding agent that hosts commands.
 * @module
 */
import assert from "node:assert/strict";
import type { Instruction } from "../../schemas/instruction.ts";
import { wf } from "./program.ts";
import type { Folder } from "./repository.ts";
import { homeIn } from "./wide.ts";

export async function call(folder: Folder, ...args: readonly string[]): Promise<Instruction> {
  const { stdout, stderr } = await wf([...args, "--json"], { cwd: folder.path, env: homeIn(folder) });
  assert.notEqual(stdout, "", stderr);
  return JSON.parse(stdout);
}

/**
 * Gives a command as an instruction names it, as a host gives it: through a shell.
 *
 * @param more Further words, such as an answer.
 */
export async function follow(
  folder: Folder,
  command: string,
  ...more: readonly string[]
): Promise<Instruction> {
  const words = command.match(/'[^']*'|\S+/g)!.map((word) => word.replaceAll("'", ""));
  return await call(folder, ...words.slice(1).filter((word) => word !== "--json"), ...more);
}
