import assert from "node:assert/strict";
import { coreValue, entryOf, parseYaml, type YamlNode } from "../../../lib/parse/yaml/yaml.ts";
import { fc } from "../../deps/fast_check.ts";
import { plainValue } from "../../../lib/parse/yaml/shape_reader.ts";
import { assertYamlSpans } from "../spans.ts";

function parse(text: string): YamlNode {
  const result = parseYaml(text);
  assert.equal(result.kind, "parsed", JSON.stringify(result));
  const { root } = result as Extract<typeof result, { kind: "parsed" }>;
  assertYamlSpans(root, text, { start: 0, end: text.length });
  return root;
}

/** The texts of a node, without what YAML makes of them. */
function texts(node: YamlNode): unknown {
  if (node.kind === "scalar") return node.text;
  if (node.kind === "list") return node.items.map(texts);
  return node.entries.map(({ key, value }) => [key, texts(value)]);
}

const SCALARS: readonly [written: string, text: string][] = [
  ["01", "01"],
  ["1.10", "1.10"],
  ["true", "true"],
  ["~", "~"],
  ["a b # c", "a b"],
  ["a#b", "a#b"],
  ['"a: \\"b\\" \\u00e9"', 'a: "b" é'],
  ["'it''s \\d'", "it's \\d"],
  ["a\n  b", "a b"],
  ["|\n  a\n   b\n", "a\n b\n"],
  ["|-\n  a\n", "a"],
  [">\n  a\n  b\n", "a b\n"],
  ["", ""],
  ["é😀", "é😀"],
];

for (const [written, text] of SCALARS) {
  Deno.test(`parseYaml() reads ${JSON.stringify(written)} as the text ${JSON.stringify(text)}`, () => {
    assert.deepEqual(texts(parse(`k: ${written}\n`)), [["k", text]]);
    assert.deepEqual(texts(parse(`k: ${written}\n`.replaceAll("\n", "\r\n"))), [["k", text]]);
  });
}

const NESTED: readonly [text: string, texts: unknown][] = [
  ["- a\n- [b, {c: d}]\n", ["a", ["b", [["c", "d"]]]]],
  ["a:\n- b\n- c\n", [["a", ["b", "c"]]]],
  ["a: [b, c, ]\nd: {}\ne: []\n", [["a", ["b", "c"]], ["d", []], ["e", []]]],
  ["x: {a}\ny: [b]\n", [["x", [["a", ""]]], ["y", ["b"]]]],
  ["a:\nb: # c: d\nc: 1\n", [["a", ""], ["b", ""], ["c", "1"]]],
  ["'a b': 1\n\"c\": 2\n1: 3\n", [["a b", "1"], ["c", "2"], ["1", "3"]]],
  ["__proto__: 1\nconstructor: {toString: 2}\n", [["__proto__", "1"], ["constructor", [["toString", "2"]]]]],
  ["- Switching works: actor\n", [[["Switching works", "actor"]]]],
  ["? a\n: b\n", [["a", "b"]]],
  ["<<: {a: 1}\n", [["<<", [["a", "1"]]]]],
  ["a: [\n  b,\n  c\n]\nd: 1\n", [["a", ["b", "c"]], ["d", "1"]]],
  ["a: {\n  b: 1,\n  c: [\n  ]\n}\nd: 1\n", [["a", [["b", "1"], ["c", []]]], ["d", "1"]]],
  ["a:\n  - b: [\n      c # d ]\n    ]\n    e: 1\n", [["a", [[["b", ["c"]], ["e", "1"]]]]]],
  ["a:\n- [\n b\n]\n- c\n", [["a", [["b"], "c"]]]],
  ["a: [\nb,\n\nc d\ne\n]\n", [["a", ["b", "c d e"]]]],
  ["a: \"b\nc\"\nd: 'e\n\nf'\n", [["a", "b c"], ["d", "e\nf"]]],
  ['a:\n  b: "c \\\n  d\n  e"\n', [["a", [["b", "c d e"]]]]],
];

for (const [text, expected] of NESTED) {
  Deno.test(`parseYaml() reads ${JSON.stringify(text)}`, () => {
    assert.deepEqual(texts(parse(text)), expected);
  });
}

const SPANS: readonly [what: string, text: string, written: string][] = [
  ["a plain value", "a: b c  # d", "b c"],
  ["a quoted value, between the quotes", 'a: "b"', "b"],
  ["a flow list with its brackets", "a: [b, 'c' ,]\nd: 1", "[b, 'c' ,]"],
  ["a flow list with comments", "a: [b, # ]\n c]\n", "[b, # ]\n c]"],
  ["an empty flow list", "a: [ ]", "[ ]"],
  ["a nested flow list", "a: [[b], {c}]", "[[b], {c}]"],
  ["a block list to the end of its last item", "a:\n  - b\n  - 'c'\n\nd: 1", "- b\n  - 'c'"],
  ["a value left out, behind the colon", "a:  # b\nc: 1", ""],
  ["a flow list that closes at the column of its key", "a: [\n  b\n]\nc: [\n]\n", "[\n  b\n]"],
  ["what follows such a list", "x: [\n  b\n]\ny: {\n}\na: 'c'\n", "c"],
  ["quoted text that goes on at the beginning of a line", 'x: "b\nc"\na: "d\ne"\n', "d\ne"],
];

for (const [what, text, written] of SPANS) {
  Deno.test(`parseYaml() gives the span of ${what}`, () => {
    const { span } = entryOf(parse(text), "a")!.value;
    assert.equal(text.slice(span.start, span.end), written);
  });
}

Deno.test("parseYaml() adds the base to every offset", () => {
  const shifted = parseYaml("a: b", 10);
  const entry = shifted.kind === "parsed" ? entryOf(shifted.root, "a") : undefined;
  assert.deepEqual([entry?.keySpan, entry?.value.span], [{ start: 10, end: 11 }, { start: 13, end: 14 }]);
  const failed = parseYaml("a: *b", 10);
  assert.equal(failed.kind === "failed" && failed.problem.offset, 13);
});

const REFUSED: readonly [what: string, text: string, reason: RegExp, offset: number][] = [
  ["an anchor", "a: &b 1", /anchors/, 3],
  ["an alias", "a: *b", /aliases/, 3],
  ["a tag, which would drop text", "a: !important x", /tags/, 3],
  ["a key given twice", "a: 1\nb: 2\n'a': 3", /key "a" is given twice/, 11],
  ["a key given twice in a flow mapping", "a: {b: 1, b: 2}", /key "b" is given twice/, 10],
  ["a list for a key", "? [a]\n: b", /a key must be a word/, 0],
  ["an empty key", "a: 1\n: b", /a key must be a word/, 4],
  ["a second document", "a: 1\n...\nb: 2", /second document/, 4],
  ["nesting deeper than 32", `a: ${"[".repeat(40)}${"]".repeat(40)}`, /nesting/, 34],
  ["tabs for indentation", "a:\n\t- b", /tab/, 3],
  ["a key inside brackets that are not closed", "a: [b,\nc: [d]\n]\n", /deficient indentation/, 7],
  ["an item inside quotes that are not closed", 'a:\n- "b\n- "c"\n', /deficient indentation/, 8],
  ["another tag of YAML", 'a: !!binary "aGk="', /tags/, 3],
  ["a key inside brackets in braces", "a: {b: [c,\nd: e]}\n", /deficient indentation/, 11],
  ["a mistake after brackets closed at their key", "a: [\n]\nb: [\n]\nc: *d\n", /aliases/, 17],
];

for (const [what, text, reason, offset] of REFUSED) {
  Deno.test(`parseYaml() refuses ${what}`, () => {
    const result = parseYaml(text);
    assert.equal(result.kind, "failed");
    if (result.kind !== "failed") return;
    assert.match(result.problem.reason, reason);
    assert.equal(result.problem.offset, offset);
  });
}

/** Flow YAML over several lines, with the closing brackets at a column. */
function flowText(items: readonly (readonly string[])[], column: string, newline: string): string {
  const lists = items.map((list, index) =>
    `k${index}: [${list.map((item) => `\n  ${item}, # ]`).join("")}\n${column}]\n`
  );
  return lists.join("").replaceAll("\n", newline);
}

Deno.test("parseYaml() reads a flow mapping at the column of its key", () => {
  assert.deepEqual(plainValue(parse("a: {\nb: [x,\ny],\nc: {\nd: 2\n}\n}\n")), {
    a: { b: ["x", "y"], c: { d: 2 } },
  });
});

Deno.test("parseYaml() reads the tags that programs write for ordinary values", () => {
  const root = parse('a: !!int "1"\nb: !!str 2\nc: !!bool "true"\nd: !!null ""\ne: !!float "1.5"\n');
  assert.deepEqual(plainValue(root), { a: 1, b: "2", c: true, d: null, e: 1.5 });
});

Deno.test("parseYaml() reads brackets that close at their key's column as those that close deeper", () => {
  const item = fc.constantFrom("a", "'b c'", '"d\\te"', "x/y.ts", "{f: g}", "[h]");
  fc.assert(
    fc.property(fc.array(fc.array(item), { minLength: 1, maxLength: 5 }), fc.boolean(), (items, crlf) => {
      const [text, deeper] = ["", " "].map((column) => flowText(items, column, crlf ? "\r\n" : "\n"));
      const [node, other] = [parse(text!), parse(deeper!)];
      assert.deepEqual(texts(node), texts(other));
      assert.deepEqual(
        written(node, text!),
        written(other, deeper!).map((part) => part.replace("\n ]", "\n]")),
      );
    }),
  );
});

/** What is written at the span of each value in a mapping. */
function written(node: YamlNode, text: string): readonly string[] {
  return node.kind === "map"
    ? node.entries.map(({ value: { span } }) => text.slice(span.start, span.end))
    : [];
}

Deno.test("parseYaml() tells an empty text from a value left out", () => {
  assert.deepEqual(["", "\n", "# a\n"].map((text) => parseYaml(text).kind), ["empty", "empty", "empty"]);
});

Deno.test("coreValue() gives what YAML makes of a plain scalar", () => {
  const value = (text: string, plain = true) =>
    coreValue({ kind: "scalar", text, plain, span: { start: 0, end: 0 } });
  const values = ["", "~", "null", "true", "FALSE", "yes", "01", "-1.5", "1e3", ".5", "1.2.3", "a"].map((
    text,
  ) => value(text));
  assert.deepEqual(values, [null, null, null, true, false, "yes", 1, -1.5, 1000, 0.5, "1.2.3", "a"]);
  assert.deepEqual([value("", false), value("1", false)], ["", "1"]);
});
