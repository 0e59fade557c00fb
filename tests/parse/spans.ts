import assert from "node:assert/strict";
import type { Span } from "../../schemas/diagnostic.ts";
import type { BodyElement, ScannedBody } from "../../lib/parse/plan_file/scan_body.ts";
import type { YamlNode } from "../../lib/parse/yaml/yaml.ts";

/** Fails unless a span lies in the text, or in another span. */
export function assertWithin(span: Span, outer: Span, what: string): void {
  assert.ok(
    Number.isInteger(span.start) && outer.start <= span.start && span.start <= span.end &&
      span.end <= outer.end,
    `${what}: ${span.start}–${span.end} is not within ${outer.start}–${outer.end}`,
  );
}

/** Fails unless every node and key of YAML lies in its parent, in order, and slices to its source. */
export function assertYamlSpans(node: YamlNode, text: string, outer: Span): void {
  assertWithin(node.span, outer, node.kind);
  if (node.kind === "scalar") {
    const written = text.slice(node.span.start, node.span.end);
    if (isVerbatim(written)) assert.equal(written, node.text);
    return;
  }
  const parts = node.kind === "list"
    ? node.items.map((item) => item.span)
    : node.entries.flatMap(({ keySpan, value }) => [keySpan, value.span]);
  let at = node.span.start;
  for (const span of parts) {
    assertWithin(span, { start: at, end: node.span.end }, "part");
    at = span.end;
  }
  if (node.kind === "list") {
    for (const item of node.items) assertYamlSpans(item, text, node.span);
    return;
  }
  for (const { key, keySpan, value } of node.entries) {
    const written = text.slice(keySpan.start, keySpan.end);
    if (isVerbatim(written)) assert.equal(written, key);
    assertYamlSpans(value, text, node.span);
  }
}

/** Whether YAML means what is written: on one line, without escapes. */
function isVerbatim(written: string): boolean {
  return !/[\\'\r\n\u0085\u2028\u2029]/.test(written);
}

/** Fails unless every element of a body is where its tags are, in its parent, in order. */
export function assertBodySpans(body: ScannedBody, text: string, start: number): void {
  const whole = { start, end: text.length };
  assertElements(body.elements, text, whole);
  for (const { span, name, kind } of body.problems) {
    assertWithin(span, whole, name);
    assert.ok(text.startsWith(kind === "stray" ? `</${name}` : `<${name}`, span.start));
    assert.equal(text[span.end - 1], ">");
  }
}

function assertElements(elements: readonly BodyElement[], text: string, outer: Span): void {
  let at = outer.start;
  for (const { name, span, tag, inner, children, attributes } of elements) {
    assertWithin(span, { start: at, end: outer.end }, name);
    at = span.end;
    assert.equal(tag.start, span.start);
    assert.equal(tag.end, inner.start);
    assertWithin(inner, span, `inner of ${name}`);
    assert.ok(text.startsWith(`<${name}`, span.start));
    assert.equal(text[tag.end - 1], ">");
    const closing = text.slice(inner.end, span.end);
    assert.ok(closing === "" || (closing.startsWith(`</${name}`) && closing.endsWith(">")), closing);
    for (const [attribute, { value, span: place }] of attributes) {
      assertWithin(place, tag, attribute);
      const written = text.slice(place.start, place.end);
      assert.equal(written, value === "" && written !== "" ? attribute : value);
    }
    assertElements(children, text, inner);
  }
}
