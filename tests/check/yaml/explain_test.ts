import assert from "node:assert/strict";
import { explainYaml } from "../../../lib/check/yaml/explain.ts";
import { parseFrontmatter } from "../../../lib/parse/plan_file/frontmatter.ts";
import { SourceText } from "../../../lib/text/source_text.ts";

function explain(yaml: string) {
  const source = new SourceText("01-01-PLAN.md", `---\n${yaml}\n---\n`);
  const frontmatter = parseFrontmatter(source.text);
  assert.equal(frontmatter.kind, "unparsable");
  if (frontmatter.kind !== "unparsable") throw new Error("parsed");
  const { message, hint, span } = explainYaml(source, frontmatter.problem);
  const { line, column } = source.position(span.start);
  return { at: `${line}:${column}`, written: source.text.slice(span.start, span.end), message, hint };
}

const CAUSES: readonly [
  what: string,
  yaml: string,
  at: string,
  written: string,
  message: RegExp,
  hint: RegExp,
][] = [
  [
    "a control character in double quotes",
    'type: "x\x1b[5m"',
    "2:9",
    "\x1b",
    /cannot be printed: U\+001B/,
    /Remove it/,
  ],
  [
    "a regular expression in double quotes",
    'pattern: "Document\\(x"',
    "2:19",
    "\\(",
    /"\\\(" is not an escape/,
    /single quotes/,
  ],
  [
    "an escape behind good ones",
    'pattern: "\\n\\\\ \\d"',
    "2:16",
    "\\d",
    /"\\d" is not an escape/,
    /single quotes/,
  ],
  ["a bad code of a character", 'a: "\\xZZ"', "2:5", "\\x", /"\\x" is not an escape/, /single quotes/],
  [
    "an item below an empty list",
    "a: []\n  - b",
    "2:4",
    "[]",
    /"a" has a value after its colon/,
    /Remove the \[\]/,
  ],
  [
    "items below a value",
    "a:\n  b: c # d\n    - e: f",
    "3:6",
    "c # d",
    /"b" has a value/,
    /Keep one of the two/,
  ],
  ["text after double quotes", 'a: "b" c', "2:8", "c", /Text follows/, /'…'/],
  ["text after single quotes", "a: 'b' c", "2:8", "c", /Text follows/, /"…"/],
  ["text in parentheses after quotes", 'a:\n  - "b" (c)', "3:9", "(c)", /Text follows/, /'…'/],
  ["an item with text after quotes", 'a:\n  - "b" and\n  - c', "3:9", "and", /Text follows/, /'…'/],
  [
    "several texts of contains",
    'a:\n  - contains: "b", "c"',
    "3:18",
    ', "c"',
    /Text follows/,
    /Make it a list: `contains: \[/,
  ],
  [
    "several texts of a list",
    'exports: "b", "c"',
    "2:13",
    ', "c"',
    /Text follows/,
    /`exports: \["…", "…"\]`/,
  ],
  ["several texts of an item", 'a:\n  - "b", "c"', "3:8", ', "c"', /Text follows/, /`\["…", "…"\]`/],
  ["an apostrophe in single quotes", "a: 'it's'", "2:8", "s'", /apostrophe/, /twice/],
  ["a leading backtick", "a:\n  - `b` c", "3:5", "`b` c", /cannot begin with `/, /in quotes/],
  ["a leading at sign", "a: @b", "2:4", "@b", /cannot begin with @/, /in quotes/],
  ["a leading per cent sign", "a: %b", "2:4", "%b", /cannot begin with %/, /in quotes/],
  ["a key given twice", "a: 1\nb: 2\na: 3", "4:1", "a", /key "a" is given twice/, /Keep one/],
  [
    "a key directly after a value",
    'a:\n  - "b"tags: [x]',
    "3:8",
    "tags: [x]",
    /directly follows/,
    /line of its own/,
  ],
  ["a tab", "a:\n\t- b", "3:1", "\t- b", /tab/, /spaces/],
  ["an anchor", "a: &b c", "2:4", "&b c", /anchors/, /in quotes/],
  ["an alias", "a:\n  - *b", "3:5", "*b", /aliases/, /in quotes/],
  ["emphasis", "a:\n  - *b* c", "3:5", "*b* c", /cannot begin with \*/, /in quotes/],
  ["a tag", "a: !b c", "2:4", "!b c", /tags/, /in quotes/],
  ["a colon in a value", "a: b: c # d", "2:4", "b: c # d", /colon/, /in quotes/],
  ["a colon at the end of a value", "a: b c:\n  d", "2:4", "b c:", /colon/, /in quotes/],
  ["brackets at the start of a text", "a:\n  - [b] c", "3:5", "[b] c", /Text follows a list/, /in quotes/],
  ["braces at the start of a text", "a: {b}-c", "2:4", "{b}-c", /Text follows a mapping/, /in quotes/],
  ["a quote that is not closed", 'a: "b\nc: 1', "2:4", '"b', /quote that opens here/, /Close it with "/],
  [
    "a quote not closed lines before",
    "a: 'b\n  c\n  d\ne: 1",
    "2:4",
    "'b",
    /quote that opens here/,
    /Close it with '/,
  ],
  [
    "a bracket that is not closed",
    "a: [b, c\nd: 1",
    "2:4",
    "[b, c",
    /\[ that opens here/,
    /Close it with \]/,
  ],
  ["a brace that is not closed", "a: {b: c\nd: 1", "2:4", "{b: c", /\{ that opens here/, /Close it with \}/],
  ["a comma missing in a list", 'a: ["b" c]', "2:9", "c]", /comma is missing/, /Add a comma/],
  ["indentation between two levels", "a:\n    - b\n  c: 1", "4:3", "c: 1", /indentation/, /Align/],
  ["indentation below a value", "a: 1\n  b: 2", "3:3", "b: 2", /indentation/, /Align/],
  ["a line without a key", "a: 1\nb\nc: 2", "3:1", "b", /neither a key/, /Write `key: value`/],
  ["a colon without a space", "a:b\nc: 1", "2:1", "a:b", /needs a space/, /space after the colon/],
  ["a list", "- a", "2:1", "- a", /keys and values/, /field on each line/],
  ["a second document", "a: 1\n...\nb: 2", "2:5", "", /second document/, /Check/],
  ["a greater than sign", "a:\n  - > 5 items", "3:5", "> 5 items", /YAML reads > at the start/, /in quotes/],
  ["a vertical bar", "a: || b", "2:4", "|| b", /YAML reads \| at the start/, /in quotes/],
  ["a list on its key's line", "a: - b", "2:4", "- b", /cannot begin on the line of its key/, /line below/],
  ["a colon behind quotes", 'a: "b" : c', "2:4", '"b" : c', /colon follows/, /in quotes/],
  ["a colon behind brackets", "a: [b]: c", "2:4", "[b]: c", /colon follows/, /in quotes/],
  ["a bracket too many", "a: [b, c]]", "2:10", "]", /closes nothing/, /Remove/],
  ["a brace too many", "a: {b: c}}", "2:10", "}", /closes nothing/, /Remove/],
  ["double braces", "a: {{ b }}", "2:4", "{{ b }}", /mapping to YAML/, /in quotes/],
  [
    "a conflict at the start",
    "<<<<<<< b\na: 1\n=======\na: 2\n>>>>>>> c",
    "2:1",
    "<<<<<<< b",
    /merge conflict/,
    /one of/,
  ],
  [
    "a conflict in a list",
    "a:\n<<<<<<< b\n  - 1\n=======\n  - 2\n>>>>>>> c",
    "3:1",
    "<<<<<<< b",
    /merge conflict/,
    /one of/,
  ],
  [
    "a blank that is none",
    "a:\n\u00a0\u00a0- b\n\u00a0\u00a0c: 1",
    "4:1",
    "\u00a0",
    /U\+00A0/,
    /Indent with spaces/,
  ],
  ["a null character", "a: \u0000b", "2:4", "\u0000", /U\+0000/, /Remove/],
  ["a control character", "a: b\u0007", "2:5", "\u0007", /U\+0007/, /Remove/],
  ["an asterisk in a list", "a: [*, b]", "2:5", "*", /cannot begin with \*/, /in quotes/],
  ["an item without a list", "a: b\n- c", "3:1", "- c", /where a key is expected/, /key on the line above/],
  ["a key after a list", "- a\nb: 1", "3:1", "b: 1", /does not continue/, /Write `key: value`/],
  ["a comma missing between lines", 'a: ["b"\n  "c"]', "3:3", '"c"]', /comma is missing/, /Add a comma/],
  ["a list for a key", "? [a]\n: b", "2:1", "? [a]", /key must be a word/, /Check/],
];

for (const [what, yaml, at, written, message, hint] of CAUSES) {
  Deno.test(`explainYaml() names ${what}, where it is and how to fix it`, () => {
    const found = explain(yaml);
    assert.deepEqual([found.at, found.written], [at, written]);
    assert.match(found.message, message);
    assert.match(found.hint, hint);
  });

  Deno.test(`explainYaml() names ${what} with CRLF`, () => {
    const found = explain(yaml.replaceAll("\n", "\r\n"));
    assert.equal(found.at, at);
    assert.match(found.message, message);
  });
}
