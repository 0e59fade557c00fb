import assert from "node:assert/strict";
import { sampleFiles } from "../../tools/picture/sample.ts";
import { recordingSvg, type Screen, type Span } from "../../tools/picture/svg.ts";
import { readDocument } from "./documents.ts";

function span(text: string, look: Partial<Span> = {}): Span {
  return { text, color: "plain", bold: false, dim: false, column: 0, ...look };
}

function draw(...screens: readonly Screen[]): string {
  const frames = screens.map((screen, index) => ({ at: index, screen }));
  return recordingSvg({ frames, hold: 2, columns: 20, rows: 3, title: "a < b" });
}

Deno.test("recordingSvg() draws a repeated line once", () => {
  const svg = draw([[span("one")]], [[span("one")], [span("two")]], [[span("two")], []]);
  assert.equal(svg.match(/>one</g)?.length, 1);
  assert.equal(svg.match(/<use href="#l0"/g)?.length, 2);
  assert.equal(svg.match(/class="frame"/g)?.length, 3);
});

Deno.test("recordingSvg() escapes text, and keeps colors and positions", () => {
  const svg = draw([[span("$ a && b", { color: "green", bold: true, column: 10 })]]);
  assert.match(svg, /<tspan x="78.3" [^>]*class="green bold">\$ a &amp;&amp; b<\/tspan>/);
  assert.match(svg, /<title>a &lt; b<\/title>/);
});

Deno.test("recordingSvg() shows the last frame with reduced motion", () => {
  const [still = ""] = draw([[span("one")]], [[span("two")]]).split("@media");
  assert.match(still, /#f1 \{ visibility: visible \}/);
});

Deno.test("the picture of a run shows a finding, a failed check, a question, an interruption and a resumed run", async () => {
  const picture = await readDocument("assets/demo.svg");
  const files = Object.values(sampleFiles("script.json"));
  const names = files.flatMap((text) =>
    [...text.matchAll(/^ {2}<name>(.*)<\/name>$/gm)].map((match) => match[1]!)
  );
  assert.equal(names.length, 3);
  const moments = [
    "[field-shape]",
    "Execute plan 01-01",
    "(turn 2)",
    "Interrupted after",
    "continues with the work",
    "must-haves verified",
  ];
  for (const text of [...names, ...moments]) assert.ok(picture.includes(text), text);
});
