import assert from "node:assert/strict";
import { splitCommandLine } from "../../lib/text/split_command_line.ts";

const TABLE: readonly (readonly [text: string, words: readonly string[] | undefined])[] = [
  ["", []],
  ["  ", []],
  ["agent", ["agent"]],
  [" agent  --acp\t-v ", ["agent", "--acp", "-v"]],
  [`"my agent" --acp`, ["my agent", "--acp"]],
  [`'a "b"' c\\ d`, ['a "b"', "c d"]],
  [`"a \\"b\\" \\c"`, ['a "b" \\c']],
  ["C:\\tools\\agent.exe --acp", ["C:\\tools\\agent.exe", "--acp"]],
  [`a""b ''`, ["ab", ""]],
  [`"open`, undefined],
];

for (const [text, words] of TABLE) {
  Deno.test(`splitCommandLine() of ${JSON.stringify(text)}`, () =>
    assert.deepEqual(splitCommandLine(text), words));
}
