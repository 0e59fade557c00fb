/**
 * Files that this program makes among files of others. A mark in each says for which agents it was made,
 * and holds a hash of the rest: so one that somebody changed is told from an older one of our own.
 * @module
 */
import type { HostingAgent } from "../../../schemas/commands.ts";
import { textHash } from "../../text/text_hash.ts";

/** Where the mark goes in a text that is to be signed. */
export const MARK_PLACE = "{wf-mark}";

const MARK = /made by wf install for ([a-z]+(?:, [a-z]+)*): ([0-9a-f]{16})/;

/** What the mark of a file tells. */
export type MadeFile =
  /** It has no mark: somebody else made it. */
  | { readonly kind: "foreign" }
  /** It was made by this program, and changed since. */
  | { readonly kind: "changed"; readonly agents: readonly HostingAgent[] }
  /** It is as this program, or an older version of it, has made it. */
  | { readonly kind: "own"; readonly agents: readonly HostingAgent[]; readonly unsigned: string };

/** A text with its mark in the place for it. */
export function signFile(unsigned: string, agents: readonly HostingAgent[]): string {
  const names = [...agents].sort().join(", ");
  return unsigned.replace(MARK_PLACE, () => `made by wf install for ${names}: ${textHash(unsigned)}`);
}

/** Reads the mark of a file. Line ends do not count, as git may change them. */
export function readMade(text: string): MadeFile {
  const found = MARK.exec(text);
  if (found === null) return { kind: "foreign" };
  const agents = found[1]!.split(", ") as HostingAgent[];
  const unsigned = text.replace(MARK, () => MARK_PLACE).replaceAll("\r\n", "\n");
  return textHash(unsigned) === found[2] ? { kind: "own", agents, unsigned } : { kind: "changed", agents };
}
