import { groupBy } from "../../collections/group_by.ts";
/**
 * Who owns which file: what plans declare, against one another and against what tasks really change.
 *
 * Paths are relative to the project root, with `/` between their parts.
 * @module
 */
import { claimOf, declaredFiles } from "../../parse/plan_file/declared_files.ts";
import { type Overlap, overlaps } from "../../parse/project/overlaps.ts";
import { plansOf } from "../../parse/project/dependencies.ts";
import type { PlanDocument } from "../../parse/plan_file/plan_file.ts";
import type { Phase } from "../../parse/project/model.ts";
import { PLANNING } from "../../parse/project/project.ts";
import type { OwnershipViolation } from "./step_outcome.ts";

/** The files that a plan declares. */
export interface PlanFiles {
  /** Plan ID. */
  readonly id: string;
  /** The paths of `files_modified` and of its tasks; folders and patterns among them. */
  readonly files: readonly string[];
}

/** The files a plan declares: those of `files_modified`, then what its tasks name besides, each once. */
export function filesOf(plan: PlanDocument): PlanFiles {
  return { id: plan.id, files: declaredFiles(plan).map(({ path }) => path) };
}

/** Whether a plan declares a path: by itself, by a folder it lies in, or by a pattern. */
export function declares({ files }: PlanFiles, path: string): boolean {
  return claimOf(files)(path);
}

/** Plans of one wave that declare the same files, by wave. */
export interface WaveOverlaps {
  /** Number of the wave, from 1. */
  readonly wave: number;
  /** Its pairs, by the later plan and then by the earlier. */
  readonly pairs: readonly Overlap[];
}

/** All pairs of plans of a phase that share files, whatever their waves, by the later plan and then by the earlier. */
export function overlapsOf(phase: Phase): readonly Overlap[] {
  const plans = plansOf(phase);
  return overlaps(plans, new Map(plans.map(({ id }) => [id, 1])));
}

/**
 * The pairs of plans of each wave that share files, so that they run one after the other.
 *
 * @param pairs All pairs of the phase.
 * @param waves Plan IDs by wave.
 * @returns The waves that have such pairs, in order.
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
  /** Paths that a plan declares which runs at the same time, the first such: reason to stop before the commit. */
  readonly foreign: readonly OwnershipViolation[];
  /** Paths that none of these plans declares: worth a remark. */
  readonly undeclared: readonly string[];
}

/**
 * Judges the paths that a task changed, before they are committed.
 *
 * @param changed The paths; of a moved file both.
 * @param own The task's own plan.
 * @param others The plans that run at the same time; the own one among them does not count.
 * @returns What the own plan does not declare, sorted by path; each path once.
 */
export function trespasses(
  changed: readonly string[],
  own: PlanFiles,
  others: readonly PlanFiles[],
): OwnershipViolations {
  const isOwn = claimOf(own.files);
  const claims = others.filter(({ id }) => id !== own.id).map(({ id, files }) => ({
    id,
    owns: claimOf(files),
  }));
  const foreign: OwnershipViolation[] = [];
  const undeclared: string[] = [];
  for (const path of sorted(changed).filter((path) => !isOwn(path))) {
    const owner = claims.find(({ owns }) => owns(path));
    if (owner === undefined) undeclared.push(path);
    else foreign.push({ path, plan: owner.id });
  }
  return { foreign, undeclared };
}

/** What a plan declared, against what its tasks changed. */
export interface Comparison {
  /** Paths that were changed and not declared, sorted. */
  readonly undeclared: readonly string[];
  /**
   * Declared paths, folders and patterns of which nothing was changed, in the order of the plan. Those
   * below `.planning/` are left out: documents are not written by tasks.
   */
  readonly untouched: readonly string[];
}

/**
 * Compares what was declared with what was changed.
 *
 * @param declared Paths, folders and patterns.
 * @param changed Paths.
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
