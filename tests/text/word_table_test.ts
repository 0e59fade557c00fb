import assert from "node:assert/strict";
import { NO_WORD, WordTable } from "../../lib/text/word_table.ts";
import { fc } from "../deps/fast_check.ts";

const WORDS = ["task", "tasks", "a", "what-built", "read_first"];
const table = new WordTable(WORDS);

Deno.test("WordTable finds a whole word at an offset, and no part of one", () => {
  const found = (text: string, at = 0) => WORDS[table.at(text, at)];
  assert.equal(found("task"), "task");
  assert.equal(found("tasks>"), "tasks");
  assert.equal(found("<what-built ", 1), "what-built");
  assert.equal(found("a:"), "a");
  for (const text of ["tas", "taskss", "task_", "task-x", "", " task", "Task", "read_firs"]) {
    assert.equal(table.at(text, 0), NO_WORD, text);
  }
  assert.equal(table.at("task", 9), NO_WORD);
});

Deno.test("WordTable finds the same words as a search with a regular expression", () => {
  const text = fc.array(fc.constantFrom("task", "s", "a", "-", "_", "what-built", "ß", "0", " ", "T"));
  fc.assert(fc.property(text.map((parts) => parts.join("")), (text) => {
    const word = /^[a-z_-]*/.exec(text)![0];
    assert.equal(table.at(text, 0), WORDS.indexOf(word));
  }));
});
