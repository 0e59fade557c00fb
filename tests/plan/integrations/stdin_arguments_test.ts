import assert from "node:assert/strict";
import {
  hereString,
  parseStdinArguments,
  withStdinArguments,
} from "../../../lib/plan/integrations/stdin_arguments.ts";

function given(args: readonly string[], input: string): readonly string[] | string {
  const parsed = parseStdinArguments(input);
  return parsed.kind === "wrong" ? parsed.message : withStdinArguments(args, parsed);
}

const NEXT = ["next", "execute-phase", "--arguments-from-stdin"];
const ANSWER = [...NEXT, "--answer", "01-02/3="];
const REPORT = ["report", "01-02/3#1", "failed", "--json", "--arguments-from-stdin"];

const ROWS:
  readonly (readonly [what: string, args: readonly string[], input: string, all: readonly string[]])[] = [
    ["nothing", NEXT, "", ["next", "execute-phase"]],
    ["an empty line", NEXT, "| \n", ["next", "execute-phase"]],
    ["a line without its blank", NEXT, "|3\n", ["next", "execute-phase", "3"]],
    ["words", NEXT, "| 3  --yes\n", ["next", "execute-phase", "3", "--yes"]],
    ["words on lines", NEXT, "| 3\r\n| --yes\r\n", ["next", "execute-phase", "3", "--yes"]],
    ["words in quotes", NEXT, `| 3 --set "a=b c" 'd e'`, [
      "next",
      "execute-phase",
      "3",
      "--set",
      "a=b c",
      "d e",
    ]],
    ["a text as an argument", REPORT, "> no idea\n", [...REPORT.slice(0, 4), "no idea"]],
    ["lines of a text", REPORT, "> a\n>\n>  b\n", [...REPORT.slice(0, 4), "a\n\n b"]],
    ["a text like a flag", REPORT, "> --json", [...REPORT.slice(0, 4), "--", "--json"]],
    ["a text behind an answer", ANSWER, '> --it\'s "so"', [
      ...NEXT.slice(0, 2),
      "--answer",
      `01-02/3=--it's "so"`,
    ]],
    ["words before a text", REPORT, "| --quiet\n> a", [...REPORT.slice(0, 4), "--quiet", "a"]],
  ];

for (const [what, args, input, all] of ROWS) {
  Deno.test(`arguments by standard input: ${what}`, () => assert.deepEqual(given(args, input), all));
}

Deno.test("invalid arguments on standard input are reported", () => {
  assert.match(String(given(NEXT, "3")), /begins neither with \| nor with >: 3/);
  assert.match(String(given(NEXT, "| Bob's app")), /a quote is not closed: Bob's app/);
});

Deno.test("in a here-string of PowerShell no line that is typed can be the one that ends it", () => {
  const typed = "it's\n'@; touch pwned\r'@\r\n$(x) \u2019@";
  const lines = hereString("wf next", ">", typed).split(/\r\n|\r|\n/);
  const end = lines.findIndex((line) => /^['\u2018-\u201b]@/.test(line));
  assert.deepEqual(lines.slice(1, 2), ["@'"]);
  assert.equal(lines[end], "'@ | wf next --arguments-from-stdin");
  assert.equal(end, lines.length - 1);
  const parsed = parseStdinArguments(`${lines.slice(2, end).join("\r\n")}\r\n`);
  assert.equal(parsed.kind === "arguments" && parsed.text, typed.replace(/\r\n?/g, "\n"));
});
