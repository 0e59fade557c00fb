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
  const nodes = [...dependencies.keys()];
  const edges = collectEdges(nodes, dependencies);
  const { open, dependentsOf } = edges;
  const depth = new Int32Array(nodes.length);
  const queue = [...nodes.keys()].filter((node) => open[node] === 0);
  for (let at = 0; at < queue.length; at++) {
    const node = queue[at]!;
    for (const dependent of dependentsOf(node)) {
      depth[dependent] = Math.max(depth[dependent]!, depth[node]! + 1);
      if (--open[dependent]! === 0) queue.push(dependent);
    }
  }
  const result: string[][] = [];
  for (const [node, id] of nodes.entries()) {
    if (open[node] === 0) (result[depth[node]!] ??= []).push(id);
  }
  const rest = new Map([...dependencies].filter((_, node) => open[node] !== 0));
  return { layers: result, cycles: rest.size === 0 ? [] : findCycles(rest) };
}

interface Edges {
  /** For each node, by index, how many of its dependencies are not in a layer yet. */
  readonly open: Int32Array;
  /** The nodes that depend on a node, by index. */
  dependentsOf(node: number): Int32Array;
}

/** Edges between nodes as indexes: with strings as keys, sorting many plans takes several times as long. */
function collectEdges(nodes: readonly string[], dependencies: ReadonlyMap<string, readonly string[]>): Edges {
  const indexes = new Map(nodes.map((id, node) => [id, node]));
  const open = new Int32Array(nodes.length);
  const starts = new Int32Array(nodes.length + 1);
  const lastSeen = new Int32Array(nodes.length).fill(-1);
  const pairs: number[] = [];
  for (const [node, id] of nodes.entries()) {
    for (const wanted of dependencies.get(id)!) {
      const dependency = indexes.get(wanted);
      if (dependency === undefined || lastSeen[dependency] === node) continue;
      lastSeen[dependency] = node;
      pairs.push(node, dependency);
      open[node]!++;
      starts[dependency + 1]!++;
    }
  }
  for (let node = 0; node < nodes.length; node++) starts[node + 1]! += starts[node]!;
  const dependents = new Int32Array(pairs.length / 2);
  const places = starts.slice();
  for (let at = 0; at < pairs.length; at += 2) dependents[places[pairs[at + 1]!]!++] = pairs[at]!;
  return { open, dependentsOf: (node) => dependents.subarray(starts[node], starts[node + 1]) };
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
