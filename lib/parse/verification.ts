import type { VerificationStatus } from "../../schemas/verification.ts";
import { parseFrontmatter } from "./frontmatter.ts";
import { entryOf } from "./yaml.ts";

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
