import type { GraphEdge } from "../../../schemas/results/status.ts";
import { defined } from "../../collections/defined.ts";
import { groupBy } from "../../collections/group_by.ts";

export interface LayoutInput {
  /** The IDs by layer. */
  readonly layers: readonly (readonly string[])[];
  /** The edges from an earlier layer to a later one. */
  readonly edges: readonly GraphEdge[];
  readonly height: number;
  /** The gap between boxes; lines that pass through a layer keep half of it. */
  readonly gap: number;
}

/** A box, or the point where lines pass through a layer. */
export interface Stop {
  readonly layer: number;
  /** The vertical center, from the top of the drawing. */
  readonly y: number;
  /** The ID of the box; undefined where lines pass. */
  readonly id?: string;
}

/** A line from one layer to the next. */
export interface Segment {
  readonly from: Stop;
  readonly to: Stop;
}

export interface Layout {
  /** The boxes and the passing points, by layer and from top to bottom. */
  readonly stops: readonly (readonly Stop[])[];
  /** The lines. Long edges from one box share them as far as possible. */
  readonly segments: readonly Segment[];
  readonly height: number;
}

interface Node {
  readonly layer: number;
  readonly id?: string;
  readonly height: number;
  readonly before: Node[];
  readonly after: Node[];
  y: number;
}

const MAX_ORDERINGS = 8;
const MAX_SHIFTS = 16;

/**
 * Lays out layers from left to right, with few crossings and straight lines that pass through no box.
 *
 * Sugiyama's method: cuts long edges at each layer, orders each layer by the mean of its neighbours, then
 * moves the nodes towards their neighbours as far as the order allows. Deterministic; without edges IDs keep
 * their order.
 */
export function layOut({ layers, edges, height, gap }: LayoutInput): Layout {
  const columns = layers.map((ids, layer) => ids.map((id) => makeNode({ layer, id, height })));
  connect(columns, edges);
  order(columns);
  place(columns, gap);
  const nodes = columns.flat();
  const top = nodes.reduce((least, node) => Math.min(least, node.y - node.height / 2), Infinity);
  const bottom = nodes.reduce((most, node) => Math.max(most, node.y + node.height / 2), -Infinity);
  const stops = new Map(nodes.map((node): [Node, Stop] => {
    const { layer, id, y } = node;
    return [node, { layer, y: y - top, ...defined({ id }) }];
  }));
  return {
    stops: columns.map((column) => column.map((node) => stops.get(node)!)),
    segments: nodes.flatMap((node) =>
      node.after.map((next) => ({ from: stops.get(node)!, to: stops.get(next)! }))
    ),
    height: nodes.length === 0 ? 0 : bottom - top,
  };
}

function makeNode(values: Pick<Node, "layer" | "height"> & { readonly id?: string }): Node {
  return { ...values, before: [], after: [], y: 0 };
}

/**
 * Connects the boxes. An edge over several layers gets a node in each layer between, one for all edges of its
 * box.
 */
function connect(columns: readonly Node[][], edges: readonly GraphEdge[]): void {
  const boxes = new Map(columns.flat().map((node) => [node.id, node]));
  const join = (from: Node, to: Node) => {
    from.after.push(to);
    to.before.push(from);
  };
  for (const [id, wanted] of groupBy(edges, ({ from }) => from)) {
    let tail = boxes.get(id)!;
    const targets = groupBy(wanted.map(({ to }) => boxes.get(to)!), ({ layer }) => layer);
    const last = Math.max(...targets.keys());
    for (let layer = tail.layer + 1; layer <= last; layer++) {
      for (const target of targets.get(layer) ?? []) join(tail, target);
      if (layer === last) break;
      const passing = makeNode({ layer, height: 0 });
      columns[layer]!.push(passing);
      join(tail, passing);
      tail = passing;
    }
  }
}

/**
 * Orders each layer by the mean of its neighbours, alternately forwards and backwards, and keeps the best
 * order.
 */
function order(columns: Node[][]): void {
  let best = columns.map((column) => [...column]);
  let least = crossings(columns);
  for (let round = 0; round < MAX_ORDERINGS && least > 0; round++) {
    const forwards = round % 2 === 0;
    for (const column of forwards ? columns : columns.toReversed()) {
      const places = new Map(columns.flatMap((nodes) => nodes.map((node, index) => [node, index] as const)));
      const middle = new Map(column.map((node) => {
        const neighbours = forwards ? node.before : node.after;
        return [node, mean(neighbours.map((other) => places.get(other)!)) ?? places.get(node)!];
      }));
      column.sort((a, b) => middle.get(a)! - middle.get(b)!);
    }
    const found = crossings(columns);
    if (found >= least) continue;
    [best, least] = [columns.map((column) => [...column]), found];
  }
  for (const [index, column] of best.entries()) columns[index]!.splice(0, Infinity, ...column);
}

/** Counts the pairs of crossing lines: the inversions among the ends of each layer's lines. */
function crossings(columns: readonly (readonly Node[])[]): number {
  let sum = 0;
  for (const [layer, column] of columns.entries()) {
    const places = new Map(columns[layer + 1]?.map((node, index) => [node, index]));
    // A Fenwick tree of the ends seen so far.
    const tree = new Array<number>(places.size + 1).fill(0);
    let seen = 0;
    for (const node of column) {
      const ends = node.after.map((next) => places.get(next)!);
      for (const end of ends) {
        let before = 0;
        for (let index = end + 1; index > 0; index -= index & -index) before += tree[index]!;
        sum += seen - before;
      }
      for (const end of ends) {
        for (let index = end + 1; index < tree.length; index += index & -index) tree[index]!++;
        seen++;
      }
    }
  }
  return sum;
}

/** Moves the nodes towards the mean of their neighbours, alternately forwards and backwards. */
function place(columns: readonly (readonly Node[])[], gap: number): void {
  for (const column of columns) spread(column, column.map(() => 0), gap);
  for (let round = 0; round < MAX_SHIFTS; round++) {
    const forwards = round % 2 === 0;
    for (const column of forwards ? columns : columns.toReversed()) {
      const wanted = column.map((node) => {
        const neighbours = forwards ? node.before : node.after;
        return mean(neighbours.map(({ y }) => y)) ?? node.y;
      });
      spread(column, wanted, gap);
    }
  }
}

/**
 * Moves nodes as near to the wanted positions as their order and the gaps allow: least squares under these
 * constraints, by pooling neighbours that push one another.
 */
function spread(column: readonly Node[], wanted: readonly number[], gap: number): void {
  const offsets: number[] = [];
  for (const [index, node] of column.entries()) {
    const above = column[index - 1];
    const room = above === undefined
      ? 0
      : (above.height + node.height) / 2 + (above.id === undefined || node.id === undefined ? gap / 2 : gap);
    offsets.push((offsets.at(-1) ?? 0) + room);
  }
  const pools: { sum: number; count: number }[] = [];
  for (const [index, y] of wanted.entries()) {
    let pool = { sum: y - offsets[index]!, count: 1 };
    for (let above = pools.at(-1); above !== undefined; above = pools.at(-1)) {
      if (above.sum / above.count <= pool.sum / pool.count) break;
      pool = { sum: above.sum + pool.sum, count: above.count + pool.count };
      pools.pop();
    }
    pools.push(pool);
  }
  const shifts = pools.flatMap(({ sum, count }) => new Array<number>(count).fill(sum / count));
  for (const [index, node] of column.entries()) node.y = shifts[index]! + offsets[index]!;
}

function mean(numbers: readonly number[]): number | undefined {
  return numbers.length === 0 ? undefined : numbers.reduce((sum, one) => sum + one, 0) / numbers.length;
}
