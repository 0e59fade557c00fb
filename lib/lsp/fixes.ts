import type { Diagnostic, Span, TextEdit } from "../../schemas/diagnostic.ts";
import { fixProject } from "../check/fix/fix.ts";
import type { Rule } from "../check/rule.ts";
import { groupBy } from "../collections/group_by.ts";
import type { ProjectSources } from "../parse/project/model.ts";

export interface EditorFix {
  /** The title, in the imperative. */
  readonly title: string;
  /** The finding that it fixes; undefined for a fix of a whole file. */
  readonly finding: Diagnostic | undefined;
  /** The edits, by path. */
  readonly edits: ReadonlyMap<string, readonly TextEdit[]>;
}

/** Returns the fixes of the findings of a file that touch a span. */
export function fixesAt(path: string, span: Span, findings: readonly Diagnostic[]): readonly EditorFix[] {
  const touched = findings.filter((finding) =>
    finding.span.path === path && finding.span.start <= span.end && finding.span.end >= span.start
  );
  return touched.flatMap((finding) => {
    const { fix } = finding;
    if (fix === undefined) return [];
    const edits = groupBy(fix.edits, (edit) => edit.path ?? path);
    return [{ title: fix.title, finding, edits }];
  });
}

/** Returns one fix for everything in a file that `wf validate --fix` can fix; undefined if there is nothing. Other
 * files do not change.
 *
 * @param sources The project, with its absent files and refused patterns.
 */
export function fixFile(
  path: string,
  sources: ProjectSources,
  rules: readonly Rule[],
): EditorFix | undefined {
  const { texts } = fixProject(sources, {
    rules,
    mayChange: (changed) => changed === path,
    wanted: ({ span }) => span.path === path,
  });
  const before = sources.texts.get(path);
  const after = texts.get(path);
  if (before === undefined || after === undefined) return undefined;
  const edits = new Map([[path, [replacement(before, after)]]]);
  return { title: "Apply all certain fixes in this file", finding: undefined, edits };
}

/** Returns the single edit that turns one text into another, without their common beginning and end. */
export function replacement(before: string, after: string): TextEdit {
  const shorter = Math.min(before.length, after.length);
  let start = 0;
  while (start < shorter && before[start] === after[start]) start++;
  let same = 0;
  while (same < shorter - start && before.at(-1 - same) === after.at(-1 - same)) same++;
  // Surrogate pairs and CRLF are not split.
  if (/[\uD800-\uDBFF\r]/.test(before[start - 1] ?? "")) start--;
  if (/[\uDC00-\uDFFF\n]/.test(before.at(-same) ?? "") && same > 0) same--;
  return { start, end: before.length - same, text: after.slice(start, after.length - same) };
}
