import type { InstallationKind } from "../../schemas/output.ts";
import { REPOSITORY } from "../release.ts";
import { shellWord } from "./next_commands.ts";

/** Name of the package on npm. */
const PACKAGE = "@wf/wf";
const RELEASES = `https://github.com/${REPOSITORY}/releases/latest/download`;

/**
 * The commands that bring a newer version in the place of one that is installed.
 *
 * @param kind How it was installed.
 * @param location URL or path of the program, with forward slashes.
 */
export function upgradeCommands(kind: InstallationKind, location: string): readonly string[] {
  const folder = location.slice(0, Math.max(location.lastIndexOf("/"), 1));
  switch (kind) {
    case "url":
      return [`deno cache --reload ${shellWord(location)}`];
    case "bundle":
      return /^https?:/.test(location)
        ? [`deno cache --reload ${shellWord(location)}`]
        : [`curl -fsSL -o ${shellWord(location)} ${RELEASES}/wf.js`];
    case "npm":
      return [npmCommand(location)];
    case "checkout":
      return [`git -C ${shellWord(folder)} pull --ff-only`];
    case "binary":
      return /^[A-Za-z]:\//.test(location)
        ? [`$env:WF_INSTALL = "${folder}"; irm ${RELEASES}/install.ps1 | iex`]
        : [`curl -fsSL ${RELEASES}/install.sh | WF_INSTALL=${shellWord(folder)} sh`];
  }
}

function npmCommand(location: string): string {
  if (location.includes("/_npx/")) return `npx ${PACKAGE}@latest`;
  const [project = ""] = location.split("/node_modules/");
  if (/\/lib$|\/npm$/.test(project)) return `npm install --global ${PACKAGE}@latest`;
  return `npm install --prefix ${shellWord(project)} --save-dev ${PACKAGE}@latest`;
}
