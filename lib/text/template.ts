/**
 * The variables of each template of the configuration, by dotted key. See
 * docs/decisions/branches-and-merges.md.
 */
const VARIABLES: Readonly<Record<string, readonly string[]>> = {
  "git.phase_branch_template": ["phase", "slug"],
  "git.milestone_branch_template": ["milestone", "slug"],
};

/**
 * Returns the names of the variables that the template of a configuration key may contain, such as `phase`
 * for `{phase}`; undefined if the key is not a template.
 */
export function templateVariables(key: string): readonly string[] | undefined {
  return Object.hasOwn(VARIABLES, key) ? VARIABLES[key] : undefined;
}

/** Returns the first unknown variable of a template, without braces. */
export function unknownVariable(template: string, known: readonly string[]): string | undefined {
  return [...template.matchAll(/\{([^{}]*)\}/g)].map((match) => match[1]!).find((name) =>
    !known.includes(name)
  );
}
