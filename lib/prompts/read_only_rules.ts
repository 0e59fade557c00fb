/** The rules for an agent that only reads a project and answers. */
export const READ_ONLY_RULES: readonly string[] = [
  "Change no file, commit nothing, leave nothing running.",
  "When something you asked for is refused, continue without it.",
];

/** The rule to search files that git ignores. See docs/decisions/configuration.md. */
const SEARCH_RULE = "Search ignored files too (`--no-ignore`), so that `.planning/` is found.";

/** Returns rules as a list in Markdown, for the configuration of the search. */
export function rulesText(rules: readonly string[], searchIgnored = false): string {
  return [...rules, ...(searchIgnored ? [SEARCH_RULE] : [])].map((rule) => `- ${rule}`).join("\n");
}
