/** The repository on GitHub that releases come from: owner and name. A build for another one puts its own here. */
export const REPOSITORY: string = "wf-dev/wf";

/** What a build puts the commit in the place of. */
const MARK = "{{commit}}";

/** The commit this program was built from, with `-dirty` behind it where more was in it; else `unknown`. */
export const commit: string = MARK.startsWith("{{") ? "unknown" : MARK;

/** Where the page of a rule stands on the web. */
export function rulePageAddress(code: string): string {
  return `https://github.com/${REPOSITORY}/blob/main/generated/rules.md#${code}`;
}
