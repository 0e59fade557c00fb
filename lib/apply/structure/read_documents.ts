import { type DirectoryEntry, type Host, HostError } from "../../host/host.ts";
import { baseOf, PLANNING, WORKSTREAMS } from "../../parse/ids/locations.ts";
import { belowPhases } from "../../parse/ids/summary_paths.ts";
import type { Project } from "../../parse/project/model.ts";
import type { Documents } from "../../plan/structure/restructure.ts";
import { ConfinedFiles } from "../files/confined_files.ts";

/** Reads the documents of a project. Links are not followed, and files that are not text are only listed. */
export async function readDocuments(host: Host, root: string, project: Project): Promise<Documents> {
  const { base } = project;
  const files = new ConfinedFiles(host, root);
  const texts = new Map<string, string>();
  const others: string[] = [];
  const read = async (path: string, { kind, name }: DirectoryEntry): Promise<void> => {
    if (kind === "directory") {
      // In a workstream, `.planning/phases/` may name its own phases.
      if (path === `${baseOf(`${path}/`)}/milestones` || path === WORKSTREAMS && base === PLANNING) return;
      for (const entry of await files.list(path)) await read(`${path}/${entry.name}`, entry);
      return;
    }
    const isOfPhase = belowPhases(path) !== undefined;
    const text = kind === "file" && (isOfPhase || /\.md$/i.test(name))
      ? await textOf(path, files)
      : undefined;
    if (text !== undefined) texts.set(path, text);
    else if (isOfPhase && baseOf(path) === base) others.push(path);
  };
  await read(PLANNING, { name: PLANNING, kind: "directory" });
  return { project, texts, others };
}

/** Reads a file; undefined if it is not text in UTF-8, or too large. */
async function textOf(path: string, files: ConfinedFiles): Promise<string | undefined> {
  try {
    const text = await files.read(path) ?? "";
    return /[\uFFFD\0]/.test(text) ? undefined : text;
  } catch (error) {
    if (error instanceof HostError && error.reason === "too-large") return undefined;
    throw error;
  }
}
