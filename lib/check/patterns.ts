import { loadPatternSearch, type PatternSearch } from "../deps/re2.ts";
import type { PlanFacts } from "../parse/plan_file/plan_file.ts";
import type { Project, ProjectFacts } from "../parse/project/model.ts";

/**
 * Adds to a project the patterns of its key links that cannot be used, with the reasons.
 * The engine that runs patterns takes tens of milliseconds to load, so it is loaded only if a pattern is
 * doubtful. Most patterns are plain, and need the engine only when they are run.
 */
export async function judgePatterns<P extends PlanFacts>(project: Project<P>): Promise<Project<P>> {
  const isDoubtful = doubtfulPatterns(project).size > 0;
  const refused = isDoubtful ? refusedPatterns(project, await loadPatternSearch()) : new Map();
  return { ...project, refusedPatterns: refused };
}

/**
 * The patterns that an engine refuses, with the reason.
 *
 * @param search The engine, called for patterns that are not plain.
 */
export function refusedPatterns(project: ProjectFacts, search: PatternSearch): ReadonlyMap<string, string> {
  const refused = new Map<string, string>();
  for (const pattern of doubtfulPatterns(project)) {
    const result = search(pattern, "");
    if (result.kind === "unusable") refused.set(pattern, result.reason);
  }
  return refused;
}

function doubtfulPatterns(project: ProjectFacts): ReadonlySet<string> {
  const doubtful = new Set<string>();
  for (const plan of project.plans.all) {
    const known = DOUBTFUL.get(plan) ??
      plan.patterns.map(({ text }) => text).filter((text) => !isPlain(text));
    DOUBTFUL.set(plan, known);
    for (const text of known) doubtful.add(text);
  }
  return doubtful;
}

/** The doubtful patterns by plan, as several states of a project have the same plans. */
const DOUBTFUL = new WeakMap<PlanFacts, readonly string[]>();

/** Reports whether every engine accepts a pattern: it compiles here, and contains nothing that engines treat differently. */
function isPlain(pattern: string): boolean {
  if (/^[\w \-./@:,'"=<>]*$/.test(pattern)) return true;
  if (/\\(?![dDwWsSbBnrt\\./()[\]{}?*+|^$"'<>@:=,&#-])|\(\?(?!:)|\[\^?\]|\{\d{4}/.test(pattern)) return false;
  try {
    new RegExp(pattern);
    return true;
  } catch {
    return false;
  }
}
