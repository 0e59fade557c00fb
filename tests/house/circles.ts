/**
 * Circles in a graph of imports.
 * @module
 */

/**
 * Returns the groups of nodes that reach each other, each in alphabetical order.
 *
 * Tarjan's strongly connected components, without the single nodes that do not import themselves.
 */
export function circles(
  edges: readonly { readonly from: string; readonly to: string }[],
): readonly string[][] {
  const next = new Map<string, string[]>();
  for (const { from, to } of edges) {
    next.set(from, [...next.get(from) ?? [], to]);
  }
  const order = new Map<string, number>();
  const low = new Map<string, number>();
  const open: string[] = [];
  const found: string[][] = [];
  const visit = (node: string) => {
    order.set(node, order.size);
    low.set(node, order.get(node)!);
    open.push(node);
    for (const to of next.get(node) ?? []) {
      if (!order.has(to)) visit(to);
      if (open.includes(to)) low.set(node, Math.min(low.get(node)!, low.get(to)!));
    }
    if (low.get(node) !== order.get(node)) return;
    const group = open.splice(open.indexOf(node)).sort();
    if (group.length > 1 || next.get(node)?.includes(node)) found.push(group);
  };
  for (const node of [...next.keys()].sort()) {
    if (!order.has(node)) visit(node);
  }
  return found.sort((one, other) => one[0]! < other[0]! ? -1 : 1);
}
