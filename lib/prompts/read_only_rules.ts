/** The rules for an agent that only reads a project and answers. */
export const READ_ONLY_RULES: readonly string[] = [
  "Change no file, commit nothing, leave nothing running.",
  "When something you asked for is refused, continue without it.",
];

/** The rule to search files that git ignores. See docs/decisions/configuration.md. */
export const SEARCH_RULE = "Search ignored files too (`--no-ignore`), so that `.planning/` is found.";
