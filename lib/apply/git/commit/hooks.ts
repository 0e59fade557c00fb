import { brokenLink } from "../../../host/failure.ts";
import type { Host } from "../../../host/host.ts";
import { joinPath, pathWithin } from "../../../path/paths.ts";
import { ConfinedFiles } from "../../files/confined_files.ts";
import type { Git } from "../git.ts";
import { NOWHERE, resolveLinks } from "../../files/resolve_links.ts";

/** The place to change the `pre-commit` hook of a repository. */
export type HookPlace =
  | {
    /** A file that git, or husky, runs. */
    readonly kind: "file";
    /** Absolute path, links resolved. */
    readonly path: string;
    /** True if the file is shared with others, so that it must not contain paths of this machine. */
    readonly shared: boolean;
    /** True if husky runs it, in a separate shell. */
    readonly husky: boolean;
  }
  | {
    /** A tool with its own configuration file runs the hooks. */
    readonly kind: "tool";
    readonly tool: "lefthook" | "pre-commit";
    /** Its configuration file, relative to the root of the working tree. */
    readonly path: string;
    readonly text: string;
  }
  | {
    /** The hooks are outside the repository, and other repositories may use them. */
    readonly kind: "outside";
    /** Absolute path. */
    readonly path: string;
  };

const LEFTHOOK = ["yml", "yaml", "toml", "json", "jsonc"].flatMap((end) => [
  `lefthook.${end}`,
  `.lefthook.${end}`,
  `.config/lefthook.${end}`,
]);
const PRE_COMMIT = [".pre-commit-config.yaml", ".pre-commit-config.yml"];

/**
 * Finds the tool that runs the hooks of a repository: husky, lefthook, the pre-commit framework or git itself.
 * Respects `core.hooksPath` and linked worktrees.
 */
export async function findHook(host: Host, git: Git): Promise<HookPlace> {
  if ((await host.stat(joinPath(git.root, ".husky")))?.kind === "directory") {
    const path = await resolved(host, joinPath(git.root, ".husky/pre-commit"));
    return pathWithin(git.root, path) === undefined
      ? { kind: "outside", path }
      : { kind: "file", path, shared: true, husky: true };
  }
  const files = new ConfinedFiles(host, git.root);
  for (const [tool, names] of [["lefthook", LEFTHOOK], ["pre-commit", PRE_COMMIT]] as const) {
    for (const name of names) {
      const path = joinPath(git.root, name);
      if ((await host.stat(path))?.kind !== "file") continue;
      return { kind: "tool", tool, path: name, text: await files.read(name) ?? "" };
    }
  }
  const printed = await git.output(["rev-parse", "--path-format=absolute", "--git-path", "hooks/pre-commit"]);
  const path = await resolved(host, printed.trimEnd().replaceAll("\\", "/"));
  if (pathWithin(git.commonDirectory, path) !== undefined) {
    return { kind: "file", path, shared: false, husky: false };
  }
  return pathWithin(git.root, path) === undefined
    ? { kind: "outside", path }
    : { kind: "file", path, shared: true, husky: false };
}

/** Resolves the links in the path of a hook, which need not exist yet. */
async function resolved(host: Host, path: string): Promise<string> {
  const real = await resolveLinks(host, path);
  if (real === NOWHERE) throw brokenLink(path);
  return real;
}

/** Reports whether a file is executable; git ignores hooks that are not. */
export async function isExecutable(host: Host, path: string): Promise<boolean> {
  const { code } = await host.run({ argv: ["test", "-x", path], cwd: "/" });
  return code === 0;
}
