import assert from "node:assert/strict";
import { parseFrontmatter } from "../../../lib/parse/plan_file/frontmatter.ts";

const KINDS: readonly [what: string, text: string, kind: string, body: string][] = [
  ["YAML between two fences", "---\na: 1\n---\nbody", "parsed", "body"],
  ["a byte order mark before the fence", "\uFEFF---\na: 1\n---\nbody", "parsed", "body"],
  ["empty lines before the fence", "\n  \r\n---\na: 1\n---\nbody", "parsed", "body"],
  ["CRLF", "---\r\na: 1\r\n---\r\nbody", "parsed", "body"],
  ["blanks behind the fences", "--- \na: 1\n---\t\nbody", "parsed", "body"],
  ["nothing between the fences", "---\n---\nbody", "parsed", "body"],
  ["comments between the fences", "---\n# x\n---\nbody", "parsed", "body"],
  ["a closing fence at the end", "---\na: 1\n---", "parsed", ""],
  ["a fence within a value", "---\na: |\n  ---\n  b\n---\nbody", "parsed", "body"],
  ["three dashes that begin a word", "---\na: 1\n---x: 2\n---\nbody", "parsed", "body"],
  ["no fence", "# Plan\n---\na: 1\n---\n", "missing", "# Plan\n---\na: 1\n---\n"],
  ["a byte order mark and no fence", "\uFEFF# Plan", "missing", "# Plan"],
  ["nothing", "", "missing", ""],
  ["more dashes", "----\na: 1\n----\n", "missing", "----\na: 1\n----\n"],
  ["no closing fence", "---\na: 1\n", "unclosed", "a: 1\n"],
  ["a fence and nothing else", "---", "unclosed", ""],
  ["a list", "---\n- a\n---\nbody", "unparsable", "body"],
  ["a text", "---\na\n---\nbody", "unparsable", "body"],
];

for (const [what, text, kind, body] of KINDS) {
  Deno.test(`parseFrontmatter() takes ${what} for ${kind}`, () => {
    const frontmatter = parseFrontmatter(text);
    assert.equal(frontmatter.kind, kind);
    assert.equal(text.slice(frontmatter.bodyStart), body);
  });
}

Deno.test("parseFrontmatter() gives the span between the fences, and of a fence that is not closed", () => {
  const span = (text: string) => {
    const frontmatter = parseFrontmatter(text);
    return frontmatter.kind === "missing"
      ? undefined
      : text.slice(frontmatter.span.start, frontmatter.span.end);
  };
  assert.equal(span("\uFEFF\n---\na: 1\n---\n"), "a: 1\n");
  assert.equal(span("\n---\na: 1\n"), "---\n");
});
