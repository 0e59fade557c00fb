/** The result of {@link layers}. */
export interface Layering {
  /** Nodes whose dependencies all lie in earlier layers, in the order given. */
  readonly layers: readonly (readonly string[])[];
  /** Cycles, each member depending on the next and the last on the first. No node is in two. */
  readonly cycles: readonly (readonly string[])[];
}

/**
 * Sorts nodes into layers: each node one layer after the last of its dependencies.
 *
 * Takes time linear in nodes and edges. Dependencies that are not nodes are ignored. Nodes in or
 * behind a cycle are in no layer.
 *
 * @param dependencies For each node, in order, the nodes it depends on.
 */
export function layers(dependencies: ReadonlyMap<string, readonly string[]>): Layering {
  const open = new Map<string, number>();
  const dependents = new Map<string, string[]>();
  for (const node of dependencies.keys()) dependents.set(node, []);
  for (const [node, wanted] of dependencies) {
    const known = new Set(wanted.filter((id) => dependents.has(id)));
    open.set(node, known.size);
    for (const id of known) dependents.get(id)!.push(node);
  }
  const depth = new Map<string, number>();
  const queue = [...open].filter(([, count]) => count === 0).map(([node]) => node);
  for (const node of queue) depth.set(node, 0);
  for (let index = 0; index < queue.length; index++) {
    const node = queue[index]!;
    for (const dependent of dependents.get(node)!) {
      depth.set(dependent, Math.max(depth.get(dependent) ?? 0, depth.get(node)! + 1));
      const left = open.get(dependent)! - 1;
      open.set(dependent, left);
      if (left === 0) queue.push(dependent);
    }
  }
  const sorted = new Set(queue);
  const result: string[][] = [];
  for (const node of dependencies.keys()) {
    if (sorted.has(node)) (result[depth.get(node)!] ??= []).push(node);
  }
  const rest = new Map([...dependencies].filter(([node]) => !sorted.has(node)));
  return { layers: result, cycles: rest.size === 0 ? [] : findCycles(rest) };
}

/** Depth-first, without recursion: an edge back to a node on the current path closes a cycle. */
function findCycles(dependencies: ReadonlyMap<string, readonly string[]>): string[][] {
  const cycles: string[][] = [];
  const seen = new Set<string>();
  for (const root of dependencies.keys()) {
    if (!seen.has(root)) searchFrom(root, dependencies, seen, cycles);
  }
  return cycles;
}

interface Step {
  readonly node: string;
  /** Index of the dependency to look at next. */
  next: number;
  /** Greatest index, up to here, of a node on the path that is in a reported cycle; -1 for none. */
  reported: number;
}

function searchFrom(
  root: string,
  dependencies: ReadonlyMap<string, readonly string[]>,
  seen: Set<string>,
  cycles: string[][],
): void {
  const path: Step[] = [];
  const indexOf = new Map<string, number>();
  const enter = (node: string) => {
    seen.add(node);
    indexOf.set(node, path.length);
    path.push({ node, next: 0, reported: path.at(-1)?.reported ?? -1 });
  };
  enter(root);
  for (let step = path.at(-1); step !== undefined; step = path.at(-1)) {
    const target = dependencies.get(step.node)![step.next++];
    if (target === undefined) {
      path.pop();
      indexOf.delete(step.node);
    } else if (!seen.has(target)) {
      if (dependencies.has(target)) enter(target);
    } else {
      const start = indexOf.get(target);
      if (start === undefined || start <= step.reported) continue;
      cycles.push(path.slice(start).map(({ node }) => node));
      for (let index = start; index < path.length; index++) path[index]!.reported = index;
    }
  }
}
