import assert from "node:assert/strict";
import { commandList } from "../../lib/text/command_list.ts";

const LISTS: Readonly<Record<string, readonly string[] | undefined>> = {
  "a": ["a"],
  "a && b || c": ["a", "&& b", "|| c"],
  "a; b\nc &": ["a", "; b", "; c"],
  "a & b": ["a", "& b"],
  "a &&\n b": ["a", "&& b"],
  "a 2>&1 | b &>log && c": ["a 2>&1 | b &>log", "&& c"],
  "echo 'a; b' \"c && d\" `e; f` \\; g": ["echo 'a; b' \"c && d\" `e; f` \\; g"],
  "(a; b) && $(c || d)": ["(a; b)", "&& $(c || d)"],
  "": undefined,
  "a &&": undefined,
  "; a": undefined,
  "a 'b": undefined,
  "(a": undefined,
  "a)": undefined,
  "if a; then b; fi": undefined,
  "f() { a; }": undefined,
  "a # b; 'c": ["a"],
  "# a\nb # c\n# d\ne && # f\n g": ["b", "; e", "&& g"],
  "(a # )'\nb) || c#d ${#e}": ["(a # )'\nb)", "|| c#d ${#e}"],
  "a | # b\nc": undefined,
  "a && # b": undefined,
  "# a": undefined,
  "cat <<E\na\nE": undefined,
};

for (const [script, list] of Object.entries(LISTS)) {
  Deno.test(`commandList() of ${JSON.stringify(script)}`, () => {
    const found = commandList(script)?.map(({ operator, text }) => operator ? `${operator} ${text}` : text);
    assert.deepEqual(found, list);
  });
}

Deno.test("commandList() gives the place and the last stage of each command", () => {
  const script = " a | b |& c 'x | y' ;  d || e|f ";
  const found = commandList(script)!;
  assert.deepEqual(found.map(({ lastStage }) => lastStage), ["c 'x | y'", "d", "f"]);
  for (const { span, text } of found) assert.equal(script.slice(span.start, span.end), text);
});
