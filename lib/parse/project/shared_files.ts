/**
 * What each plan of a wave shares with the plans before it, in time in proportion to what they declare:
 * where `overlaps()` has a pair for any two plans, this has one value for each later plan.
 * @module
 */
import { type DeclaredFile, fixedPart, pathKey, withFolders } from "../plan_file/declared_files.ts";
import { contestedWaves } from "./overlaps.ts";
import type { PlanDocument } from "../plan_file/plan_file.ts";

/** How many of the earlier plans are named; the others are counted. */
export const NAMED = 3;

/** Where a plan declares a path. */
export interface Declaration {
  /** The plan. */
  readonly plan: PlanDocument;
  /** The path's place in `files_modified`; undefined when a task alone names it. */
  readonly index: number | undefined;
}

/** A path of a plan that earlier plans of its wave declare too. */
export interface SharedPath {
  /** The path; where only one plan shares it, of a folder and a file in it the file. */
  readonly path: string;
  /** Its place in the plan's `files_modified`; undefined when its tasks alone name it. */
  readonly index: number | undefined;
  /** IDs of the first of the earlier plans, in order: `NAMED` at most, one at least. */
  readonly first: readonly string[];
  /** Where the last of them declares it. */
  readonly last: Declaration;
  /** How many they are. */
  readonly count: number;
}

/** A plan that shares paths with earlier plans of its wave, and so waits for them. */
export interface Sharing {
  /** The plan. */
  readonly plan: PlanDocument;
  /** What it shares, in its own order; at least one. */
  readonly paths: readonly SharedPath[];
}

/**
 * The plans that share paths with earlier ones of their wave. A pattern counts as the folder that all it
 * matches lies in, and a path below another one of the same plan is left out.
 *
 * @param plans Plans of one phase, in order.
 * @param waves The wave of each plan, by ID; a plan without one is passed over.
 * @param isComplete Whether a plan has been carried out: two that have wait for each other no more.
 * @returns One value for each such plan, wave by wave, in order.
 */
export function sharings(
  plans: readonly PlanDocument[],
  waves: ReadonlyMap<string, number>,
  isComplete: (plan: PlanDocument) => boolean = () => false,
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
  /** The path, or of a pattern the folder that all it matches lies in. */
  readonly key: string;
}

/** Without the paths that lie below others, each key once: a plan then meets a path in one way only. */
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
  /** The plan's place in the wave. */
  readonly order: number;
  readonly path: string;
}

/** Which plans of a wave declare what, each list in the order of the plans and each plan in it once. */
class Holders {
  /** Of a path, who declares itself. */
  readonly #at = new Map<string, Holder[]>();
  /** Of a path, who declares itself or something below it. */
  readonly #within = new Map<string, Holder[]>();

  add(key: string, holder: Holder): void {
    put(this.#at, key, holder);
    for (const folder of withFolders(key)) put(this.#within, folder, holder);
  }

  /** What a path shares with the plans added so far. No two of the lists that are read hold the same plan. */
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
