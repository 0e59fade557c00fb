import assert from "node:assert/strict";
import { readCommonYaml } from "../../../lib/parse/yaml/fast_yaml.ts";
import { parseFrontmatter } from "../../../lib/parse/plan_file/frontmatter.ts";
import { parseAnyYaml, type YamlNode } from "../../../lib/parse/yaml/yaml.ts";
import { fc } from "../../deps/fast_check.ts";
import { mutated, PLANS } from "../samples.ts";

/** A node with the spans that it gives. */
function plain(node: YamlNode): unknown {
  const { kind, span } = node;
  if (node.kind === "scalar") return { kind, span, text: node.text, plain: node.plain };
  if (node.kind === "list") return { kind, span, items: node.items.map(plain) };
  const entries = node.entries.map(({ key, keySpan, value }) => ({ key, keySpan, value: plain(value) }));
  return { kind, span, entries };
}

/** Whether a text was common; then it is read just as the library reads it. */
function agrees(text: string): boolean {
  const root = readCommonYaml(text, 7);
  if (root === undefined) return false;
  const result = parseAnyYaml(text, 7);
  assert.ok(result.kind === "parsed", JSON.stringify(text));
  assert.deepEqual(plain(root), plain(result.root), JSON.stringify(text));
  return true;
}

const COMMON: readonly string[] = [
  "a: b\n",
  "a: b",
  "\n\na:   b  \n\n  \nc: d\n",
  "a:\nb:  \nc: x\n",
  "a:\n  - b\n  - c: 1\n    d: 'x y'\n  -   e: \"f\"\n      g:\nh: i\n",
  "a:\n- b\n- c:\n  - d\n  e: f\nz: 1\n",
  "a: [b, 'c, d', \"e]\", f g ]\nb: []\nc: [ ]\nd: [x, ]\n",
  'a: "x \\\\ \\" \\n\\t\\/ y"\nb: "\\\\\\\\"\n',
  'a: b:c\nd: e#f\ng: h\'s "i"\nj: k [l] {m}\n',
  "a: Müller — Çelik\nb: 'x'\nc: x\u00a0\n",
  "a: [b:c, d#e]\n",
];

for (const text of COMMON) {
  Deno.test(`readCommonYaml() reads ${JSON.stringify(text)} as the library does`, () => {
    assert.ok(agrees(text));
  });
}

const OTHER: readonly string[] = [
  "",
  "a",
  "- a\n",
  " a: b\n",
  "a: b # c\n",
  "# c\na: b\n",
  "a: b\n  c\n",
  "a: b\n c: d\n",
  "a:\n    b: 1\n  c: 2\n",
  "a:\n  - b\n    c\n",
  "a:\n  - b\n  c: d\n",
  "a: |\n  b\n",
  "a: >-\n  b\n",
  "a: &b c\n",
  "a: *b\n",
  "a: !b c\n",
  "a: b: c\n",
  "a: b:\n",
  "a: {b: c}\n",
  "a: [b: c]\n",
  "a: [b, {c: d}]\n",
  "a: [b,\n  c]\n",
  "a: [b, , c]\n",
  "a: [,]\n",
  "a: [b] c\n",
  "a: [b\n",
  "a: 'b''c'\n",
  "a: 'b' c\n",
  "a: 'b\n  c'\n",
  'a: "b\n  c"\n',
  'a: "\\d"\n',
  'a: "b\\"\n',
  "a: -1\n",
  "a:\n  -\n    b\n",
  "a:\n  - - b\n",
  "a:b\n",
  "a: b\na: c\n",
  "a: b\n---\nc: d\n",
  "a: b\n...\n",
  "a: b\r\n",
  "a:\tb\n",
  "a: 😀\n",
  "a: \u0007\n",
  "\uFEFFa: b\n",
];

for (const text of OTHER) {
  Deno.test(`readCommonYaml() leaves ${JSON.stringify(text)} to the library`, () => {
    assert.equal(readCommonYaml(text, 0), undefined);
  });
}

Deno.test("readCommonYaml() leaves what is deep, long or has many keys to the library", () => {
  const deep = Array.from({ length: 20 }, (_, level) => `${" ".repeat(level)}a:\n`).join("");
  const many = Array.from({ length: 65 }, (_, number) => `k${number}: v\n`).join("");
  for (const text of [deep, many, `a: ${"b".repeat(100_000)}\n`, `${"a".repeat(62)}: b\n`]) {
    assert.equal(readCommonYaml(text, 0), undefined);
  }
});

const PIECES = [
  ..."abc:-#'\"[]{},|>&*!?%@` \n\\.~1é",
  ": ",
  "- ",
  "\n  ",
  "\n    ",
  "\n- ",
  "\n  - ",
  "key: ",
  "\nkey:\n",
  " #",
  '"x"',
  "'y'",
  "[z, w]",
  "---",
  "...",
];

Deno.test("readCommonYaml() reads nothing otherwise than the library", () => {
  const text = fc.array(fc.constantFrom(...PIECES), { maxLength: 24 }).map((pieces) =>
    `k: ${pieces.join("")}`
  );
  fc.assert(fc.property(text, (text) => void agrees(text)), { numRuns: 20_000 });
});

/** Lines of common YAML, now and then one of another kind. */
const lines: fc.Arbitrary<string> = fc.array(
  fc.tuple(
    fc.constantFrom(0, 0, 2, 2, 4, 1),
    fc.constantFrom("", "- ", "-   "),
    fc.constantFrom("a:", "b:", "c_d:", "e-f:", "g:", "h: ", "", '"q":'),
    fc.constantFrom("", " x", " x y", " 'x: y'", ' "x # y"', " [x, 'y']", " x: y", " -1", " x # y", " x  "),
  ),
  { minLength: 1, maxLength: 6 },
).map((lines) =>
  lines.map(([indent, dash, key, value]) => " ".repeat(indent) + dash + key + value).join("\n")
);

Deno.test("readCommonYaml() reads no lines otherwise than the library", () => {
  let common = 0;
  fc.assert(
    fc.property(lines, (text) => {
      if (agrees(`k: v\n${text}\n`)) common++;
    }),
    { numRuns: 20_000 },
  );
  assert.ok(common > 200, `${common} of them were common`);
});

Deno.test("readCommonYaml() reads the frontmatter of an ordinary plan, and of one changed anywhere, as the library does", () => {
  const frontmatters = [...PLANS.values()].flatMap((plan) => {
    const frontmatter = parseFrontmatter(plan);
    return frontmatter.kind === "parsed" ? [plan.slice(frontmatter.span.start, frontmatter.span.end)] : [];
  });
  const changed = mutated([...frontmatters, ...COMMON]);
  fc.assert(fc.property(changed, (text) => void agrees(text)), { numRuns: 10_000 });
});
