import { brokenLink } from "../../host/failure.ts";
import type { Host } from "../../host/host.ts";
import { joinPath, pathWithin } from "../../path/paths.ts";
import { ConfinedFiles } from "../files/confined_files.ts";
import type { Git } from "./git.ts";
import { NOWHERE, resolveLinks } from "../files/resolve_links.ts";

/** Where a repository's hook `pre-commit` is to be changed. */
export type HookPlace =
  | {
    /** A file that git, or husky, runs. */
    readonly kind: "file";
    /** Absolute path, links resolved. */
    readonly path: string;
    /** True when the file is shared with others, so that no path of this machine may stand in it. */
    readonly shared: boolean;
    /** True when husky runs it, in a shell of its own. */
    readonly husky: boolean;
  }
  | {
    /** A tool that has a configuration of its own runs the hooks. */
    readonly kind: "tool";
    /** The tool. */
    readonly tool: "lefthook" | "pre-commit";
    /** Its configuration file, relative to the root of the working tree. */
    readonly path: string;
    /** Its text. */
    readonly text: string;
  }
  | {
    /** The hooks lie outside of the repository, and are those of others too. */
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
 * Finds out which tool runs the hooks of a repository: husky, lefthook, the pre-commit framework, or
 * git alone, with `core.hooksPath` and in linked working trees too.
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

/** A hook's path with its links resolved, whether the hook is there yet or not. */
async function resolved(host: Host, path: string): Promise<string> {
  const real = await resolveLinks(host, path);
  if (real === NOWHERE) throw brokenLink(path);
  return real;
}

/** Whether a file can be run; git passes over hooks that cannot. */
export async function isExecutable(host: Host, path: string): Promise<boolean> {
  const { code } = await host.run({ argv: ["test", "-x", path], cwd: "/" });
  return code === 0;
}
