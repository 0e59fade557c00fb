import assert from "node:assert/strict";
import { parseYaml } from "../../lib/parse/yaml/yaml.ts";
import { plainValue } from "../../lib/parse/yaml/shape_reader.ts";
import { writeYaml } from "../../lib/text/write_yaml.ts";
import { fc } from "../deps/fast_check.ts";
import { loadYaml, YAML11_SCHEMA } from "../deps/yaml.ts";

const WRITTEN: readonly [what: string, fields: Readonly<Record<string, unknown>>, text: string][] = [
  [
    "words without quotes",
    { phase: "03-accounts", file: "src/a.ts", note: "It works" },
    "phase: 03-accounts\nfile: src/a.ts\nnote: It works\n",
  ],
  [
    "what could be a number or a date in quotes",
    { plan: "01", id: "03-01", day: "2026-01-01" },
    'plan: "01"\nid: "03-01"\nday: "2026-01-01"\n',
  ],
  [
    "what could be a boolean or nothing in quotes",
    { a: "yes", b: "null", c: "" },
    'a: "yes"\nb: "null"\nc: ""\n',
  ],
  [
    "colons, quotes and backslashes",
    { a: "A: b", b: 'say "x"', c: "it's\\d" },
    "a: \"A: b\"\nb: 'say \"x\"'\nc: 'it''s\\d'\n",
  ],
  ["lines as escapes", { a: "one\ntwo\n" }, 'a: "one\\ntwo\\n"\n'],
  [
    "numbers, booleans and nothing",
    { a: 1.5, b: false, c: null, d: undefined },
    "a: 1.5\nb: false\nc: null\n",
  ],
  [
    "lists of words in brackets, others line by line",
    { a: ["b", "c"], d: ["It works"], e: [] },
    "a: [b, c]\nd:\n  - It works\ne: []\n",
  ],
  [
    "mappings in lists",
    { a: [{ path: "b", exports: ["c"] }, {}] },
    "a:\n  - path: b\n    exports: [c]\n  - {}\n",
  ],
];

for (const [what, fields, text] of WRITTEN) {
  Deno.test(`writeYaml() writes ${what}`, () => assert.equal(writeYaml(fields), text));
}

Deno.test("writeYaml() writes lists that do not fit on a line item by item", () => {
  const files = Array.from({ length: 9 }, (_, index) => `src/module_${index}.ts`);
  assert.equal(writeYaml({ files }), `files:\n${files.map((file) => `  - ${file}\n`).join("")}`);
});

const text = fc.oneof(
  fc.string({ unit: "binary" }),
  fc.constantFrom(
    "yes",
    "NO",
    "~",
    "null",
    "1e3",
    "0x1F",
    "1_000",
    ".5",
    ".inf",
    ".nan",
    "12:30",
    "=",
    "<<",
    "- a",
  ),
  fc.constantFrom(
    "a: b",
    "a #b",
    " a",
    "a ",
    "#",
    "&a",
    "*a",
    "!a",
    "%",
    "@a",
    "`",
    "|",
    ">",
    "?",
    "'",
    '"',
    "\\",
    "\t",
  ),
);

Deno.test("what writeYaml() writes is read as the same values by every reader", () => {
  const value = fc.letrec<{ value: unknown }>((tie) => ({
    value: fc.oneof(
      { depthSize: "small" },
      fc.oneof(
        text,
        fc.boolean(),
        fc.constant(null),
        fc.integer(),
        fc.double({ noNaN: true, noDefaultInfinity: true }),
      ),
      fc.array(tie("value"), { maxLength: 3 }),
      fc.dictionary(text, tie("value"), { maxKeys: 3, noNullPrototype: true }),
    ),
  })).value;
  fc.assert(
    fc.property(fc.dictionary(text, value, { maxKeys: 3, noNullPrototype: true }), (fields) => {
      const written = writeYaml(fields);
      if (written === "") return;
      const same = (read: unknown) =>
        assert.deepEqual(JSON.parse(JSON.stringify(read)), JSON.parse(JSON.stringify(fields)), written);
      const result = parseYaml(written);
      assert.equal(result.kind, "parsed", written);
      same(plainValue((result as Extract<typeof result, { kind: "parsed" }>).root));
      same(loadYaml(written));
      same(loadYaml(written, { schema: YAML11_SCHEMA }));
    }),
    { numRuns: 2_000 },
  );
});
