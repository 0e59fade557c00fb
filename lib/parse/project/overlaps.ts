import { groupBy } from "../../collections/group_by.ts";
import {
  type DeclaredFile,
  fixedPart,
  pathKey,
  plainPath,
  withFolders,
} from "../plan_file/declared_files.ts";
import type { PlanFacts } from "../plan_file/plan_file.ts";

/** Two plans of one wave that declare the same file, or a folder and a file in it. */
export interface Overlap {
  /** ID of the earlier plan. */
  readonly first: string;
  /** ID of the later plan. */
  readonly second: string;
  /** The shared paths in the later plan's order, at least one; for a folder and a file in it, the file. */
  readonly paths: readonly string[];
  /**
   * Index of the first of them in the later plan's `files_modified`; undefined when only its tasks name it.
   */
  readonly index: number | undefined;
}

/** A path, and the plan that declares it. */
interface Owned {
  readonly plan: string;
  readonly path: string;
}

/**
 * Returns the pairs of plans in one wave that share a declared path, sorted by the later plan and then by the
 * earlier. A pattern counts as the folder that contains all its matches.
 *
 * @param plans Plans of one phase, in order.
 * @param waves The wave of each plan, by ID; a plan without one is ignored.
 */
export function overlaps(
  plans: readonly PlanFacts[],
  waves: ReadonlyMap<string, number>,
): readonly Overlap[] {
  const order = new Map(plans.map(({ id }, index) => [id, index]));
  const found: Overlap[] = [];
  for (const wave of contestedWaves(plans, waves)) {
    const owners = new Owners();
    for (const declared of wave) found.push(...overlapsWith(owners, declared));
  }
  return found.sort((a, b) =>
    order.get(a.second)! - order.get(b.second)! || order.get(a.first)! - order.get(b.first)!
  );
}

export interface Declared {
  readonly plan: PlanFacts;
  /** The files in `files_modified` and in its tasks. */
  readonly files: readonly DeclaredFile[];
}

/**
 * Returns the waves in which plans may share paths, each with its plans in order. In most waves they do not.
 *
 * @param plans Plans of one phase, in order.
 * @param waves The wave of each plan, by ID; a plan without one is ignored.
 */
export function contestedWaves(
  plans: readonly PlanFacts[],
  waves: ReadonlyMap<string, number>,
): readonly (readonly Declared[])[] {
  const placed = plans.filter(({ id }) => waves.has(id)).map((plan) => ({
    plan,
    files: plan.declared,
  }));
  return [...groupBy(placed, ({ plan }) => waves.get(plan.id)!).values()]
    .filter((wave) => wave.length > 1 && !areApart(wave));
}

/** Returns true when a quick check shows that the plans of a wave share nothing. */
function areApart(wave: readonly Declared[]): boolean {
  const owners = new Map<string, PlanFacts>();
  const folders = new Set<string>();
  for (const { plan, files } of wave) {
    for (const { path } of files) {
      const key = fixedPart(pathKey(path));
      const owner = owners.get(key);
      if (key === "" || (owner !== undefined && owner !== plan)) return false;
      owners.set(key, plan);
      for (let end = key.lastIndexOf("/"); end > 0; end = key.lastIndexOf("/", end - 1)) {
        const folder = key.slice(0, end);
        if (folders.has(folder)) break;
        folders.add(folder);
      }
    }
  }
  for (const folder of folders) {
    if (owners.has(folder)) return false;
  }
  return true;
}

/** Returns true when two lists of paths share a path, or a folder and a path in it. */
export function shareFiles(some: readonly string[], others: readonly string[]): boolean {
  const owners = new Owners();
  for (const path of some) owners.add({ plan: "", path: plainPath(path) });
  return others.some((path) => owners.sharing(plainPath(path)).length > 0);
}

/** Returns the overlaps of a plan with the previous ones, and adds it to them. */
function overlapsWith(owners: Owners, { plan, files }: Declared): readonly Overlap[] {
  const found = new Map<string, { readonly paths: Set<string>; readonly index: number | undefined }>();
  for (const { path, index } of files) {
    for (const shared of owners.sharing(path)) {
      if (shared.plan === plan.id) continue;
      const overlap = found.get(shared.plan) ?? { paths: new Set(), index };
      found.set(shared.plan, overlap);
      overlap.paths.add(shared.path);
    }
  }
  for (const { path } of files) owners.add({ plan: plan.id, path });
  return [...found].map(([first, { paths, index }]) => ({
    first,
    second: plan.id,
    paths: [...paths],
    index,
  }));
}

/** The declared paths of a wave and their plans. */
class Owners {
  /** The plans by path. */
  readonly #at = new Map<string, Owned[]>();
  /** The plans by the parent folders of their paths. */
  readonly #below = new Map<string, Owned[]>();

  add(owned: Owned): void {
    const [key, ...folders] = withFolders(fixedPart(pathKey(owned.path)));
    put(this.#at, key!, owned);
    for (const folder of folders) put(this.#below, folder, owned);
  }

  /** Returns the plans that declare a path, a parent folder or a path below it, with the narrower path. */
  sharing(path: string): readonly Owned[] {
    const [key, ...folders] = withFolders(fixedPart(pathKey(path)));
    return [
      ...this.#at.get(key!) ?? [],
      ...folders.flatMap((folder) => this.#at.get(folder) ?? []).map(({ plan }) => ({ plan, path })),
      ...this.#below.get(key!) ?? [],
    ];
  }
}

function put(map: Map<string, Owned[]>, key: string, owned: Owned): void {
  const list = map.get(key);
  if (list === undefined) map.set(key, [owned]);
  else list.push(owned);
}
