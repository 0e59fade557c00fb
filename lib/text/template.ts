/** The variables of each template in the configuration, by dotted key. See docs/decisions/branches-and-merges.md. */
const VARIABLES: Readonly<Record<string, readonly string[]>> = {
  "git.phase_branch_template": ["phase", "slug"],
  "git.milestone_branch_template": ["milestone", "slug"],
};

/**
 * The variables that a configuration key's text may hold, as `{phase}`; undefined for a key that is
 * no template.
 */
export function templateVariables(key: string): readonly string[] | undefined {
  return Object.hasOwn(VARIABLES, key) ? VARIABLES[key] : undefined;
}

/** The first variable in a template that is none of the known ones, without braces. */
export function unknownVariable(template: string, known: readonly string[]): string | undefined {
  return [...template.matchAll(/\{([^{}]*)\}/g)].map((match) => match[1]!).find((name) =>
    !known.includes(name)
  );
}
