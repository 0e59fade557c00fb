import type { PlanDocument } from "../parse/plan_file/plan_file.ts";
import type { Phase, Project } from "../parse/project/model.ts";
import type { SourceText } from "../text/source_text.ts";

/** Reports whether two states of a phase, in projects with the same paths, have the same plans and documents. */
export function isSamePhase(a: Phase, b: Phase): boolean {
  return a.name === b.name && areSame(a.plans, b.plans) && areSame(a.misnamed, b.misnamed, isSameText) &&
    areSame(a.shortSummaries, b.shortSummaries, isSameText) && isSameText(a.verification, b.verification);
}

/**
 * Reports whether rules for phases see the same in two states of a project, apart from the phase itself: the documents,
 * the facts, and of each plan the path and the frontmatter.
 */
export function seemsSameFromOutside(a: Project, b: Project): boolean {
  return a.base === b.base && a.folder === b.folder && a.roadmap === b.roadmap &&
    a.requirements === b.requirements && a.config === b.config && isSameText(a.state, b.state) &&
    areSame(a.paths, b.paths) && areSame(a.absent, b.absent) && areSame(a.undecoded, b.undecoded) &&
    areSame(a.unread, b.unread, isSamePair) && areSame(a.refusedPatterns, b.refusedPatterns, isSamePair) &&
    areSame(a.misplaced, b.misplaced, isSameText) && areSame(a.plans.all, b.plans.all, isSameFrontmatter);
}

function isSameFrontmatter(a: PlanDocument, b: PlanDocument): boolean {
  const of = ({ source, frontmatter: { bodyStart } }: PlanDocument) => source.text.slice(0, bodyStart);
  return a === b ||
    a.source.path === b.source.path && a.frontmatter.kind === b.frontmatter.kind && of(a) === of(b);
}

function isSameText(a: SourceText | undefined, b: SourceText | undefined): boolean {
  return a?.path === b?.path && a?.text === b?.text;
}

function isSamePair<T>(a: readonly [string, T], b: readonly [string, T]): boolean {
  return a[0] === b[0] && a[1] === b[1];
}

/** Reports whether two collections have the same values in the same order, or are both absent. */
function areSame<T>(
  a: Iterable<T> | undefined,
  b: Iterable<T> | undefined,
  isSame: (a: T, b: T) => boolean = (a, b) => a === b,
): boolean {
  if (a === undefined || b === undefined) return a === b;
  const [left, right] = [[...a], [...b]];
  return left.length === right.length && left.every((value, index) => isSame(value, right[index]!));
}
