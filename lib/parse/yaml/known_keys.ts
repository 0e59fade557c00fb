/**
 * The keys of a plan's frontmatter that the specification names.
 * @module
 */
import { planKeys } from "../../../generated/metadata.ts";

export const TOP_KEYS: readonly string[] = planKeys.map(({ key }) => key);
/** The keys of `must_haves`. */
export const MUST_HAVES_KEYS: readonly string[] = ["truths", "artifacts", "key_links"];
export const ARTIFACT_KEYS: readonly string[] = [
  "path",
  "provides",
  "min_lines",
  "exports",
  "contains",
  "not_contains",
  "min_tests",
];
export const LINK_KEYS: readonly string[] = ["from", "to", "via", "pattern"];
