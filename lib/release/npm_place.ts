/** Where npm put a package: for all of a user's projects, for one, or for a single call of `npx`. */
export type NpmPlace = "global" | "project" | "npx";

/**
 * Where npm put the package that a main module belongs to.
 *
 * @param main Path of the main module, with forward slashes and without links.
 */
export function npmPlace(main: string): NpmPlace {
  if (main.includes("/_npx/")) return "npx";
  return /\/(?:lib|npm|nodejs|global\/\d+)\/node_modules\//.test(main) ? "global" : "project";
}
