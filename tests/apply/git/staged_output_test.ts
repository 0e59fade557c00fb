import assert from "node:assert/strict";
import { parseBatch, parseRawDiff, parseStages } from "../../../lib/apply/git/commit/staged_output.ts";

const [A, B, ZERO] = ["a".repeat(40), "b".repeat(40), "0".repeat(40)];

Deno.test("parseRawDiff() reads what comes, goes and changes, and takes links for no files", () => {
  const output = [
    `:100644 100755 ${A} ${B} M`,
    "x/.planning/a\nb.md",
    `:000000 100644 ${ZERO} ${B} A`,
    "new.md",
    `:100644 000000 ${A} ${ZERO} D`,
    "old.md",
    `:100644 120000 ${A} ${B} T`,
    "link.md",
    "",
  ].join("\0");
  assert.deepEqual(parseRawDiff(output), [
    { path: "x/.planning/a\nb.md", before: A, after: B },
    { path: "new.md", before: undefined, after: B },
    { path: "old.md", before: A, after: undefined },
    { path: "link.md", before: A, after: undefined },
  ]);
  assert.deepEqual(parseRawDiff(""), []);
});

Deno.test("parseStages() reads files and the names of links, and nothing that a merge has left open", () => {
  const output = `100644 ${A} 0\ta b.md\x00100644 ${A} 1\tc\x00100644 ${B} 2\tc\x00120000 ${B} 0\tlink\x00`;
  assert.deepEqual(parseStages(output), { objects: new Map([["a b.md", A]]), links: ["link"] });
});

Deno.test("parseBatch() separates contents that look like separators", () => {
  const first = `one\n${B} 3 other\n${B} 4\n`;
  const output = `${A} 99 mark\n${first}\n${B} 5 mark\n\uFEFFtwo\n`;
  assert.deepEqual(parseBatch(output, [A, B], "mark"), new Map([[A, first], [B, "\uFEFFtwo"]]));
});

Deno.test("parseBatch() skips missing objects, and reads empty ones", () => {
  const output = `${ZERO} missing\n${A} 0 mark\n\n${B} 1 mark\nx\n`;
  assert.deepEqual(parseBatch(output, [ZERO, A, B], "mark"), new Map([[A, ""], [B, "x"]]));
  const between = `${A} 2 mark\na\n\n${ZERO} missing\n${B} 1 mark\nx\n`;
  assert.deepEqual(parseBatch(between, [A, ZERO, B], "mark"), new Map([[A, "a\n"], [B, "x"]]));
  assert.deepEqual(parseBatch(`${A} 1 mark\na\n${ZERO} missing\n`, [A, ZERO], "mark"), new Map([[A, "a"]]));
  assert.deepEqual(parseBatch(`${ZERO} missing\n`, [ZERO], "mark"), new Map());
});

Deno.test("parseRawDiff() skips what is no change", () => {
  assert.deepEqual(parseRawDiff(`what is this\0path\0:100644 000000 ${A} ${ZERO} D\0gone.md\0`), [
    { path: "gone.md", before: A, after: undefined },
  ]);
});
