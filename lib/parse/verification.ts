import type { VerificationStatus } from "../../schemas/verification.ts";
import { parseFrontmatter } from "./frontmatter.ts";
import { entryOf } from "./yaml.ts";

/**
 * The gaps that a verification lists: the items below its heading `Gaps`, else those of the key `gaps`
 * of its frontmatter. Empty when it lists none.
 */
export function parseGaps(text: string): readonly string[] {
  const lines = text.split(/\r?\n/);
  const heading = lines.findIndex((line) => /^#{2,4}[ \t]+(?:Gaps?|Gaps? Found)\b/i.test(line));
  const after = heading === -1 ? [] : lines.slice(heading + 1);
  const end = after.findIndex((line) => /^#{1,6}[ \t]/.test(line));
  const items = (end === -1 ? after : after.slice(0, end))
    .flatMap((line) => /^[ \t]*(?:\d+[.)]|[-*+])[ \t]+(.+)$/.exec(line)?.[1]?.trim() ?? []);
  return items.length > 0 ? items : gapsOfFrontmatter(text);
}

/** Of each entry the text, or the first of the values that say what is missing. */
function gapsOfFrontmatter(text: string): readonly string[] {
  const frontmatter = parseFrontmatter(text);
  const list = frontmatter.kind === "parsed" ? entryOf(frontmatter.root, "gaps")?.value : undefined;
  if (list?.kind !== "list") return [];
  return list.items.flatMap((item) => {
    if (item.kind === "scalar") return [item.text.trim()];
    const named = ["truth", "what", "gap", "missing", "reason"].map((key) => entryOf(item, key)?.value);
    const value = named.find((candidate) => candidate?.kind === "scalar");
    return value?.kind === "scalar" ? [value.text.trim()] : [];
  }).filter((gap) => gap !== "");
}

/**
 * The status that the frontmatter of a verification tells.
 *
 * @returns `human_needed` for a document that tells none of the three.
 */
export function parseVerificationStatus(text: string): VerificationStatus {
  const frontmatter = parseFrontmatter(text);
  const value = frontmatter.kind === "parsed" ? entryOf(frontmatter.root, "status")?.value : undefined;
  const status = value?.kind === "scalar" ? value.text.trim() : "";
  return status === "passed" || status === "gaps_found" ? status : "human_needed";
}
