/**
 * The paths that each plan of a wave shares with earlier ones, in time linear in the declared paths:
 * `overlaps()` returns a value for each pair of plans, this module one for each later plan.
 * @module
 */
import { type DeclaredFile, fixedPart, pathKey, withFolders } from "../plan_file/declared_files.ts";
import { contestedWaves } from "./overlaps.ts";
import type { PlanFacts } from "../plan_file/plan_file.ts";

/** Number of earlier plans that are named; the others are counted. */
export const NAMED = 3;

/** The declaration of a path in a plan. */
export interface Declaration {
  readonly plan: PlanFacts;
  /** The path's index in `files_modified`; undefined when only a task names it. */
  readonly index: number | undefined;
}

/** A path of a plan that earlier plans of its wave also declare. */
export interface SharedPath {
  /** The path. If only one plan shares it, the narrower one of a folder and a file in it. */
  readonly path: string;
  /** Its index in the plan's `files_modified`; undefined when only its tasks name it. */
  readonly index: number | undefined;
  /** IDs of the first of the earlier plans, in order: at least one, at most `NAMED`. */
  readonly first: readonly string[];
  /** The declaration of the last of them. */
  readonly last: Declaration;
  /** The number of earlier plans. */
  readonly count: number;
}

/** A plan that shares paths with earlier plans of its wave, and so waits for them. */
export interface Sharing {
  readonly plan: PlanFacts;
  /** The shared paths, in the plan's order; at least one. */
  readonly paths: readonly SharedPath[];
}

/**
 * Returns the plans that share paths with earlier ones of their wave. A pattern counts as the folder that
 * contains all its matches, and a path below another one of the same plan is ignored.
 *
 * @param plans Plans of one phase, in order.
 * @param waves The wave of each plan, by ID; a plan without one is passed over.
 * @param isComplete Returns true for a completed plan. Two completed plans no longer wait for each other.
 * @returns One value for each such plan, wave by wave, in order.
 */
export function sharings(
  plans: readonly PlanFacts[],
  waves: ReadonlyMap<string, number>,
  isComplete: (plan: PlanFacts) => boolean = () => false,
): readonly Sharing[] {
  const found: Sharing[] = [];
  for (const wave of contestedWaves(plans, waves)) {
    const [all, open] = [new Holders(), new Holders()];
    for (const [order, { plan, files }] of wave.entries()) {
      const own = widest(files);
      const complete = isComplete(plan);
      const paths = own.flatMap((file) => (complete ? open : all).sharing(file) ?? []);
      if (paths.length > 0) found.push({ plan, paths });
      for (const holders of complete ? [all] : [all, open]) {
        for (const { path, key, index } of own) holders.add(key, { order, plan, path, index });
      }
    }
  }
  return found;
}

interface KeyedFile extends DeclaredFile {
  /** The key of the path; for a pattern, of the folder that contains all its matches. */
  readonly key: string;
}

/** Removes paths below others and repeated keys, so that a plan matches a path only once. */
function widest(files: readonly DeclaredFile[]): readonly KeyedFile[] {
  const byKey = new Map<string, KeyedFile>();
  for (const file of files) {
    const key = fixedPart(pathKey(file.path));
    if (!byKey.has(key)) byKey.set(key, { ...file, key });
  }
  return [...byKey.values()].filter(({ key }) =>
    !withFolders(key).slice(1).some((folder) => byKey.has(folder))
  );
}

/** A plan that declares a path. */
interface Holder extends Declaration {
  /** The plan's index in the wave. */
  readonly order: number;
  readonly path: string;
}

/** The declared paths of a wave and their plans, each list in the order of the plans without repetition. */
class Holders {
  /** The plans that declare a path, by path. */
  readonly #at = new Map<string, Holder[]>();
  /** The plans that declare a path or something below it, by path. */
  readonly #within = new Map<string, Holder[]>();

  add(key: string, holder: Holder): void {
    put(this.#at, key, holder);
    for (const folder of withFolders(key)) put(this.#within, folder, holder);
  }

  /** Returns the plans so far that share a path. The lists that it reads have no plan in common. */
  sharing({ path, key, index }: KeyedFile): SharedPath | undefined {
    const within = this.#within.get(key) ?? [];
    const around = withFolders(key).slice(1).map((folder) => this.#at.get(folder) ?? []);
    const lists = [within, ...around].filter((list) => list.length > 0);
    const first = lists.flatMap((list) => list.slice(0, NAMED)).sort(inOrder).slice(0, NAMED);
    const last = lists.map((list) => list.at(-1)!).sort(inOrder).at(-1);
    if (last === undefined) return undefined;
    const count = lists.reduce((sum, list) => sum + list.length, 0);
    const shared = count === 1 && within.length === 1 ? last.path : path;
    return { path: shared, index, first: first.map(({ plan }) => plan.id), last, count };
  }
}

function put(map: Map<string, Holder[]>, key: string, holder: Holder): void {
  const list = map.get(key);
  if (list === undefined) map.set(key, [holder]);
  else if (list.at(-1)!.order !== holder.order) list.push(holder);
}

function inOrder(a: Holder, b: Holder): number {
  return a.order - b.order;
}
