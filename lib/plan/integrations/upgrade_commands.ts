import type { InstallationKind } from "../../../schemas/results/program.ts";
import { npmInstallKind } from "../../release/npm_install.ts";
import { bundleParts, REPOSITORY } from "../../release/release.ts";
import { baseName } from "../../path/paths.ts";
import { quoteShell } from "../../text/quote_shell.ts";

const PACKAGE = "@wf/wf";
const RELEASES = `https://github.com/${REPOSITORY}/releases/latest/download`;

/**
 * Returns the commands that upgrade an installed program.
 *
 * @param location The URL or path of the program, with forward slashes.
 */
export function upgradeCommands(kind: InstallationKind, location: string): readonly string[] {
  const folder = location.slice(0, Math.max(location.lastIndexOf("/"), 1));
  switch (kind) {
    case "url":
      return [`deno cache --reload ${quoteShell(newestUrl(location))}`];
    case "bundle":
      return /^https?:/.test(location)
        ? [`deno cache --reload ${quoteShell(newestUrl(location))}`]
        : [`curl --proto '=https' --tlsv1.2 -fsSL --fail-early ${bundleDownloads(location)}`];
    case "npm":
      return [npmCommand(location)];
    case "checkout":
      return [`git -C ${quoteShell(folder)} pull --ff-only`];
    case "binary":
      return /^[A-Za-z]:\//.test(location)
        ? [`$env:WF_INSTALL = "${folder}"; irm ${RELEASES}/install.ps1 | iex`]
        : [
          `curl --proto '=https' --tlsv1.2 -fsSL ${RELEASES}/install.sh | WF_INSTALL=${
            quoteShell(folder)
          } sh`,
        ];
  }
}

/** Returns the arguments of curl that replace the files of the bundle. */
function bundleDownloads(first: string): string {
  const others = bundleParts(first).map((path) => [path, baseName(path)] as const);
  return [[first, "wf.js"], ...others].map(([path, name]) => `-o ${quoteShell(path!)} ${RELEASES}/${name}`)
    .join(" ");
}

/** Returns the command of the package manager that installed it, as far as the folders show. */
function npmCommand(location: string): string {
  const wanted = `${PACKAGE}@latest`;
  const isPnpm = location.includes("/.pnpm/");
  const [project = ""] = location.split("/node_modules/");
  switch (npmInstallKind(location)) {
    case "npx":
      return `npx ${wanted}`;
    case "global":
      return isPnpm ? `pnpm add --global ${wanted}` : `npm install --global ${wanted}`;
    case "project":
      return isPnpm
        ? `pnpm --dir ${quoteShell(project)} add --save-dev ${wanted}`
        : `npm install --prefix ${quoteShell(project)} --save-dev ${wanted}`;
  }
}

/** Returns the URL of the newest version; a URL with a version keeps it. */
function newestUrl(location: string): string {
  if (new RegExp(`/${PACKAGE}/[^/]+/cli\\.ts$`).test(location)) return `jsr:${PACKAGE}/cli`;
  return location.replace(/\/releases\/download\/[^/]+\//, "/releases/latest/download/");
}
