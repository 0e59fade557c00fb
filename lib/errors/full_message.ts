import type { ProgramError } from "./program_error.ts";

/** Returns the message of an error with its hint, for reports that have one text. */
export function fullMessage({ message, hint }: Pick<ProgramError, "message" | "hint">): string {
  return hint === "" ? message : `${message.replace(/\.$/, "")}. ${hint}`;
}
