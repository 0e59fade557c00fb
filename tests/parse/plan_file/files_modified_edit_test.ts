import assert from "node:assert/strict";
import { addToFilesModified } from "../../../lib/parse/plan_file/files_modified_edit.ts";
import { parsePlanFile, type PlanDocument } from "../../../lib/parse/plan_file/plan_file.ts";
import { SourceText } from "../../../lib/text/source_text.ts";
import { fc } from "../../deps/fast_check.ts";
import { frontmatter } from "../planning_tree.ts";

function planOf(text: string): PlanDocument {
  return parsePlanFile(new SourceText(".planning/phases/01-base/01-01-PLAN.md", text));
}

/** A plan whose `files_modified` is written so. */
function planWith(list: string): PlanDocument {
  return planOf(frontmatter({ files_modified: list }));
}

/** The text after the edit; undefined where there is none. */
function edited(plan: PlanDocument, paths: readonly string[]): string | undefined {
  const fix = addToFilesModified(plan, paths);
  const { text } = plan.source;
  return fix?.edits.toReversed().reduce(
    (done, edit) => done.slice(0, edit.start) + edit.text + done.slice(edit.end),
    text,
  );
}

const EDITS: readonly (readonly [
  what: string,
  before: string,
  paths: readonly string[],
  after: string | undefined,
])[] = [
  ["adds to a list in brackets", "[a]", ["b", "c"], "[b, c, a]"],
  ["adds to an empty list", "[]", ["b"], "[b]"],
  ["adds to a list of lines", "\n  - a # why", ["b"], "\n  - b\n  - a # why"],
  ["puts a path in quotes that needs them", "[a]", ["app/[id].ts"], "['app/[id].ts', a]"],
  ["uses the quotes of the first path", '["a"]', ["b"], '["b", "a"]'],
  ["changes nothing where the field is not a list", "a", ["b"], undefined],
  ["does nothing without a path", "[a]", [], undefined],
];

for (const [what, before, paths, after] of EDITS) {
  Deno.test(`addToFilesModified() ${what}`, () => {
    const wanted = after === undefined ? undefined : frontmatter({ files_modified: after });
    assert.equal(edited(planWith(before), paths), wanted);
  });
}

Deno.test("addToFilesModified() names up to three paths, and counts more", () => {
  const title = (...paths: readonly string[]) => addToFilesModified(planWith("[a, b]"), paths)?.title;
  assert.equal(title("c", "d"), "Add c, d to files_modified");
  assert.equal(title("c", "d", "e", "f"), "Add 4 files to files_modified");
});

Deno.test("addToFilesModified() keeps line ends of Windows", () => {
  const plan = planOf(frontmatter({ files_modified: "\n  - a\n  - b" }).replaceAll("\n", "\r\n"));
  assert.match(
    edited(plan, ["c"])!,
    /files_modified: \r\n {2}- c\r\n {2}- a\r\n {2}- b\r\nautonomous/,
  );
});

const anyName = fc.oneof(
  fc.constantFrom(
    "a.ts",
    "src/b.ts",
    "app/[id].tsx",
    "a b.md",
    "# c",
    "- d",
    "e: f",
    "'",
    '"',
    "ü/ß.ts",
    "\u0085",
  ),
  fc.string({ unit: "grapheme", minLength: 1, maxLength: 8 }),
);

Deno.test("after the edit files_modified holds what was added, then what was there, and nothing else changed", () => {
  const quote = (path: string) => JSON.stringify(path).replace("\u0085", "\\u0085");
  const writing = fc.constantFrom<(items: readonly string[]) => string>(
    (items) => `[${items.map(quote).join(", ")}]`,
    (items) => items.length === 0 ? "[]" : items.map((item) => `\n  - ${quote(item)}`).join(""),
    (items) => items.length === 0 ? "[ ]" : items.map((item) => `\n- ${quote(item)} # kept`).join(""),
  );
  const names = fc.array(anyName, { maxLength: 4 });
  fc.assert(fc.property(names, names, writing, (items, add, write) => {
    const plan = planWith(write(items));
    assert.deepEqual(plan.fields["files_modified"], items);
    const text = edited(plan, add);
    assert.equal(text === undefined, add.length === 0);
    if (text === undefined) return;
    const after = planOf(text);
    assert.deepEqual(after.fields, { ...plan.fields, files_modified: [...add, ...items] });
  }));
});
