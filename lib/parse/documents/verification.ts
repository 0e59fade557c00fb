import type { VerificationStatus } from "../../../schemas/verification.ts";
import { parseFrontmatter } from "../plan_file/frontmatter.ts";
import type { Phase } from "../project/model.ts";
import { entryOf } from "../yaml/yaml.ts";

/**
 * Returns the gaps that a verification lists: those of the key `gaps` in its frontmatter, otherwise the items
 * below its heading `Gaps`.
 */
export function parseGaps(text: string): readonly string[] {
  const items = frontmatterItems(text, "gaps");
  return items.length > 0 ? items : itemsBelow(text, /^#{2,4}[ \t]+(?:Gaps?|Gaps? Found)\b/i);
}

/** Returns the items of the list below a heading, without the lists inside its items. */
function itemsBelow(text: string, wanted: RegExp): readonly string[] {
  const lines = text.split(/\r?\n/);
  const heading = lines.findIndex((line) => wanted.test(line));
  const after = heading === -1 ? [] : lines.slice(heading + 1);
  const end = after.findIndex((line) => /^#{1,6}[ \t]/.test(line));
  return (end === -1 ? after : after.slice(0, end))
    .flatMap((line) => /^ ?(?:\d+[.)]|[-*+])[ \t]+(.+)$/.exec(line)?.[1]?.trim() ?? []);
}

/** Returns the text of each entry, or the first of its values that describe the gap. */
function frontmatterItems(text: string, key: string): readonly string[] {
  const frontmatter = parseFrontmatter(text);
  const list = frontmatter.kind === "parsed" ? entryOf(frontmatter.root, key)?.value : undefined;
  if (list?.kind !== "list") return [];
  return list.items.flatMap((item) => {
    if (item.kind === "scalar") return [item.text.trim()];
    const named = ["truth", "what", "test", "gap", "missing", "reason"].map((key) =>
      entryOf(item, key)?.value
    );
    const value = named.find((candidate) => candidate?.kind === "scalar");
    return value?.kind === "scalar" ? [value.text.trim()] : [];
  }).filter((gap) => gap !== "");
}

/** Other words for a status, as people and other tools write them. */
const STATUSES: ReadonlyMap<string, VerificationStatus> = new Map([
  ...["passed", "verified", "approved", "resolved", "gaps_resolved"].map((word) => [word, "passed"] as const),
  ...["gaps_found", "failed"].map((word) => [word, "gaps_found"] as const),
]);

/**
 * Returns the status of a verification: that of its frontmatter, or without frontmatter that of its first line
 * `**Status:** passed`.
 *
 * @returns `human_needed` for a missing or unknown status.
 */
export function parseVerificationStatus(text: string): VerificationStatus {
  const frontmatter = parseFrontmatter(text);
  const value = frontmatter.kind === "parsed" ? entryOf(frontmatter.root, "status")?.value : undefined;
  const status = frontmatter.kind === "missing"
    ? /^\*\*Status:\*\*[ \t]*(.*)$/im.exec(text)?.[1] ?? ""
    : value?.kind === "scalar"
    ? value.text
    : "";
  return STATUSES.get(status.trim().toLowerCase()) ?? "human_needed";
}

/** The result of an earlier verification. */
export interface VerificationRecord {
  readonly status: VerificationStatus;
  /** Number of gaps, or of items that a person has to judge, in the document. */
  readonly count: number;
}

/** Returns the results of the last verifications, by the folder of their phase. */
export function phaseVerifications(phases: readonly Phase[]): ReadonlyMap<string, VerificationRecord> {
  return new Map(phases.flatMap(({ directory, verification }) => {
    return verification === undefined ? [] : [[directory, parseVerification(verification.text)]];
  }));
}

/** Reads `NN-VERIFICATION.md`, also as other tools write it. */
export function parseVerification(text: string): VerificationRecord {
  const status = parseVerificationStatus(text);
  switch (status) {
    case "passed":
      return { status, count: 0 };
    case "gaps_found":
      return { status, count: parseGaps(text).length };
    case "human_needed": {
      const own = itemsBelow(text, /^##[ \t]+To Check by Hand\b/);
      const items = own.length > 0 ? own : frontmatterItems(text, "human_verification");
      return { status, count: items.length };
    }
  }
}
