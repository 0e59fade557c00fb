/** What an agent keeps to that looks at a project and answers. */
export const LOOK_RULES: readonly string[] = [
  "Change no file, commit nothing, leave nothing running.",
  "When something you asked for is refused, go on without it.",
];

/** How files are found that git ignores. See docs/decisions/configuration.md. */
export const SEARCH_RULE = "Search ignored files too (`--no-ignore`), so that `.planning/` is found.";
