/** The result of {@link layers}. */
export interface Layering {
  /** The nodes of each layer, in the order given. All dependencies of a node are in earlier layers. */
  readonly layers: readonly (readonly string[])[];
  /** The cycles. Each node depends on the next, and the last on the first. No node is in two cycles. */
  readonly cycles: readonly (readonly string[])[];
}

/**
 * Sorts nodes into layers: each node goes one layer after the last of its dependencies.
 *
 * Takes time linear in nodes and edges. Ignores dependencies that are not nodes. Nodes that are in a cycle or
 * depend on one are in no layer.
 *
 * @param dependencies The dependencies of each node, in order.
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
  /** The number of dependencies of each node that are not in a layer yet, by index. */
  readonly open: Int32Array;
  /** Returns the nodes that depend on a node, by index. */
  dependentsOf(node: number): Int32Array;
}

/** Collects edges as indexes: sorting many plans takes several times as long with strings as keys. */
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

/** Searches depth-first and without recursion: an edge back to a node on the current path closes a cycle. */
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
  /** The index of the dependency to visit next. */
  next: number;
  /** The greatest index on the path up to this node of a node in a reported cycle; -1 for none. */
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
