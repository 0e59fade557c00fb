import type { Diagnostic } from "../../../schemas/diagnostic.ts";
import { rules } from "../../check/rules/all_rules.ts";
import { checkProject } from "../../check/rule.ts";
import { groupBy } from "../../collections/group_by.ts";
import { baseOf } from "../../parse/ids/locations.ts";
import { isSummaryPath, isVerificationPath } from "../../parse/ids/summary_paths.ts";
import { computedWaves, dependenciesOf } from "../../parse/project/dependencies.ts";
import type { Project } from "../../parse/project/model.ts";
import { hasSummary } from "../../parse/project/project.ts";
import type { RenamedPaths } from "./renamed_paths.ts";
import { type Renumbering, renumberPhases } from "./renumbering.ts";

export interface Mention {
  readonly path: string;
  /** The line in the new text, from 1. */
  readonly line: number;
  readonly text: string;
}

/** Reports whether a document is a record of finished work. */
export function isHistory(path: string, { phases }: Project): boolean {
  if (isSummaryPath(path) || isVerificationPath(path) || /\/MILESTONES\.md$/.test(path)) return true;
  return phases.some((phase) =>
    phase.plans.some((plan) => plan.source.path === path && hasSummary(phase, plan))
  );
}

interface Identities {
  readonly pathOf: RenamedPaths;
  readonly ids: ReadonlyMap<string, string>;
  readonly removed: ReadonlySet<string>;
}

interface Changed {
  readonly unknown?: { readonly from: string; readonly to: string; readonly path: string };
  /** The dependencies that name another plan than before, as `<path> <index>`. */
  readonly dependencies: readonly string[];
}

/** Finds plans with another ID than intended, and dependencies that name another plan than before. */
export function changedDependencies(
  before: Project,
  after: Project,
  { pathOf, ids, removed }: Identities,
): Changed {
  const byPath = new Map(after.plans.all.map((plan) => [plan.source.path, plan]));
  const kept = new Set(before.plans.all.map(({ source }) => pathOf.of(source.path)));
  const isAdded = (id: string | undefined) => !kept.has(after.plans.byId.get(id ?? "")?.source.path ?? "");
  const newId = (id: string | undefined) => id === undefined ? undefined : ids.get(id) ?? id;
  const dependencies: string[] = [];
  for (const plan of before.plans.all) {
    const { path } = plan.source;
    if (removed.has(path)) continue;
    const now = byPath.get(pathOf.of(path));
    if (now === undefined || now.id !== newId(plan.id)) {
      return { unknown: { from: plan.id, to: newId(plan.id)!, path: pathOf.of(path) }, dependencies };
    }
    const named = dependenciesOf(now, after).map(({ id }) => id);
    for (const [index, { id }] of dependenciesOf(plan, before).entries()) {
      const isNew = id === undefined && isAdded(named[index]);
      if (named[index] !== newId(id) && !isNew) dependencies.push(`${path} ${index}`);
    }
  }
  return { dependencies };
}

/** Returns the waves that follow from the dependencies after a change, by the old path of plans whose wave did before. */
export function changedWaves(
  before: Project,
  after: Project,
  paths: RenamedPaths,
): ReadonlyMap<string, number> {
  const now = new Map(after.phases.flatMap((phase) => {
    const waves = computedWaves(phase, after);
    return phase.plans.map(({ id, source }) => [source.path, waves.get(id)] as const);
  }));
  return new Map(before.phases.flatMap((phase) => {
    const waves = computedWaves(phase, before);
    return phase.plans.flatMap((plan) => {
      const { path } = plan.source;
      const wave = now.get(paths.of(path));
      const follows = plan.fields["wave"] === waves.get(plan.id) && !hasSummary(phase, plan);
      return follows && wave !== undefined && wave !== waves.get(plan.id) ? [[path, wave] as const] : [];
    });
  }));
}

/** Returns the findings whose code occurs more often than before. */
export function newFindings(before: Project, after: Project): readonly Diagnostic[] {
  const bare = (project: Project) =>
    checkProject({
      ...project,
      absent: undefined,
      undecoded: undefined,
      refusedPatterns: undefined,
      conflicted: [],
    }, rules);
  const known = groupBy(bare(before), ({ code, severity }) => `${code} ${severity}`);
  const now = groupBy(bare(after), ({ code, severity }) => `${code} ${severity}`);
  return [...now].flatMap(([kind, found]) => {
    const old = known.get(kind) ?? [];
    if (found.length <= old.length) return [];
    const messages = new Set(old.map(({ message }) => message));
    return found.filter(({ message }) => !messages.has(message)).slice(0, found.length - old.length);
  });
}

/** Returns the unchanged lines of documents and open plans that mention a phase by its old number. */
export function mentionsLeft(
  { texts: before, project }: { readonly texts: ReadonlyMap<string, string>; readonly project: Project },
  after: ReadonlyMap<string, string>,
  { moved, numbers }: { readonly moved: ReadonlyMap<string, string>; readonly numbers: Renumbering },
): readonly Mention[] {
  if (numbers.size === 0) return [];
  const found: Mention[] = [];
  for (const [path, text] of before) {
    const to = moved.get(path);
    const now = to === undefined ? undefined : after.get(to);
    if (now === undefined || baseOf(path) !== project.base || isHistory(path, project)) continue;
    const old = new Set(text.split("\n"));
    for (const [index, line] of now.split("\n").entries()) {
      if (!old.has(line) || renumberPhases(line, numbers) === line) continue;
      found.push({ path: to!, line: index + 1, text: line.trim() });
    }
  }
  return found;
}
