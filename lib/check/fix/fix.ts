import type { Diagnostic, Fix, Severity, TextEdit } from "../../../schemas/diagnostic.ts";
import { groupBy } from "../../collections/group_by.ts";
import type { Project, ProjectSources } from "../../parse/project/model.ts";
import { isBroken } from "../../parse/project/unknown_content.ts";
import { type CheckedProject, Checker } from "../checker.ts";
import type { Rule } from "../rule.ts";

/** Options for {@link fixProject}. */
export interface FixOptions {
  /** The rules whose fixes are made. */
  readonly rules: readonly Rule[];
  /** Reports whether the file with a path may be changed. */
  readonly mayChange?: (path: string) => boolean;
  /** Reports whether the fix of a finding is wanted. */
  readonly wanted?: (finding: Diagnostic) => boolean;
}

/** The result of {@link fixProject}. */
export interface FixResult {
  /** The new contents of the files that change, by path, in order. */
  readonly texts: ReadonlyMap<string, string>;
  /** The findings that were fixed, as they were at that time. */
  readonly fixed: readonly Diagnostic[];
  /** The project after the fixes. */
  readonly project: Project;
  /** The findings that are left. */
  readonly remaining: readonly Diagnostic[];
}

/** Maximum number of rounds. Each round fixes something, and no fix enables that many others. */
const MAX_ROUNDS = 30;

/**
 * Applies the fixes of a project's findings.
 *
 * One fix may enable another or overlap with it: fixes that do not overlap are made together, then the
 * project is checked again, until nothing is left to fix. A fix that would cause a new finding is not made; a
 * fix that lets text be read that was not read before may only not cause an error. YAML that does not parse
 * is fixed first, because everything else in its file becomes visible only then. A plan whose YAML cannot be
 * fixed is not changed at all.
 *
 * Bytes outside of the edits do not change, and the operation is idempotent.
 *
 * @param sources The files, as for {@linkcode parseProject}.
 * @returns The new contents of the files that change, what was fixed, and what is left. Nothing is written.
 *
 * @example
 * ```ts
 * import { fixProject, rules } from "@wf/wf";
 * import assert from "node:assert/strict";
 *
 * const path = ".planning/phases/01-start/01-01-PLAN.md";
 * const text = "---\nphase: 01-start\nplan: 01\nautonomous: yes\n---\n";
 * const { texts } = fixProject({ texts: new Map([[path, text]]), paths: [path] }, { rules });
 * assert.match(texts.get(path)!, /^autonomous: true$/m);
 * ```
 */
export function fixProject(sources: ProjectSources, options: FixOptions): FixResult {
  const { rules, mayChange = () => true, wanted = () => true } = options;
  const checker = new Checker(rules);
  const fixed: Diagnostic[] = [];
  let state = checker.check(sources);
  for (let round = 0; round < MAX_ROUNDS; round++) {
    const { texts } = state.sources;
    const conflicted = new Set(
      state.findings.filter(({ code }) => code === "conflict-marker").map(({ span }) => span.path),
    );
    const open = state.findings.filter((finding) =>
      finding.fix !== undefined && wanted(finding) &&
      editsOf(finding).every(({ path }) => texts.has(path) && !conflicted.has(path) && mayChange(path))
    );
    const yaml = open.filter(({ code }) => code === "frontmatter-unparsable");
    const broken = new Set(state.project.plans.all.filter(isBroken).map(({ source }) => source.path));
    const others = open.filter((finding) => !editsOf(finding).some(({ path }) => broken.has(path)));
    const opening = others.filter(({ code }) => OPENING.has(code));
    const step = yaml.length > 0
      ? { state: checker.check(withEdits(state.sources, apart(yaml))), made: apart(yaml) }
      : firstOf(
        () => withoutNew(["error"], checker, { before: state, findings: apart(opening) }),
        () => withoutNew(ALL, checker, { before: state, findings: apart(others) }),
      );
    if (step.made.length === 0) break;
    for (const finding of step.made) fixed.push(finding);
    state = step.state;
  }
  const changed = [...state.sources.texts].filter(([path, text]) => text !== sources.texts.get(path));
  return {
    texts: new Map(changed.sort(([a], [b]) => a < b ? -1 : 1)),
    fixed,
    project: state.project,
    remaining: state.findings,
  };
}

/** Codes of findings whose fixes let text be read that was not read before. */
const OPENING: ReadonlySet<string> = new Set(["unknown-key", "field-value"]);
const ALL: readonly Severity[] = ["error", "warning", "hint"];

interface Step {
  readonly state: CheckedProject;
  readonly made: readonly Diagnostic[];
}

/** The first step that makes a fix, otherwise the second. */
function firstOf(first: () => Step, second: () => Step): Step {
  const step = first();
  return step.made.length > 0 ? step : second();
}

interface StepInput {
  readonly before: CheckedProject;
  readonly findings: readonly Diagnostic[];
}

/** Makes all fixes at once. If that causes findings of some severities, makes them in halves, down to the fixes
 * that cause them.
 */
function withoutNew(
  severities: readonly Severity[],
  checker: Checker,
  { before, findings }: StepInput,
): Step {
  let step: Step = { state: before, made: [] };
  const portions = findings.length === 0 ? [] : [findings];
  for (let portion = portions.pop(); portion !== undefined; portion = portions.pop()) {
    const made = [...step.made, ...portion];
    const state = checker.check(withEdits(before.sources, made));
    if (!hasNew(severities, before, state)) step = { state, made };
    else if (portion.length > 1) {
      const half = portion.length >> 1;
      portions.push(portion.slice(half), portion.slice(0, half));
    }
  }
  return step;
}

function hasNew(severities: readonly Severity[], before: CheckedProject, after: CheckedProject): boolean {
  const known = new Map<string, number>();
  for (const name of namesOf(before, severities)) known.set(name, (known.get(name) ?? 0) + 1);
  return namesOf(after, severities).some((name) => {
    const left = known.get(name) ?? 0;
    known.set(name, left - 1);
    return left <= 0;
  });
}

/** Identifies findings independently of their place in a file, which other fixes may move. */
function namesOf({ findings }: CheckedProject, severities: readonly Severity[]): readonly string[] {
  return findings.filter(({ severity }) => severities.includes(severity))
    .map(({ code, span }) => `${code} ${span.path}`);
}

interface FileEdit extends TextEdit {
  readonly path: string;
}

function editsOf({ fix, span }: Diagnostic): readonly FileEdit[] {
  return (fix?.edits ?? []).map((edit) => ({ ...edit, path: edit.path ?? span.path }));
}

/** The findings, in order, whose edits do not overlap with earlier ones. Findings may share a fix. */
function apart(findings: readonly Diagnostic[]): readonly Diagnostic[] {
  const taken = new Map<string, TextEdit[]>();
  const fixes = new Set<Fix>();
  return findings.filter((finding) => {
    const edits = editsOf(finding);
    if (fixes.has(finding.fix!)) return true;
    const free = edits.length > 0 && edits.every((edit) => isFree(edit, taken.get(edit.path) ?? []));
    if (!free) return false;
    fixes.add(finding.fix!);
    for (const edit of edits) {
      const others = taken.get(edit.path) ?? [];
      others.splice(placeOf(edit, others), 0, edit);
      taken.set(edit.path, others);
    }
    return true;
  });
}

/** Reports whether an edit neither overlaps a taken one nor inserts where one begins or ends. */
function isFree(edit: TextEdit, taken: readonly TextEdit[]): boolean {
  const place = placeOf(edit, taken);
  const goesBefore = (a: TextEdit | undefined, b: TextEdit | undefined) =>
    a === undefined || b === undefined || a.end < b.start ||
    (a.end === b.start && a.start < a.end && b.start < b.end);
  return goesBefore(taken[place - 1], edit) && goesBefore(edit, taken[place]);
}

/** The index at which an edit belongs in sorted edits. */
function placeOf({ start }: TextEdit, taken: readonly TextEdit[]): number {
  let low = 0;
  let high = taken.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (taken[middle]!.start < start) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Applies the fixes of findings to the sources, each fix once. */
function withEdits(sources: ProjectSources, findings: readonly Diagnostic[]): ProjectSources {
  const texts = new Map(sources.texts);
  const different = [...new Map(findings.map((finding) => [finding.fix, finding])).values()];
  for (const [path, edits] of groupBy(different.flatMap(editsOf), (edit) => edit.path)) {
    texts.set(path, spliced(texts.get(path)!, edits));
  }
  return { ...sources, texts };
}

/** Applies edits to a text. They must not overlap, and may be in any order. */
function spliced(text: string, edits: readonly TextEdit[]): string {
  const parts: string[] = [];
  let at = 0;
  for (const edit of [...edits].sort((a, b) => a.start - b.start || a.end - b.end)) {
    parts.push(text.slice(at, edit.start), edit.text);
    at = edit.end;
  }
  return parts.join("") + text.slice(at);
}
