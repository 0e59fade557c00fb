import assert from "node:assert/strict";
import { plan as isPlanFrontmatter } from "../../../generated/validators.mjs";
import { parseFrontmatter } from "../../../lib/parse/plan_file/frontmatter.ts";
import { readPlanFrontmatter, spanAt } from "../../../lib/parse/plan_file/plan_frontmatter.ts";

function read(yaml: string) {
  const text = `---\n${yaml}\n---\n`;
  const frontmatter = parseFrontmatter(text);
  assert.equal(frontmatter.kind, "parsed", JSON.stringify(frontmatter));
  const { root } = frontmatter as Extract<typeof frontmatter, { kind: "parsed" }>;
  return { text, root, ...readPlanFrontmatter(root, text) };
}

const FINE: readonly [what: string, yaml: string, value: Readonly<Record<string, unknown>>][] = [
  ["plan: 01 as text", "plan: 01", { plan: "01" }],
  ["plan: 1 as text", "plan: 1", { plan: "1" }],
  ["a quoted identifier as text", `plan: "01"\nphase: '03-a'`, { plan: "01", phase: "03-a" }],
  ["a phase that is a number by its text", "phase: 6", { phase: "6" }],
  ["a phase that is a float by its text", "phase: 38.60", { phase: "38.60" }],
  ["dependencies by their text", 'depends_on: [02.10, 1, 01-01, "03"]', {
    depends_on: ["02.10", "1", "01-01", "03"],
  }],
  ["dates, booleans and octals as text", "requirements: [2026-01-01, yes, 010]", {
    requirements: ["2026-01-01", "yes", "010"],
  }],
  ["no value as none, also in a list", "phase: ~\nrequirements: [null, 'null']", {
    phase: null,
    requirements: [null, "null"],
  }],
  ["a wave with zeros before it", "wave: 02", { wave: 2 }],
  ["a wave of zero", "wave: 0", { wave: 0 }],
  ["a type that begins with tdd as tdd", "type: tdd-red", { type: "tdd" }],
  ["an unknown type as execute", "type: banana", { type: "execute" }],
  ["a type that says that gaps are closed", "type: gap_closure", { type: "execute", gap_closure: true }],
  ["a type that says so where the field says no", "type: gap-closure\ngap_closure: false", {
    type: "execute",
    gap_closure: false,
  }],
  ["booleans in any case", "autonomous: True\ngap_closure: FALSE", { autonomous: true, gap_closure: false }],
  [
    "artifact keys beyond the specification",
    "must_haves:\n  artifacts:\n    - {path: a, provides: b, contains: 12, not_contains: c, min_tests: 3, kind: ui}",
    {
      must_haves: {
        artifacts: [{
          path: "a",
          provides: "b",
          contains: "12",
          not_contains: "c",
          min_tests: 3,
          kind: "ui",
        }],
      },
    },
  ],
  [
    "several texts that a file contains",
    "must_haves:\n  artifacts:\n    - path: a\n      provides: b\n      contains:\n        - c\n        - 1\n" +
    "      not_contains: [d, e]",
    {
      must_haves: {
        artifacts: [{ path: "a", provides: "b", contains: ["c", "1"], not_contains: ["d", "e"] }],
      },
    },
  ],
  ["keys of its own as YAML types them", "tags: [1, true, a, ~, 1.5]\nx: {y: []}", {
    tags: [1, true, "a", null, 1.5],
    x: { y: [] },
  }],
  [
    "keys that JavaScript has a use for",
    "__proto__: 1\nconstructor: 2",
    JSON.parse('{"__proto__":1,"constructor":2}'),
  ],
  ["parentheses that belong to a path", "files_modified: [app/(auth)/page.tsx, 'a(b)']", {
    files_modified: ["app/(auth)/page.tsx", "a(b)"],
  }],
];

for (const [what, yaml, value] of FINE) {
  Deno.test(`readPlanFrontmatter() reads ${what}, and notes nothing`, () => {
    const result = read(yaml);
    assert.deepEqual(result.notes, []);
    assert.deepEqual(result.value, value);
  });
}

/** The mend is the YAML after the fix, where there is one. */
const AS_MEANT: readonly [
  what: string,
  yaml: string,
  value: Readonly<Record<string, unknown>>,
  at: string,
  mend?: string,
][] = [
  [
    "a single dependency as a list",
    "depends_on: 01-01",
    { depends_on: ["01-01"] },
    "01-01",
    "depends_on: [01-01]",
  ],
  [
    "dependencies with commas as a list",
    'depends_on: "01-01, 01-02"',
    { depends_on: ["01-01", "01-02"] },
    "01-01, 01-02",
    "depends_on: [01-01, 01-02]",
  ],
  [
    "Plan 01 as a list",
    "depends_on: Plan 01",
    { depends_on: ["Plan 01"] },
    "Plan 01",
    "depends_on: [Plan 01]",
  ],
  [
    "a list left out as empty",
    "depends_on:\nwave: 1",
    { depends_on: [], wave: 1 },
    "depends_on",
    "depends_on: []\nwave: 1",
  ],
  ["an empty text as an empty list", 'depends_on: ""', { depends_on: [] }, "depends_on", "depends_on: []"],
  ["none as an empty list", "depends_on: none", { depends_on: [] }, "none", "depends_on: []"],
  [
    "a single file as a list",
    "files_modified: app/(a, b)/c.ts",
    { files_modified: ["app/(a, b)/c.ts"] },
    "app/(a, b)/c.ts",
  ],
  [
    "several words as a list, which may be several items",
    "must_haves:\n  artifacts: [{path: a, provides: b, exports: ImageViewer default export}]",
    { must_haves: { artifacts: [{ path: "a", provides: "b", exports: ["ImageViewer default export"] }] } },
    "ImageViewer default export",
  ],
  [
    "phases as a list",
    'depends_on: "Phase 15, phase 2.1"',
    { depends_on: ["Phase 15", "phase 2.1"] },
    "Phase 15, phase 2.1",
    "depends_on: [Phase 15, phase 2.1]",
  ],
  [
    "a path without its annotation",
    "files_modified: [src/a.rs (new)]",
    { files_modified: ["src/a.rs"] },
    "src/a.rs (new)",
  ],
  ["a wave in quotes", 'wave: "2"', { wave: 2 }, "2", "wave: 2"],
  ["a boolean in quotes", "autonomous: 'true'", { autonomous: true }, "true", "autonomous: true"],
  [
    "must-haves that are a list as truths",
    "must_haves:\n  - A\n  - B",
    { must_haves: { truths: ["A", "B"] } },
    "- A\n  - B",
    "must_haves:\n  truths:\n  - A\n  - B",
  ],
  [
    "must-haves that are a list without indentation",
    "must_haves:\n- A\n- B\nwave: 1",
    { must_haves: { truths: ["A", "B"] }, wave: 1 },
    "- A\n- B",
    "must_haves:\n  truths:\n  - A\n  - B\nwave: 1",
  ],
  [
    "must-haves in brackets as truths",
    "must_haves: [A, B]",
    { must_haves: { truths: ["A", "B"] } },
    "[A, B]",
    "must_haves: { truths: [A, B] }",
  ],
  [
    "a truth that YAML made a mapping",
    "must_haves:\n  truths:\n    - Switching works: actor's view",
    { must_haves: { truths: ["Switching works: actor's view"] } },
    "Switching works: actor's view",
    "must_haves:\n  truths:\n    - 'Switching works: actor''s view'",
  ],
  [
    "a truth with a quoted end",
    'must_haves:\n  truths:\n    - Says: "x"',
    { must_haves: { truths: ['Says: "x"'] } },
    'Says: "x"',
  ],
  [
    "a truth in brackets",
    "must_haves:\n  truths:\n    - [a, b]",
    { must_haves: { truths: ["[a, b]"] } },
    "[a, b]",
  ],
  [
    "a single truth as a list",
    "must_haves:\n  truths: Works, and well",
    {
      must_haves: { truths: ["Works, and well"] },
    },
    "Works, and well",
    "must_haves:\n  truths: ['Works, and well']",
  ],
  ["an artifact that is a text as its path", "must_haves:\n  artifacts:\n    - src/a.ts", {
    must_haves: { artifacts: [{ path: "src/a.ts", provides: "" }] },
  }, "src/a.ts"],
  [
    "a key link that is a text as where it begins",
    "must_haves:\n  key_links:\n    - only a.ts calls b.ts",
    { must_haves: { key_links: [{ from: "only a.ts calls b.ts", to: "", via: "", pattern: "" }] } },
    "only a.ts calls b.ts",
  ],
  ["an artifact without provides", "must_haves:\n  artifacts:\n    - path: a", {
    must_haves: { artifacts: [{ path: "a", provides: "" }] },
  }, "path: a"],
  [
    "exports that are a text as a list",
    "must_haves:\n  artifacts: [{path: a, provides: b, exports: 'x, y'}]",
    { must_haves: { artifacts: [{ path: "a", provides: "b", exports: ["x", "y"] }] } },
    "x, y",
    "must_haves:\n  artifacts: [{path: a, provides: b, exports: [x, y]}]",
  ],
  [
    "least numbers in quotes",
    'must_haves:\n  artifacts: [{path: a, provides: b, min_lines: "10"}]',
    { must_haves: { artifacts: [{ path: "a", provides: "b", min_lines: 10 }] } },
    "10",
    "must_haves:\n  artifacts: [{path: a, provides: b, min_lines: 10}]",
  ],
  [
    "provides that is a list as one text",
    "must_haves:\n  artifacts: [{path: a, provides: [x, the y]}]",
    { must_haves: { artifacts: [{ path: "a", provides: "x, the y" }] } },
    "[x, the y]",
    "must_haves:\n  artifacts: [{path: a, provides: 'x, the y'}]",
  ],
  [
    "provides that is a list with commas as one text",
    "must_haves:\n  artifacts: [{path: a, provides: ['x, y', z]}]",
    { must_haves: { artifacts: [{ path: "a", provides: "x, y, z" }] } },
    "['x, y', z]",
  ],
  [
    "provides in lines as one text",
    "must_haves:\n  artifacts:\n    - path: a\n      provides:\n        - x\n        - y",
    { must_haves: { artifacts: [{ path: "a", provides: "x, y" }] } },
    "- x\n        - y",
  ],
  [
    "a link to several files as one to each, those after the first behind all others",
    "must_haves:\n  key_links:\n" +
    "    - {from: a, to: [b, c], via: d, pattern: p}\n    - {from: e, to: f, via: g, pattern: q}",
    {
      must_haves: {
        key_links: [
          { from: "a", to: "b", via: "d", pattern: "p" },
          { from: "e", to: "f", via: "g", pattern: "q" },
          { from: "a", to: "c", via: "d", pattern: "p" },
        ],
      },
    },
    "to",
  ],
  [
    "a link with several patterns as one with each",
    "must_haves:\n  key_links: [{from: a, to: b, via: c, pattern: [p, q]}]",
    {
      must_haves: {
        key_links: [
          { from: "a", to: "b", via: "c", pattern: "p" },
          { from: "a", to: "b", via: "c", pattern: "q" },
        ],
      },
    },
    "pattern",
  ],
  ["a link without a pattern", "must_haves:\n  key_links: [{from: a, to: b, via: c}]", {
    must_haves: { key_links: [{ from: "a", to: "b", via: "c", pattern: "" }] },
  }, "{from: a, to: b, via: c}"],
];

for (const [what, yaml, value, at, mend] of AS_MEANT) {
  Deno.test(`readPlanFrontmatter() reads ${what}, and notes it`, () => {
    const { text, notes, value: found } = read(yaml);
    assert.deepEqual(found, value);
    assert.deepEqual(notes.map(({ span }) => text.slice(span.start, span.end)), [at]);
    assert.ok(notes.every(({ message, hint }) => message !== "" && hint !== ""));
    const edits = notes[0]?.fix?.edits;
    if (mend === undefined) assert.equal(edits, undefined);
    else {
      const mended = edits!.toReversed().reduce(
        (done, edit) => done.slice(0, edit.start) + edit.text + done.slice(edit.end),
        text,
      );
      assert.equal(mended, `---\n${mend}\n---\n`);
      const again = read(mend);
      assert.deepEqual([again.value, again.notes], [value, []]);
    }
  });
}

Deno.test("readPlanFrontmatter() reads a truth of several lines as one", () => {
  const { value, notes } = read("must_haves:\n  truths:\n    - Given: A\n      Then: B");
  assert.deepEqual(value, { must_haves: { truths: ["Given: A Then: B"] } });
  assert.deepEqual(notes.map(({ fix }) => fix), [undefined]);
});

for (const key of ["truth", "statement", "description", "text"]) {
  Deno.test(`readPlanFrontmatter() reads the ${key} of truths that are mappings, and notes it once`, () => {
    const { value, notes } = read(
      `must_haves:\n  truths:\n    - id: T1\n      ${key}: "A: b"\n    - ${key}: >\n        C\n        d\n    - E`,
    );
    assert.deepEqual(value, { must_haves: { truths: ["A: b", "C d", "E"] } });
    assert.deepEqual(notes.map(({ message, fix }) => [message, fix]), [[
      `2 truths are mappings, and their "${key}" is read as the truth`,
      undefined,
    ]]);
  });
}

for (const key of ["artifacts", "key_links"]) {
  Deno.test(`readPlanFrontmatter() notes up to three plain ${key} each, and more of them once`, () => {
    const notesOn = (items: string) => read(`must_haves:\n  ${key}: [${items}]`).notes;
    assert.equal(notesOn("a, b, c").length, 3);
    const notes = notesOn("a, b, c, d");
    assert.equal(notes.length, 1);
    assert.match(notes[0]!.message, /^4 \w+ ?\w* are plain strings/);
  });
}

const LEFT_WRONG: readonly [what: string, yaml: string, error: string][] = [
  ["a wave that is a word", "wave: two", "/wave type"],
  ["a wave that is a fraction", "wave: 1.5", "/wave type"],
  ["a negative wave", "wave: -1", "/wave minimum"],
  ["a type left out", "type:", "/type enum"],
  ["autonomous: perhaps", "autonomous: perhaps", "/autonomous type"],
  ["an identifier left out", "phase:", "/phase type"],
  ["an identifier that is a list", "plan: [1]", "/plan type"],
  ["dependencies that are a mapping", "depends_on: {a: b}", "/depends_on type"],
  ["a dependency that is a mapping", "depends_on: [{a: b}]", "/depends_on/0 type"],
  ["a dependency left out", "depends_on:\n  -", "/depends_on/0 type"],
  ["must-haves that are a text", "must_haves: works", "/must_haves type"],
  ["no truths", "must_haves: {truths: []}", "/must_haves/truths minItems"],
  ["truths left out", "must_haves:\n  truths:", "/must_haves/truths minItems"],
  ["an empty truth", "must_haves:\n  truths:\n    -", "/must_haves/truths/0 type"],
  [
    "an artifact without a path",
    "must_haves: {truths: [a], artifacts: [{provides: b}]}",
    "/must_haves/artifacts/0 required",
  ],
  [
    "min_lines that is a text",
    "must_haves: {truths: [a], artifacts: [{path: a, provides: b, min_lines: many}]}",
    "/must_haves/artifacts/0/min_lines type",
  ],
];

for (const [what, yaml, error] of LEFT_WRONG) {
  Deno.test(`readPlanFrontmatter() leaves ${what} for the schema to find`, () => {
    assert.equal(isPlanFrontmatter(read(yaml).value), false);
    const errors = isPlanFrontmatter.errors!.map(({ instancePath, keyword }) => `${instancePath} ${keyword}`);
    assert.ok(errors.includes(error), errors.join(", "));
  });
}

const POINTERS: readonly [pointer: string, written: string][] = [
  ["/wave", "2"],
  ["/plan", "01"],
  ["/depends_on", "depends_on"],
  ["/depends_on/1", "01-02"],
  ["/must_haves/artifacts/0/path", "a.ts"],
  ["/must_haves/artifacts/0/provides", "a.ts"],
  ["/must_haves/artifacts/9", "artifacts"],
  ["/requirements", "requirements"],
  ["/a~1b", "x"],
  ["/nothing", ""],
  ["", ""],
];

for (const [pointer, written] of POINTERS) {
  Deno.test(`spanAt() finds "${pointer}", or the nearest around it`, () => {
    const { text, root } = read(
      'wave: 2\nplan: "01"\ndepends_on: [01-01, "01-02"]\nrequirements:\na/b: x\nmust_haves:\n  artifacts:\n    - path: a.ts',
    );
    const span = spanAt(root, pointer);
    if (pointer === "/must_haves/artifacts/0/provides") {
      assert.equal(text.slice(span.start, span.end), "path: a.ts");
    } else assert.equal(text.slice(span.start, span.end), written);
  });
}

for (const [written, meant] of [["none", "[]"], ["01-01, 01-02", "[01-01, 01-02]"], ["7", "[7]"]]) {
  Deno.test(`readPlanFrontmatter() says to write ${meant} for depends_on: ${written}`, () => {
    assert.equal(read(`depends_on: ${written}`).notes[0]?.hint, `Write \`depends_on: ${meant}\``);
  });
}
