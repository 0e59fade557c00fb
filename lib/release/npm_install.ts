/** The kinds of npm installation: global, in one project, or temporary for one call of `npx`. */
export type NpmInstallKind = "global" | "project" | "npx";

/**
 * Determines the kind of npm installation that a main module belongs to.
 *
 * @param main Path of the main module, with forward slashes and links resolved.
 */
export function npmInstallKind(main: string): NpmInstallKind {
  if (main.includes("/_npx/")) return "npx";
  return /\/(?:lib|npm|nodejs|global\/\d+)\/node_modules\//.test(main) ? "global" : "project";
}
