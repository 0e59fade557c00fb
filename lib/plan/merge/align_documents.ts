import { ROADMAP_PATH } from "../../parse/roadmap/roadmap.ts";
import type { Project } from "../../parse/project/model.ts";
import { STATE_PATH } from "../../parse/project/project.ts";
import { conflictIn } from "../../text/conflict.ts";
import { alignDecisions } from "./align_decisions.ts";
import type { Values, Versions } from "./merge_values.ts";
import { changeRoadmapValues } from "./roadmap_values.ts";
import { mergeRoadmapValues } from "./merge_roadmap_values.ts";
import { changeOwnStateValues, mergeStateValues } from "./merge_state_values.ts";
import { baseName } from "../../path/paths.ts";

/** The documents whose values wf writes, with the names of their files. */
const DOCUMENTS = new Map([
  [baseName(ROADMAP_PATH), { change: changeRoadmapValues, merge: mergeRoadmapValues }],
  [baseName(STATE_PATH), { change: changeOwnStateValues, merge: mergeStateValues }],
]);

/** Returns the paths of the documents in which wf writes and a merge has left conflicts. */
export function conflictedDocuments(
  { roadmap, state }: Pick<Project, "roadmap" | "state">,
): readonly string[] {
  return [roadmap?.source, state].flatMap((source) => {
    return source === undefined || conflictIn(source.text) === undefined ? [] : [source.path];
  });
}

/**
 * Gives three versions of a document the same values where wf writes them, so that a merge of the texts has conflicts
 * only in what users wrote. Changes nothing else, and nothing in other documents.
 *
 * @param path The path of the document; only the name of the file counts.
 */
export function alignDocuments(path: string, versions: Versions<string>): Versions<string> {
  const document = DOCUMENTS.get(baseName(path));
  if (document === undefined) return versions;
  const { change, merge } = document;
  const read = (text: string): Values => {
    const found = new Map<string, string>();
    const repeated = new Set<string>();
    change(text, (name, value) => {
      if (found.has(name)) repeated.add(name);
      found.set(name, value);
      return value;
    });
    return new Map([...found].filter(([name]) => !repeated.has(name)));
  };
  const { base, ours, theirs } = versions;
  const merged = merge({ base: read(base), ours: read(ours), theirs: read(theirs) });
  const write = (text: string) => change(text, (name, value) => merged.get(name) ?? value);
  return alignDecisions({ base: write(base), ours: write(ours), theirs: write(theirs) });
}
