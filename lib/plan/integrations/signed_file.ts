/**
 * Files of wf among foreign files. A mark in each names the agents it was made for and contains a hash of the
 * rest, so that a file that was changed is distinguished from an older version of wf's own.
 *
 * @module
 */
import type { HostingAgent } from "../../../schemas/commands.ts";
import { textHash } from "../../text/text_hash.ts";

/** The placeholder of the mark in an unsigned text. */
export const MARK_PLACE = "{wf-mark}";

const MARK = /made by wf install for ([a-z]+(?:, [a-z]+)*): ([0-9a-f]{16})/;

/** The result of reading the mark of a file. */
export type MadeFile =
  /** The file has no mark, so that wf did not create it. */
  | { readonly kind: "foreign" }
  /** wf created the file, and it was changed since. */
  | { readonly kind: "changed"; readonly agents: readonly HostingAgent[] }
  /** The file is as wf, or an older version of it, created it. */
  | { readonly kind: "own"; readonly agents: readonly HostingAgent[]; readonly unsigned: string };

/** Replaces the placeholder in a text by its mark. */
export function signFile(unsigned: string, agents: readonly HostingAgent[]): string {
  const names = [...agents].sort().join(", ");
  return unsigned.replace(MARK_PLACE, () => `made by wf install for ${names}: ${textHash(unsigned)}`);
}

/** Reads the mark of a file. Line endings are ignored, because git may change them. */
export function readMade(text: string): MadeFile {
  const found = MARK.exec(text);
  if (found === null) return { kind: "foreign" };
  const agents = found[1]!.split(", ") as HostingAgent[];
  const unsigned = text.replace(MARK, () => MARK_PLACE).replaceAll("\r\n", "\n");
  return textHash(unsigned) === found[2] ? { kind: "own", agents, unsigned } : { kind: "changed", agents };
}
