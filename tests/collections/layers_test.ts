import assert from "node:assert/strict";
import { type Layering, layers } from "../../lib/collections/layers.ts";
import { fc } from "../deps/fast_check.ts";
import { assertLinear } from "../ratio.ts";

type Graph = ReadonlyMap<string, readonly string[]>;

const graph: fc.Arbitrary<Graph> = fc.nat({ max: 12 }).chain((size) => {
  const node = fc.nat({ max: size + 1 }).map((index) => `n${index}`);
  return fc.array(fc.array(node, { maxLength: 4 }), { minLength: size, maxLength: size })
    .map((wanted) => new Map(wanted.map((list, index) => [`n${index}`, list])));
});

function layerOf({ layers: found }: Layering): ReadonlyMap<string, number> {
  return new Map(found.flatMap((layer, index) => layer.map((node): [string, number] => [node, index])));
}

/** Reports whether a node depends on itself, directly or through others. */
function isCyclic(dependencies: Graph, start: string): boolean {
  const seen = new Set<string>();
  const queue = [...dependencies.get(start)!];
  for (const node of queue) {
    if (node === start) return true;
    if (seen.has(node)) continue;
    seen.add(node);
    queue.push(...dependencies.get(node) ?? []);
  }
  return false;
}

/** Reports whether a node is in a cycle, or depends on a node in one. */
function isBlocked(dependencies: Graph, start: string): boolean {
  const queue = [start];
  const seen = new Set(queue);
  for (const node of queue) {
    if (isCyclic(dependencies, node)) return true;
    for (const next of dependencies.get(node)!) {
      if (dependencies.has(next) && !seen.has(next)) queue.push(next);
      seen.add(next);
    }
  }
  return false;
}

Deno.test("layers() puts a node exactly one layer after the deepest of its dependencies", () => {
  fc.assert(
    fc.property(graph, (dependencies) => {
      const layer = layerOf(layers(dependencies));
      for (const [node, index] of layer) {
        const known = dependencies.get(node)!.filter((id) => dependencies.has(id));
        assert.equal(index, Math.max(-1, ...known.map((id) => layer.get(id)!)) + 1);
      }
    }),
    { numRuns: 1000 },
  );
});

Deno.test("layers() leaves out the nodes that are in a cycle or depend on one, and only those", () => {
  fc.assert(
    fc.property(graph, (dependencies) => {
      const layer = layerOf(layers(dependencies));
      for (const node of dependencies.keys()) assert.equal(layer.has(node), !isBlocked(dependencies, node));
    }),
    { numRuns: 1000 },
  );
});

Deno.test("layers() finds real cycles, no node in two of them, and at least one if there is any", () => {
  fc.assert(
    fc.property(graph, (dependencies) => {
      const { cycles } = layers(dependencies);
      for (const cycle of cycles) {
        for (const [index, node] of cycle.entries()) {
          assert.ok(dependencies.get(node)!.includes(cycle[(index + 1) % cycle.length]!));
        }
      }
      assert.equal(new Set(cycles.flat()).size, cycles.flat().length);
      assert.equal(cycles.length > 0, [...dependencies.keys()].some((node) => isCyclic(dependencies, node)));
    }),
    { numRuns: 1000 },
  );
});

Deno.test("layers() keeps the given order within a layer, each node once", () => {
  fc.assert(
    fc.property(graph, (dependencies) => {
      const order = [...dependencies.keys()];
      for (const layer of layers(dependencies).layers) {
        assert.deepEqual(layer, order.filter((node) => layer.includes(node)));
      }
    }),
  );
});

Deno.test("layers() reports a node that depends on itself as a cycle of one", () => {
  assert.deepEqual(layers(new Map([["a", ["a"]], ["b", ["a"]]])), { layers: [], cycles: [["a"]] });
});

Deno.test("layers() reports a cycle in order, each node depending on the next", () => {
  const dependencies = new Map([["a", ["b"]], ["b", ["c"]], ["c", ["a"]], ["d", []]]);
  assert.deepEqual(layers(dependencies), { layers: [["d"]], cycles: [["a", "b", "c"]] });
});

Deno.test("layers() ignores dependencies that are not nodes and counts duplicates once", () => {
  const dependencies = new Map([["a", ["x"]], ["b", ["a", "a"]]]);
  assert.deepEqual(layers(dependencies), { layers: [["a"], ["b"]], cycles: [] });
});

Deno.test("layers() returns nothing for an empty graph", () => {
  assert.deepEqual(layers(new Map()), { layers: [], cycles: [] });
});

const SHAPES: readonly [what: string, wanted: (index: number, size: number) => readonly number[]][] = [
  ["a chain", (index) => index === 0 ? [] : [index - 1]],
  ["a reversed chain", (index, size) => index === size - 1 ? [] : [index + 1]],
  ["a fan", (index) => index === 0 ? [] : [0]],
  ["one cycle through all", (index, size) => [(index + 1) % size]],
  ["a chain into a cycle", (index, size) => [Math.min(index + 1, size - 1)]],
  // Edges back across a reported cycle: walking the path for each would take quadratic time.
  ["long cycles across a short one", (index, size) => {
    const middle = size / 2;
    if (index === middle) return [middle - 1, middle + 1];
    return index > middle ? [size - 1 - index, ...index + 1 < size ? [index + 1] : []] : [index + 1];
  }],
];

for (const [what, wanted] of SHAPES) {
  Deno.test(`layers() takes time linear in the nodes of ${what}`, () => {
    const make = (size: number) =>
      new Map(Array.from({ length: size }, (_, index) => [`${index}`, wanted(index, size).map(String)]));
    assertLinear(make, layers, what === "a chain" ? 10_000 : 3_000);
  });
}
