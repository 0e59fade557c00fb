import { isPlanFileName } from "../parse/ids/plan_names.ts";
import { baseNameOf, isSummaryPath, phaseFolder } from "../parse/ids/summary_paths.ts";
import { DOCUMENTS, PHASES, SHORT_SUMMARY } from "../parse/project/project.ts";
import type { ProjectSources } from "../parse/project/model.ts";

/**
 * A project as it is once the texts in an editor are saved: they stand in the place of those on disk,
 * and files that are new are there. Texts that are no part of a project change nothing.
 *
 * @param sources What was read from disk.
 * @param open The texts in the editor, by path relative to the project's root.
 */
export function overlaid(sources: ProjectSources, open: ReadonlyMap<string, string>): ProjectSources {
  const texts = new Map(sources.texts);
  const paths = new Set(sources.paths);
  for (const [path, text] of open) {
    if (DOCUMENTS.includes(path)) texts.set(path, text);
    else if (isInPhases(path)) {
      paths.add(path);
      if (isPlanFileName(baseNameOf(path)) || isShortSummary(path, text)) texts.set(path, text);
      else texts.delete(path);
    }
  }
  return { ...sources, texts, paths: [...paths] };
}

/** Whether findings can be about a file, so that what an editor does to it matters. */
export function isChecked(path: string): boolean {
  return DOCUMENTS.includes(path) || isInPhases(path);
}

/** Whether a path is that of a file in a phase's folder, or of a plan beside these folders. */
function isInPhases(path: string): boolean {
  if (phaseFolder(path) !== undefined) return true;
  const name = path.startsWith(`${PHASES}/`) ? path.slice(PHASES.length + 1) : "/";
  return !name.includes("/") && isPlanFileName(name);
}

function isShortSummary(path: string, text: string): boolean {
  return isSummaryPath(path) && new TextEncoder().encode(text).length < SHORT_SUMMARY;
}
