import assert from "node:assert/strict";
import { commandWords } from "../../lib/text/split_words.ts";

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
  Deno.test(`commandWords() of ${JSON.stringify(text)}`, () => assert.deepEqual(commandWords(text), words));
}
