import { isPlanFileName } from "../../parse/ids/plan_names.ts";
import { parsePlanFile, type PlanDocument } from "../../parse/plan_file/plan_file.ts";
import type { Project } from "../../parse/project/model.ts";
import { SourceText } from "../../text/source_text.ts";
import { baseName } from "../../path/paths.ts";

export interface EditorDocument {
  /** Path relative to the project's root. */
  readonly path: string;
  /** The text. Offsets are those of this text. */
  readonly text: string;
  /** The project, including the unsaved documents of the editor. */
  readonly project: Project;
  /** The text as a plan; undefined for other documents. */
  readonly plan: PlanDocument | undefined;
}

/** Creates a document of a project. A plan outside of its phases, such as an archived one, is read as a plan too. */
export function documentOf(path: string, text: string, project: Project): EditorDocument {
  const known = project.plans.all.find(({ source }) => source.path === path && source.text === text);
  const isPlan = isPlanFileName(baseName(path));
  const plan = known ?? (isPlan ? parsePlanFile(new SourceText(path, text)) : undefined);
  return { path, text, project, plan };
}

/** Returns the span of the line that contains an offset, without its line ending. */
export function lineAt(text: string, offset: number): { readonly start: number; readonly end: number } {
  const start = text.lastIndexOf("\n", offset - 1) + 1;
  const next = text.indexOf("\n", offset);
  const end = next === -1 ? text.length : next;
  return { start, end: text[end - 1] === "\r" && end > start ? end - 1 : end };
}
