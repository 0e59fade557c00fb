/** The GitHub repository of the releases, as `owner/name`. A build for another repository replaces it. */
export const REPOSITORY: string = "wf-dev/wf";

/** The placeholder that a build replaces by the commit. */
const PLACEHOLDER = "{{commit}}";

/**
 * The commit that this program was built from, with the suffix `-dirty` if there were uncommitted changes;
 * `unknown` outside a build.
 */
export const commit: string = PLACEHOLDER.startsWith("{{") ? "unknown" : PLACEHOLDER;

export function rulePageAddress(code: string): string {
  return `https://github.com/${REPOSITORY}/blob/main/generated/rules.md#${code}`;
}

/** Returns the URL of a published JSON Schema, which is also its `$id`. */
export function schemaAddress(name: string): string {
  return `https://raw.githubusercontent.com/${REPOSITORY}/main/generated/${name}.schema.json`;
}
