import { isPlanFileName } from "../../parse/ids/plan_names.ts";
import { parsePlanFile, type PlanDocument } from "../../parse/plan_file/plan_file.ts";
import { baseNameOf } from "../../parse/ids/summary_paths.ts";
import type { Project } from "../../parse/project/model.ts";
import { SourceText } from "../../text/source_text.ts";

/** A text that is open in an editor, within its project. */
export interface EditorDocument {
  /** Path relative to the project's root. */
  readonly path: string;
  /** The text. Offsets are those of this text. */
  readonly text: string;
  /** The project, with the texts that are open. */
  readonly project: Project;
  /** The text as a plan; undefined for other documents. */
  readonly plan: PlanDocument | undefined;
}

/** A document of a project. A plan that takes no part in it, as those of archives, is still read as one. */
export function documentOf(path: string, text: string, project: Project): EditorDocument {
  const known = project.plans.all.find(({ source }) => source.path === path && source.text === text);
  const isPlan = isPlanFileName(baseNameOf(path));
  const plan = known ?? (isPlan ? parsePlanFile(new SourceText(path, text)) : undefined);
  return { path, text, project, plan };
}

/** The line that an offset is in: where it begins, and where it ends before its line ending. */
export function lineAt(text: string, offset: number): { readonly start: number; readonly end: number } {
  const start = text.lastIndexOf("\n", offset - 1) + 1;
  const next = text.indexOf("\n", offset);
  const end = next === -1 ? text.length : next;
  return { start, end: text[end - 1] === "\r" && end > start ? end - 1 : end };
}
