import type { HostingAgent, InstallTarget } from "../../../schemas/commands.ts";
import type { InstallResult } from "../../../schemas/results/setup.ts";
import { findRepositoryRoot } from "../../apply/files/find_repository_root.ts";
import { findProjectRoot } from "../../apply/files/load_project.ts";
import { applyChanges, findOutside } from "../../apply/files/install_files.ts";
import { joinPath } from "../../path/paths.ts";
import type { FileChange } from "../../plan/integrations/install_plan.ts";
import { COMMAND_FOLDERS, type CommandFolder, PLUGIN_FOLDER } from "../../prompts/slash_files.ts";
import { unifiedDiff } from "../../report/findings/diff.ts";
import { type CommandContext, UsageError } from "../context/command_context.ts";

/** The options that `install` and `uninstall` have in common. */
export interface PlaceOptions {
  readonly agent: InstallTarget;
  /** True for the user's home folder, not a project. */
  readonly global?: boolean;
  readonly plugin?: string;
}

/** The place of slash commands and the agents that read them. */
export interface InstallPlace {
  /** Absolute path. Links are resolved unless `open`. */
  readonly root: string;
  /** True when links may lead out of the folder: dotfiles in a home folder are often linked. */
  readonly open: boolean;
  readonly places: readonly CommandFolder[];
  readonly agents: readonly HostingAgent[];
}

/**
 * Finds the place. A project is the nearest ancestor with `.planning`, else with `.git`, else the current
 * folder.
 */
export async function findInstallPlace(
  { agent, global, plugin }: PlaceOptions,
  { host, cwd }: CommandContext,
): Promise<InstallPlace> {
  const all = COMMAND_FOLDERS.flatMap(({ agents }) => agents);
  const agents = agent === "all" ? all : [agent];
  if (plugin !== undefined) {
    if (agent !== "claude") {
      throw new UsageError("Only claude has plugins", "For example: wf install claude --plugin wf");
    }
    if (global) throw new UsageError("A plugin is written to the folder you name", "Omit --global");
    return {
      root: joinPath(await cwd(), plugin.replaceAll("\\", "/")),
      open: false,
      places: [PLUGIN_FOLDER],
      agents,
    };
  }
  const places = COMMAND_FOLDERS.filter((place) => place.agents.some((one) => agents.includes(one)));
  if (!global) {
    const folder = await cwd();
    const root = await findProjectRoot(host, folder) ?? await findRepositoryRoot(host, folder) ?? folder;
    return { root, open: false, places, agents };
  }
  const home = host.home();
  if (home === undefined) throw new UsageError("Cannot find your home folder", "Set HOME");
  return { root: home, open: true, places, agents };
}

/** Throws a UsageError when a link leads out of the project: the files there do not belong to it. */
export async function requireInside(
  { root, open, places }: InstallPlace,
  paths: readonly string[],
  { host }: CommandContext,
): Promise<void> {
  if (open || await host.stat(root) === undefined) return;
  const real = await host.realPath(root);
  const outside = await findOutside(host, real, [...paths, ...places.map(({ folder }) => `${folder}/x`)]);
  if (outside === undefined) return;
  throw new UsageError(
    `Cannot use "${outside}": a link in it leads out of "${root}"`,
    "Replace the link with a folder, or use --global to install into your home folder",
  );
}

/** Makes the changes, except in a dry run, and returns the result for each file. */
export async function carryOut(
  changes: readonly FileChange[],
  { root, open, dryRun }: Pick<InstallPlace, "root" | "open"> & { readonly dryRun: boolean },
  { host }: CommandContext,
): Promise<InstallResult> {
  if (!dryRun) await applyChanges(host, { root, open }, changes);
  const paths = (...actions: readonly string[]) => {
    return dryRun ? [] : changes.filter(({ action }) => actions.includes(action)).map(({ path }) => path);
  };
  const changed = changes.filter(({ before, after }) => before !== after);
  const diff = unifiedDiff(changed.map(({ path, before = "", after = "" }) => ({ path, before, after })));
  return {
    formatVersion: 1,
    root,
    files: changes.map(({ before: _before, after: _after, ...file }) => file),
    written: paths("create", "update"),
    removed: paths("remove"),
    ...(dryRun ? { diff } : {}),
  };
}
