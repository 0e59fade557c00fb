import assert from "node:assert/strict";
import { makeStyle } from "../../../lib/report/terminal/style.ts";
import { wrappedTable } from "../../../lib/report/terminal/table.ts";

const ROWS = [["key", "a value of several words"], ["longer key", ""]];

Deno.test("the last column of a table continues below its beginning where the terminal ends", () => {
  assert.equal(
    wrappedTable(ROWS, makeStyle(false, 26)),
    "key         a value of\n            several words\nlonger key\n",
  );
});

Deno.test("a table that is not at a terminal has a line for each row", () => {
  assert.equal(wrappedTable(ROWS, {}), "key         a value of several words\nlonger key\n");
  assert.equal(wrappedTable([], {}), "");
});
