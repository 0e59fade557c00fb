import { type DirectoryEntry, type Host, HostError } from "../../host/host.ts";
import { belowPhases } from "../../parse/ids/summary_paths.ts";
import type { Project } from "../../parse/project/model.ts";
import type { Documents } from "../../plan/structure/restructure.ts";
import { ConfinedFiles } from "../files/confined_files.ts";

/** Folders with documents of finished or other work, in that of a project or a workstream. */
const OTHER = ["milestones", "workstreams"];

/** Reads the documents of a project. Links are not followed, and files that are not text are only listed. */
export async function readDocuments(host: Host, root: string, project: Project): Promise<Documents> {
  const { base } = project;
  const other = new Set(OTHER.map((name) => `${base}/${name}`));
  const files = new ConfinedFiles(host, root);
  const texts = new Map<string, string>();
  const others: string[] = [];
  const read = async (path: string, { kind, name }: DirectoryEntry): Promise<void> => {
    if (kind === "directory") {
      if (other.has(path)) return;
      for (const entry of await files.list(path)) await read(`${path}/${entry.name}`, entry);
      return;
    }
    const isOfPhase = belowPhases(path) !== undefined;
    const text = kind === "file" && (isOfPhase || /\.md$/i.test(name))
      ? await textOf(path, files)
      : undefined;
    if (text !== undefined) texts.set(path, text);
    else if (isOfPhase) others.push(path);
  };
  await read(base, { name: base, kind: "directory" });
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
