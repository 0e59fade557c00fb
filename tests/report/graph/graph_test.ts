import assert from "node:assert/strict";
import { columns } from "../../../lib/report/terminal/display_width.ts";
import { drawGraph } from "../../../lib/report/graph/graph.ts";
import { layOut } from "../../../lib/report/graph/layout.ts";
import { withoutImplied } from "../../../lib/plan/status/transitive_reduction.ts";
import { makeStyle } from "../../../lib/report/terminal/style.ts";
import { textWidth, wrapText } from "../../../lib/report/graph/font_width.ts";
import { assertLinear } from "../../ratio.ts";
import { graphOf, HOSTILE, hostileGraph, largeGraph, planIn, smallGraph } from "../samples.ts";

const PLAIN = makeStyle(false);
const GRAPHS = { small: smallGraph(), hostile: hostileGraph(), large: largeGraph() };

for (const format of ["text", "mermaid", "dot", "svg"] as const) {
  Deno.test(`drawGraph() as ${format}`, async (t) => {
    await t.assertSnapshot(drawGraph(GRAPHS.small, format, PLAIN));
  });

  Deno.test(`drawGraph() as ${format} with hostile names`, async (t) => {
    const text = drawGraph(GRAPHS.hostile, format, PLAIN);
    await t.assertSnapshot(text);
    // deno-lint-ignore no-control-regex -- control characters must not reach the terminal
    assert.doesNotMatch(text, /[\x00-\x09\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]/);
  });
}

Deno.test("drawGraph() as text of 60 plans fits a screen's width and names every dependency", async (t) => {
  const text = drawGraph(GRAPHS.large, "text", PLAIN);
  await t.assertSnapshot(text);
  assert.ok(text.split("\n").every((line) => columns(line) <= 80));
  const narrow = drawGraph(GRAPHS.large, "text", makeStyle(false, 60));
  assert.ok(narrow.split("\n").every((line) => columns(line) <= 60));
  for (const { from } of GRAPHS.large.edges) assert.ok(text.includes(from));
});

Deno.test("drawGraph() as text wraps long lists of dependencies", async (t) => {
  const plans = Array.from({ length: 8 }, (_, index) => planIn(`01-0${index + 1}`, "complete"));
  const last = planIn("01-09", "not-started", 2);
  const graph = graphOf([...plans, last], { "01-09": plans.map(({ id }) => id) });
  await t.assertSnapshot(drawGraph(graph, "text", PLAIN));
  await t.assertSnapshot(drawGraph(graph, "text", makeStyle(true)));
});

Deno.test("a phase without plans is drawn too", () => {
  const graph = graphOf([]);
  assert.equal(drawGraph(graph, "text", PLAIN), "No plans\n");
  assert.match(drawGraph(graph, "svg", PLAIN), /^<svg [^]*<\/svg>\n$/);
  assert.match(drawGraph(graph, "mermaid", PLAIN), /^flowchart LR\n/);
  assert.match(drawGraph(graph, "dot", PLAIN), /^digraph [^]*\}\n$/);
});

Deno.test("the SVG has balanced tags and escaped text", () => {
  for (const graph of Object.values(GRAPHS)) {
    const svg = drawGraph(graph, "svg", PLAIN);
    const open: string[] = [];
    for (
      const [tag, slash, name, attributes] of svg.matchAll(/<(\/?)([a-z]+)((?: [a-zA-Z-:]+="[^"<]*")*)\/?>/g)
    ) {
      if (slash === "/") assert.equal(open.pop(), name);
      else if (!tag.endsWith("/>")) open.push(name!);
      assert.ok(attributes !== undefined);
    }
    assert.deepEqual(open, []);
    const rest = svg.replace(/<\/?[a-z]+(?: [a-zA-Z-:]+="[^"<]*")*\/?>/g, "").replace(/&#\d+;/g, "");
    assert.doesNotMatch(rest, /[<>&]/);
    assert.ok(svg.isWellFormed());
  }
});

Deno.test("the SVG loads nothing and runs nothing", () => {
  const svg = drawGraph(GRAPHS.hostile, "svg", PLAIN);
  assert.doesNotMatch(
    svg.replace("http://www.w3.org/2000/svg", ""),
    /https?:|<script|<image|<use|href=| on[a-z]+=/,
  );
});

Deno.test("every format contains every plan and every edge", () => {
  const { plans, edges } = GRAPHS.large;
  const mermaid = drawGraph(GRAPHS.large, "mermaid", PLAIN);
  const dot = drawGraph(GRAPHS.large, "dot", PLAIN);
  const svg = drawGraph(GRAPHS.large, "svg", PLAIN);
  for (const { id } of plans) {
    assert.ok(mermaid.includes(`p${id.replace("-", "_")}["${id}`) && dot.includes(`"${id}" [`));
    assert.ok(svg.includes(`>${id}</text>`));
  }
  for (const { from, to } of edges) {
    assert.ok(mermaid.includes(`p${from.replace("-", "_")} --> p${to.replace("-", "_")}\n`));
    assert.ok(dot.includes(`"${from}" -> "${to}"\n`));
  }
});

Deno.test("no box overlaps another, and no line passes through one", () => {
  const { waves, edges } = GRAPHS.large;
  const { stops, height } = layOut({ layers: waves, edges, height: 70, gap: 20 });
  for (const column of stops) {
    for (const [index, stop] of column.entries()) {
      assert.ok(stop.y >= 0 && stop.y <= height);
      const above = column[index - 1];
      if (above === undefined) continue;
      const both = (above.id === undefined ? 0 : 35) + (stop.id === undefined ? 0 : 35);
      assert.ok(stop.y - above.y >= both + 9.99, `${above.id} and ${stop.id}`);
    }
  }
});

Deno.test("lines connect exactly the boxes of each edge", () => {
  const { waves, edges } = GRAPHS.large;
  const { segments } = layOut({ layers: waves, edges, height: 70, gap: 20 });
  const after = Map.groupBy(segments, ({ from }) => from);
  const found = segments.filter(({ from }) => from.id !== undefined).flatMap(({ from, to }) => {
    const ends: string[] = [];
    const open = [to];
    for (const stop of open) {
      if (stop.id !== undefined) ends.push(stop.id);
      else open.push(...after.get(stop)!.map((segment) => segment.to));
    }
    return ends.map((end) => `${from.id} ${end}`);
  });
  assert.deepEqual(found.sort(), edges.map(({ from, to }) => `${from} ${to}`).sort());
});

Deno.test("plans without edges keep the order of their IDs", () => {
  const { stops } = layOut({ layers: [["a", "b", "c"]], edges: [], height: 10, gap: 2 });
  assert.deepEqual(stops[0]!.map(({ id, y }) => [id, y]), [["a", 5], ["b", 17], ["c", 29]]);
});

Deno.test("layOut() avoids unnecessary crossings", () => {
  const edges = [{ from: "a", to: "d" }, { from: "b", to: "c" }];
  const { segments } = layOut({ layers: [["a", "b"], ["c", "d"]], edges, height: 10, gap: 2 });
  const [first, second] = segments;
  assert.equal(Math.sign(first!.from.y - second!.from.y), Math.sign(first!.to.y - second!.to.y));
});

Deno.test("layOut() takes time about linear in plans and edges", () => {
  const make = (size: number) => {
    const layers = Array.from(
      { length: size / 10 },
      (_, layer) => Array.from({ length: 10 }, (_, index) => `${layer}.${index}`),
    );
    const edges = layers.slice(1).flatMap((ids, layer) =>
      ids.flatMap((
        to,
        index,
      ) => [{ from: `${layer}.${index}`, to }, { from: `${layer}.${(index + 1) % 10}`, to }])
    );
    return { layers, edges, height: 70, gap: 20 };
  };
  assertLinear(make, layOut, 100);
});

Deno.test("wrapText() keeps its width and number of lines, and marks a cut", () => {
  for (const text of HOSTILE) {
    const lines = wrapText(text, { width: 192, size: 12, lines: 2 });
    assert.ok(lines.length <= 2);
    for (const line of lines) assert.ok(textWidth(line, 12) <= 192, line);
    const plain = (value: string) => value.replaceAll(" ", "").replace(/…$/, "");
    assert.ok(plain(text).startsWith(plain(lines.join(""))));
  }
  assert.deepEqual(wrapText("", { width: 10, size: 12, lines: 2 }), []);
  assert.deepEqual(wrapText("one two", { width: 30, size: 12, lines: 2 }), ["one", "two"]);
});

Deno.test("withoutImplied() leaves out pairs that follow from others", () => {
  assert.deepEqual(withoutImplied([["1", "2"], ["1", "3"], ["2", "3"], ["1", "4"]]), [
    ["1", "2"],
    ["1", "4"],
    [
      "2",
      "3",
    ],
  ]);
});
