/** The GitHub repository of the releases, as `owner/name`. A build for another repository replaces it. */
export const REPOSITORY: string = "wf-dev/wf";

/** The files of the bundle besides `wf.js`, in the same folder: what frequent calls need, and the rest. */
export const BUNDLE_PARTS = ["wf-frequent.js", "wf-rest.js"] as const;

/** Returns the paths of these files, by the path of the first. */
export function bundleParts(first: string): readonly string[] {
  const folder = first.slice(0, first.lastIndexOf("/") + 1);
  return BUNDLE_PARTS.map((name) => folder + name);
}

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
