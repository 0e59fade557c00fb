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
  const state = new Map<string, "on-path" | "finished">();
  const reported = new Set<string>();
  for (const root of dependencies.keys()) {
    if (state.has(root)) continue;
    const path = [root];
    const next = [0];
    state.set(root, "on-path");
    while (path.length > 0) {
      const node = path.at(-1)!;
      const wanted = dependencies.get(node)!;
      const index = next[next.length - 1]!++;
      if (index >= wanted.length) {
        state.set(node, "finished");
        path.pop();
        next.pop();
        continue;
      }
      const target = wanted[index]!;
      if (!dependencies.has(target)) continue;
      if (state.get(target) === "on-path") {
        const cycle = path.slice(path.lastIndexOf(target));
        if (cycle.some((id) => reported.has(id))) continue;
        for (const id of cycle) reported.add(id);
        cycles.push(cycle);
      } else if (!state.has(target)) {
        state.set(target, "on-path");
        path.push(target);
        next.push(0);
      }
    }
  }
  return cycles;
}
