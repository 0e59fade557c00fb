import assert from "node:assert/strict";
import { commands } from "../../../generated/commands.ts";
import { readWords, sharedFlags } from "../../../lib/report/completions/read_words.ts";

function read(...words: readonly string[]) {
  return readWords(words, commands);
}

Deno.test("readWords() finds the command after global flags", () => {
  const { command, given, cwd } = read("--json", "--cwd", "dir", "waves", "");
  assert.equal(command?.name, "waves");
  assert.deepEqual([...given], ["json", "cwd"]);
  assert.equal(cwd, "dir");
  assert.equal(read("waves", "--cwd=a=b", "").cwd, "a=b");
});

Deno.test("readWords() takes the word after a flag as its value, even if it looks like a flag", () => {
  const { wanted, positionals } = read("execute-phase", "--set", "--json", "1", "--set", "--x");
  assert.equal(wanted.kind === "flag-value" && wanted.option.name, "set");
  assert.deepEqual([...positionals], [["phase", "1"]]);
});

Deno.test("readWords() splits a flag from its value at the first =", () => {
  const { wanted, text } = read("execute-phase", "1", "--set=mode=y");
  assert.deepEqual(wanted.kind === "flag-value" && [wanted.lead, text], ["--set=", "mode=y"]);
});

Deno.test("readWords() reads no flags after --", () => {
  assert.equal(read("validate", "--", "--format=").wanted.kind, "positional");
  assert.equal(read("validate", "--", "--format", "").wanted.kind, "positional");
});

Deno.test("readWords() assigns all remaining words to a repeatable positional", () => {
  const { wanted } = read("validate", "a", "b", "c");
  assert.equal(wanted.kind === "positional" && wanted.option.name, "paths");
});

Deno.test("sharedFlags() are those of GlobalOptions", () => {
  assert.deepEqual(sharedFlags(commands).map(({ name }) => name), [
    "cwd",
    "json",
    "quiet",
    "no-color",
    "arguments-from-stdin",
  ]);
  assert.deepEqual(sharedFlags([]), []);
});
