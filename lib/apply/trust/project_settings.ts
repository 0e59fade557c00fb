import type { ConfiguredRun } from "../../../schemas/results/agents.ts";
import { ProgramError } from "../../errors/program_error.ts";
import { type Host, HostError } from "../../host/host.ts";
import { joinPath, parentPath, pathWithin } from "../../path/paths.ts";
import type { AgentPreset } from "../../plan/agents/presets.ts";
import { isSettingsFile, settingRows, settingsPaths } from "../../plan/agents/project_settings.ts";
import { ConfinedFiles } from "../files/confined_files.ts";
import { findRepositoryRoot } from "../files/find_repository_root.ts";
import { resolveLinks } from "../files/resolve_links.ts";
import { trustHash } from "./store.ts";

/** The settings in a project that an agent would read. */
export interface FoundSettings {
  /** Their contents, for the user. */
  readonly rows: readonly ConfiguredRun[];
  /** The files, relative to the project. */
  readonly paths: readonly string[];
  /** SHA-256 of the files with their contents. */
  readonly hash: string;
}

interface SettingsFile {
  /** Relative to the project. */
  readonly path: string;
  /** The text, or the reason why it cannot be read. */
  readonly text: string | { readonly problem: string };
  /** True if it is not in the project, so that only changes of it matter. */
  readonly isOutside?: boolean;
}

/** Maximum number of files, so that no folder takes long. */
const MAX_FILES = 500;
const MAX_DEPTH = 8;

/**
 * Reads the settings of a project that an agent would read: in the project's root, and in the folders above it
 * up to the root of the repository.
 *
 * @param root Absolute path of the project root.
 * @returns Undefined if there are none.
 */
export async function findProjectSettings(
  host: Host,
  root: string,
  preset: AgentPreset,
): Promise<FoundSettings | undefined> {
  const own = await host.realPath(root);
  const top = await findRepositoryRoot(host, own) ?? own;
  const files = new ConfinedFiles(host, top);
  const found: SettingsFile[] = [];
  for (let folder = own;; folder = parentPath(folder)) {
    for (const path of settingsPaths(preset)) {
      const at = joinPath(folder, path);
      const base = joinPath(folder, path.split("/", 1).join(""));
      const target = await outsideFolder(host, top, base);
      const reader = target === undefined ? files : new ConfinedFiles(host, target);
      const linked = relativeTo(own, base);
      if (target !== undefined && !found.some((one) => one.path === linked)) {
        found.push({ path: linked, text: { problem: `a link out of the project, to "${target}"` } });
      }
      for await (const file of filesAt(host, at)) {
        if (found.length >= MAX_FILES) {
          throw new ProgramError(
            `Cannot read the settings of agents in "${at}": more than ${MAX_FILES} files`,
            "Remove those that no agent needs",
            { exitCode: 2 },
          );
        }
        const text = await readSettings(reader, pathWithin(target === undefined ? top : base, file) ?? file);
        if (text !== "") found.push({ path: relativeTo(own, file), text, isOutside: target !== undefined });
      }
    }
    if (folder === top) break;
  }
  if (found.length === 0) return undefined;
  return {
    rows: found.flatMap(({ path, text, isOutside = false }) => {
      if (isOutside && typeof text === "string") return [];
      return typeof text === "string" ? settingRows(path, text) : [{ key: path, value: text.problem }];
    }),
    paths: found.map(({ path }) => path),
    hash: await trustHash(found.map(({ path, text }) => ({ key: path, value: JSON.stringify(text) }))),
  };
}

/** Returns the folder that a link leads to, outside of the working tree; undefined for anything else. */
async function outsideFolder(host: Host, top: string, path: string): Promise<string | undefined> {
  if ((await host.stat(path).catch(() => undefined))?.kind !== "directory") return undefined;
  const target = await resolveLinks(host, path);
  return pathWithin(top, target) === undefined ? target : undefined;
}

/** Returns the files at a path: itself, or those of a folder at any depth. */
async function* filesAt(host: Host, path: string, depth = 0): AsyncGenerator<string> {
  const info = await host.stat(path).catch(() => undefined);
  if (info === undefined || !isSettingsFile(path)) return;
  if (info.kind !== "directory") yield path;
  else if (depth < MAX_DEPTH) {
    for (const { name } of await host.readDirectory(path)) {
      yield* filesAt(host, joinPath(path, name), depth + 1);
    }
  }
}

async function readSettings(files: ConfinedFiles, path: string): Promise<SettingsFile["text"]> {
  try {
    return await files.read(path) ?? "";
  } catch (error) {
    if (!(error instanceof HostError)) throw error;
    return { problem: error.message };
  }
}

function relativeTo(folder: string, path: string): string {
  let up = "";
  for (let above = folder;; above = parentPath(above), up += "../") {
    const within = pathWithin(above, path);
    if (within !== undefined) return `${up}${within}`;
  }
}
