import { isPlanFileName } from "../parse/ids/plan_names.ts";
import { isSummaryPath, phaseFolder } from "../parse/ids/summary_paths.ts";
import { DOCUMENTS, PHASES, SHORT_SUMMARY } from "../parse/project/project.ts";
import type { ProjectSources } from "../parse/project/model.ts";
import { baseName } from "../path/paths.ts";

/**
 * Returns a project with the unsaved documents of an editor: they replace those on disk, and new files are
 * added. Documents that are not part of the project have no effect.
 *
 * @param open The documents in the editor, by path relative to the project's root.
 */
export function overlaid(sources: ProjectSources, open: ReadonlyMap<string, string>): ProjectSources {
  const texts = new Map(sources.texts);
  const paths = new Set(sources.paths);
  for (const [path, text] of open) {
    if (DOCUMENTS.includes(path)) texts.set(path, text);
    else if (isInPhases(path)) {
      paths.add(path);
      if (isPlanFileName(baseName(path)) || isShortSummary(path, text)) texts.set(path, text);
      else texts.delete(path);
    }
  }
  return { ...sources, texts, paths: [...paths] };
}

/** Reports whether a file can affect findings, so that its changes in an editor matter. */
export function isChecked(path: string): boolean {
  return DOCUMENTS.includes(path) || isInPhases(path);
}

/** Reports whether a path is a file in a phase's folder, or a plan directly in `phases`. */
function isInPhases(path: string): boolean {
  if (phaseFolder(path) !== undefined) return true;
  const name = path.startsWith(`${PHASES}/`) ? path.slice(PHASES.length + 1) : "/";
  return !name.includes("/") && isPlanFileName(name);
}

function isShortSummary(path: string, text: string): boolean {
  return isSummaryPath(path) && new TextEncoder().encode(text).length < SHORT_SUMMARY;
}
