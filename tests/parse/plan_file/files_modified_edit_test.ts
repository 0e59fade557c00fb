import assert from "node:assert/strict";
import {
  editFilesModified,
  type FilesModifiedChange,
} from "../../../lib/parse/plan_file/files_modified_edit.ts";
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
function edited(plan: PlanDocument, change: Partial<FilesModifiedChange>): string | undefined {
  const fix = editFilesModified(plan, { add: [], remove: [], ...change });
  const { text } = plan.source;
  return fix?.edits.toReversed().reduce(
    (done, edit) => done.slice(0, edit.start) + edit.text + done.slice(edit.end),
    text,
  );
}

const EDITS: readonly (readonly [
  what: string,
  before: string,
  change: Partial<FilesModifiedChange>,
  after: string | undefined,
])[] = [
  ["adds to a list in brackets", "[a]", { add: ["b", "c"] }, "[b, c, a]"],
  ["adds to an empty list", "[]", { add: ["b"] }, "[b]"],
  ["adds to a list of lines", "\n  - a # why", { add: ["b"] }, "\n  - b\n  - a # why"],
  ["puts a path in quotes that needs them", "[a]", { add: ["app/[id].ts"] }, "['app/[id].ts', a]"],
  ["uses the quotes of the first path", '["a"]', { add: ["b"] }, '["b", "a"]'],
  ["takes out of brackets", `["a", 'b', c]`, { remove: [1] }, `["a", c]`],
  ["takes all out of brackets", "[a]", { remove: [0] }, "[]"],
  [
    "takes a line out, with its remark",
    "\n  - a\n  - b # why\n  - c # x",
    { remove: [1] },
    "\n  - a\n  - c # x",
  ],
  ["takes the first line out", "\n- a # why\n- 'b'", { remove: [0] }, "\n- 'b'"],
  ["takes the last line out", "\n  - a # x\n  - b # y", { remove: [1] }, "\n  - a # x"],
  ["takes all lines out", "\n  - a\n  - b", { remove: [0, 1] }, "[]"],
  ["adds and takes out at once", "\n  - a\n  - b", { add: ["c"], remove: [0] }, "\n  - c\n  - b"],
  ["keeps out of a list in brackets with remarks", "[a, # why\n  b]", { remove: [0] }, undefined],
  ["keeps out of an item below its dash", "\n  -\n    a\n  - b", { remove: [0] }, undefined],
  ["keeps out of what is no list", "a", { remove: [0] }, undefined],
  ["does nothing without a change", "[a]", {}, undefined],
];

for (const [what, before, change, after] of EDITS) {
  Deno.test(`editFilesModified() ${what}`, () => {
    const wanted = after === undefined ? undefined : frontmatter({ files_modified: after });
    assert.equal(edited(planWith(before), change), wanted);
  });
}

Deno.test("editFilesModified() says what it does", () => {
  const title = (change: Partial<FilesModifiedChange>) =>
    editFilesModified(planWith("[a, b]"), { add: [], remove: [], ...change })?.title;
  assert.equal(title({ add: ["c", "d"] }), "Add c, d to files_modified");
  assert.equal(title({ remove: [0, 1] }), "Remove a, b from files_modified");
  assert.equal(title({ add: ["c"], remove: [1] }), "Add c to files_modified, and remove b");
});

Deno.test("editFilesModified() keeps line ends of Windows", () => {
  const plan = planOf(frontmatter({ files_modified: "\n  - a\n  - b" }).replaceAll("\n", "\r\n"));
  const after = edited(plan, { add: ["c"], remove: [1] })!;
  assert.match(after, /files_modified: \r\n {2}- c\r\n {2}- a\r\nautonomous/);
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

Deno.test("after the edit files_modified holds what was added, then what was left, and nothing else changed", () => {
  const quote = (path: string) => JSON.stringify(path).replace("\u0085", "\\u0085");
  const writing = fc.constantFrom<(items: readonly string[]) => string>(
    (items) => `[${items.map(quote).join(", ")}]`,
    (items) => items.length === 0 ? "[]" : items.map((item) => `\n  - ${quote(item)}`).join(""),
    (items) => items.length === 0 ? "[ ]" : items.map((item) => `\n- ${quote(item)} # kept`).join(""),
  );
  fc.assert(
    fc.property(
      fc.array(anyName, { maxLength: 4 }),
      fc.array(anyName, { maxLength: 3 }),
      fc.array(fc.nat(3), { maxLength: 3 }),
      writing,
      (items, add, wanted, write) => {
        const remove = [...new Set(wanted)].filter((index) => index < items.length);
        const plan = planWith(write(items));
        assert.deepEqual(plan.fields["files_modified"], items);
        const text = edited(plan, { add, remove });
        assert.equal(text === undefined, add.length + remove.length === 0 || isHashed(plan, remove));
        if (text === undefined) return;
        const left = items.filter((_, index) => !remove.includes(index));
        const after = planOf(text);
        assert.deepEqual(after.fields, { ...plan.fields, files_modified: [...add, ...left] });
      },
    ),
  );
});

/** Whether items are to be taken out of a list in brackets that holds what could be a remark. */
function isHashed({ source: { text } }: PlanDocument, remove: readonly number[]): boolean {
  return remove.length > 0 && /^files_modified: \[.*#/m.test(text);
}
