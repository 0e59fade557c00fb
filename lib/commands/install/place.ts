import type { HostingAgent, InstallTarget } from "../../../schemas/commands.ts";
import type { InstallResult } from "../../../schemas/output.ts";
import { findProjectRoot, findRepositoryRoot } from "../../apply/files/load_project.ts";
import { applyChanges, findOutside } from "../../apply/files/install_files.ts";
import { joinPath } from "../../path/paths.ts";
import type { FileChange } from "../../plan/integrations/install_plan.ts";
import { COMMAND_FOLDERS, type CommandFolder, PLUGIN_FOLDER } from "../../prompts/slash_files.ts";
import { unifiedDiff } from "../../report/findings/diff.ts";
import { type CommandContext, UsageError } from "../context/command_context.ts";

/** What `install` and `uninstall` have in common. */
export interface PlaceOptions {
  /** Whom it is about. */
  readonly agent: InstallTarget;
  /** Whether it is for the user, and not for a project. */
  readonly global?: boolean;
  /** Folder of a plugin. */
  readonly plugin?: string;
}

/** Where slash commands are put, and for whom. */
export interface InstallPlace {
  /** Absolute; links resolved where no file may lead out of it. */
  readonly root: string;
  /** Whether links may lead out of it: a home is often kept somewhere else. */
  readonly open: boolean;
  /** The places below it. */
  readonly places: readonly CommandFolder[];
  /** The agents. */
  readonly agents: readonly HostingAgent[];
}

/** Finds where to. A project is the nearest folder upward with `.planning`, else with `.git`, else the folder itself. */
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
    if (global) throw new UsageError("A plugin lies in the folder you name", "Leave out --global");
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

/** Throws a UsageError when a link leads out of the project: what is there belongs to somebody else. */
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
    "Replace the link by a folder, or use --global for commands in your home",
  );
}

/** Makes the changes, unless they are only to be shown, and tells what became of each file. */
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
