/**
 * The ownership of files: the declarations of plans, compared with one another and with actual changes.
 *
 * Paths are relative to the project root, with `/` between their parts.
 *
 * @module
 */
import { groupBy } from "../../collections/group_by.ts";
import { claimOf } from "../../parse/plan_file/declared_files.ts";
import { type Overlap, overlaps } from "../../parse/project/overlaps.ts";
import { plansOf } from "../../parse/project/dependencies.ts";
import type { PlanDocument } from "../../parse/plan_file/plan_file.ts";
import type { Phase } from "../../parse/project/model.ts";
import { PLANNING } from "../../parse/project/project.ts";
import type { OwnershipViolation } from "./step_outcome.ts";

/** The files that a plan declares. */
export interface PlanFiles {
  /** The ID of the plan. */
  readonly id: string;
  /** The paths of `files_modified` and of its tasks, including folders and patterns. */
  readonly files: readonly string[];
}

/** Returns the files that a plan declares: those of `files_modified`, then those of its tasks, each once. */
export function filesOf(plan: PlanDocument): PlanFiles {
  return { id: plan.id, files: plan.declared.map(({ path }) => path) };
}

/** Reports whether a plan declares a path: by its name, by a folder that contains it, or by a pattern. */
export function declares({ files }: PlanFiles, path: string): boolean {
  return claimOf(files)(path);
}

/** The plans of one wave that declare the same files. */
export interface WaveOverlaps {
  /** The number of the wave, from 1. */
  readonly wave: number;
  /** The pairs, by the later plan and then by the earlier. */
  readonly pairs: readonly Overlap[];
}

/**
 * Returns all pairs of plans of a phase that share files, in any waves, by the later plan and then by the
 * earlier.
 */
export function overlapsOf(phase: Phase): readonly Overlap[] {
  const plans = plansOf(phase);
  return overlaps(plans, new Map(plans.map(({ id }) => [id, 1])));
}

/**
 * Returns the pairs of plans of each wave that share files, so that they run one after the other.
 *
 * @param waves The plan IDs by wave.
 * @returns The waves with such pairs, in order.
 */
export function overlapsByWave(
  pairs: readonly Overlap[],
  waves: readonly (readonly string[])[],
): readonly WaveOverlaps[] {
  const waveOf = new Map(waves.flatMap((ids, index) => ids.map((id) => [id, index + 1] as const)));
  const meeting = pairs.filter(({ first, second }) => {
    return waveOf.has(second) && waveOf.get(first) === waveOf.get(second);
  });
  const found = groupBy(meeting, ({ second }) => waveOf.get(second)!);
  return [...found].sort(([a], [b]) => a - b).map(([wave, pairs]) => ({ wave, pairs }));
}

/** The paths that a task changed although its plan does not declare them. */
export interface OwnershipViolations {
  /**
   * The paths that a concurrent plan declares, with the first such plan: the task is stopped before its
   * commit.
   */
  readonly foreign: readonly OwnershipViolation[];
  /** The paths that none of these plans declares: worth a notice. */
  readonly undeclared: readonly string[];
}

/**
 * Checks the paths that a task changed, before they are committed.
 *
 * @param changed The paths; for a moved file both.
 * @param others The concurrent plans; the own plan among them is ignored.
 * @returns The paths that the own plan does not declare, sorted, each once.
 */
export function ownershipViolations(
  changed: readonly string[],
  own: PlanFiles,
  others: readonly PlanFiles[],
): OwnershipViolations {
  const isOwn = claimOf(own.files);
  const concurrent = others.filter(({ id }) => id !== own.id);
  const claims = concurrent.map(({ id, files }) => ({ id, owns: claimOf(files) }));
  const foreign: OwnershipViolation[] = [];
  const undeclared: string[] = [];
  for (const path of sorted(changed).filter((path) => !isOwn(path))) {
    const owner = claims.find(({ owns }) => owns(path));
    if (owner === undefined) undeclared.push(path);
    else foreign.push({ path, plan: owner.id });
  }
  return { foreign, undeclared };
}

/** The differences between declared and changed files. */
export interface Comparison {
  /** The changed but undeclared paths, sorted. */
  readonly undeclared: readonly string[];
  /**
   * The declared paths, folders and patterns without changes, in the order of the plan. Paths below
   * `.planning/` are left out, because tasks do not write documents.
   */
  readonly untouched: readonly string[];
}

/**
 * Compares declared with changed files.
 *
 * @param declared The paths, folders and patterns.
 */
export function compareFiles(declared: readonly string[], changed: readonly string[]): Comparison {
  const isDeclared = claimOf(declared);
  const claims = declared.map((path) => ({ path, owns: claimOf([path]) }));
  return {
    undeclared: sorted(changed).filter((path) => !isDeclared(path)),
    untouched: claims.filter(({ path, owns }) => !path.startsWith(`${PLANNING}/`) && !changed.some(owns))
      .map(({ path }) => path),
  };
}

function sorted(paths: readonly string[]): readonly string[] {
  return [...new Set(paths)].sort();
}
