import type { Diagnostic, Span, TextEdit } from "../../schemas/diagnostic.ts";
import { fixProject } from "../check/fix/fix.ts";
import type { Rule } from "../check/rule.ts";
import { groupBy } from "../collections/group_by.ts";
import type { ProjectSources } from "../parse/project/model.ts";

/** A mend that an editor can offer. */
export interface Mend {
  /** What it does, as an order. */
  readonly title: string;
  /** The finding it mends; undefined for all of a file. */
  readonly finding: Diagnostic | undefined;
  /** The edits, by path. */
  readonly edits: ReadonlyMap<string, readonly TextEdit[]>;
}

/** The mends of the findings of a file that touch a span. */
export function fixesAt(path: string, span: Span, findings: readonly Diagnostic[]): readonly Mend[] {
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

/**
 * The mend of all in a file that can be mended, as `wf validate --fix` mends it; undefined when nothing
 * can. Other files stay as they are.
 *
 * @param sources The project, with what is absent and refused.
 */
export function fixFile(
  path: string,
  sources: ProjectSources,
  rules: readonly Rule[],
): Mend | undefined {
  const { texts } = fixProject(sources, {
    rules,
    mayChange: (changed) => changed === path,
    wanted: ({ span }) => span.path === path,
  });
  const before = sources.texts.get(path);
  const after = texts.get(path);
  if (before === undefined || after === undefined) return undefined;
  const edits = new Map([[path, [replacement(before, after)]]]);
  return { title: "Mend all that is certain in this file", finding: undefined, edits };
}

/** The one edit that makes a text of another: what they begin and end with alike stays. */
export function replacement(before: string, after: string): TextEdit {
  const shorter = Math.min(before.length, after.length);
  let start = 0;
  while (start < shorter && before[start] === after[start]) start++;
  let same = 0;
  while (same < shorter - start && before.at(-1 - same) === after.at(-1 - same)) same++;
  // A pair of surrogates, and a line ending of two characters, stay whole.
  if (/[\uD800-\uDBFF\r]/.test(before[start - 1] ?? "")) start--;
  if (/[\uDC00-\uDFFF\n]/.test(before.at(-same) ?? "") && same > 0) same--;
  return { start, end: before.length - same, text: after.slice(start, after.length - same) };
}
