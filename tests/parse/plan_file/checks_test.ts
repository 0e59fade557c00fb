import assert from "node:assert/strict";
import { automatedParts, readChecks, readVerifyProse } from "../../../lib/parse/plan_file/checks.ts";

const CHECKS: readonly [what: string, text: string, commands: readonly string[]][] = [
  ["one command", "<automated>npm test</automated>", ["npm test"]],
  ["several, with text between", "a <automated> x </automated> b\n<automated>y</automated>", ["x", "y"]],
  ["lines and signs of the shell", "<automated>\n a < b && c\n d | e\n</automated>", ["a < b && c\n d | e"]],
  ["a command escaped as XML", "<automated>a &amp;&amp; b &gt; &quot;c&quot;</automated>", ['a && b > "c"']],
  ["a redirection escaped as XML", "<automated>cd x && npm test 2>&amp;1 | tail -3</automated>", [
    "cd x && npm test 2>&1 | tail -3",
  ]],
  ["a redirection escaped in full", "<automated>a 2&gt;&amp;1</automated>", ["a 2>&1"]],
  ["a redirection of everything", "<automated>a &amp;> log; b &amp;>> log</automated>", [
    "a &> log; b &>> log",
  ]],
  ["signs escaped as XML", "<automated>a &gt; b</automated>\n<automated>wc -c &lt; b</automated>", [
    "a > b",
    "wc -c < b",
  ]],
  ["a command with one entity as it is", "<automated>curl a?b=1&amp;c=2 > d</automated>", [
    "curl a?b=1&amp;c=2 > d",
  ]],
  [
    "no command that is missing or empty",
    "<automated>MISSING — later</automated><automated> </automated>",
    [],
  ],
  ["no command that is not closed", "<automated>x", []],
  ["no prose", "Open the page", []],
];

for (const [what, text, commands] of CHECKS) {
  Deno.test(`readChecks() reads ${what}`, () => {
    assert.deepEqual(readChecks(text), commands);
  });
}

const PROSE: readonly (readonly [string, string])[] = [
  ["Look at it", "Look at it"],
  ["<automated>npm test</automated>", ""],
  ["First look.\n<automated>npm test</automated>\nThen click.", "First look.\n\nThen click."],
  [
    "<automated>MISSING: tests/a.test.ts comes with plan 02</automated>",
    "MISSING: tests/a.test.ts comes with plan 02",
  ],
  ["<automated>MANUAL — open the page</automated>", "MANUAL — open the page"],
  ["Run it <automated>npm test", "Run it <automated>npm test"],
];

for (const [verify, prose] of PROSE) {
  Deno.test(`readVerifyProse() of ${JSON.stringify(verify)}`, () =>
    assert.equal(readVerifyProse(verify), prose));
}

const NOTES = [
  "MISSING — later",
  "MANUAL — open the page",
  "Manual: open the page",
  "Manually open the page",
  "manual",
  "N/A - needs a device",
  "n/a",
  "NONE",
];
const COMMANDS = [
  "manual/check.sh",
  "missing --all",
  "none-such",
  "MANUAL=1 npm test",
  "n/a/b.sh",
  "npm test",
];

for (const text of NOTES) {
  Deno.test(`"${text}" is no command but a note that there is none`, () =>
    assert.deepEqual(readChecks(`<automated>${text}</automated>`), []));
}

for (const text of COMMANDS) {
  Deno.test(`"${text}" is a command`, () =>
    assert.deepEqual(readChecks(`<automated>${text}</automated>`), [text]));
}

Deno.test("automatedParts() gives the places of the element and of its text", () => {
  const verify = "First:\n<automated>\n  npm test\n</automated> then look";
  const [{ span, inner } = assert.fail()] = automatedParts(verify);
  assert.equal(verify.slice(span.start, span.end), "<automated>\n  npm test\n</automated>");
  assert.equal(verify.slice(inner.start, inner.end), "npm test");
});
