import assert from "node:assert/strict";
import type { Diagnostic } from "../../schemas/diagnostic.ts";
import { rules } from "../../lib/check/rules/all_rules.ts";
import { applyFix, check, FIXTURES, foldersIn, readTree, summarize } from "./fixture_tree.ts";

const codes = foldersIn(FIXTURES);

for (const code of codes) {
  for (const name of foldersIn(new URL(`${code}/valid/`, FIXTURES))) {
    Deno.test(`the rules find no ${code} in ${code}/valid/${name}`, () => {
      const found = check(readTree(new URL(`${code}/valid/${name}/`, FIXTURES)));
      assert.deepEqual(found.filter((finding) => finding.code === code), []);
    });
  }
  for (const name of foldersIn(new URL(`${code}/invalid/`, FIXTURES))) {
    const folder = new URL(`${code}/invalid/${name}/`, FIXTURES);

    Deno.test(`the rules find exactly what is wrong in ${code}/invalid/${name}`, () => {
      const sources = readTree(folder);
      const found = check(sources);
      const expected = JSON.parse(Deno.readTextFileSync(new URL("expected.json", folder)));
      assert.deepEqual(found.map((finding) => summarize(finding, sources)), expected);
      assert.ok(found.some((finding) => finding.code === code));
      for (const { message, hint = "", span, related = [] } of found) {
        assert.match(message, /^[^a-z\s].*[^.\s]$/s, "a sentence without full stop");
        assert.match(hint, /^[A-Z].*[^.\s]$/s, "an order");
        for (const place of [span, ...related.map((other) => other.span)]) {
          const length = sources.texts.get(place.path)?.length ?? 0;
          assert.ok(0 <= place.start && place.start <= place.end && place.end <= length);
        }
      }
    });

    Deno.test(`each fix in ${code}/invalid/${name} ends its finding and makes no other`, () => {
      const sources = readTree(folder);
      const before = check(sources);
      for (const finding of before.filter(({ fix }) => fix !== undefined)) {
        const nameOf = ({ code, span }: Diagnostic) => `${code} ${span.path}`;
        const after = check(applyFix(sources, finding)).map(nameOf);
        const left = before.map(nameOf);
        left.splice(left.indexOf(nameOf(finding)), 1);
        for (const name of left) {
          const index = after.indexOf(name);
          if (index !== -1) after.splice(index, 1);
        }
        assert.deepEqual(after, [], finding.fix?.title);
      }
    });
  }
}

Deno.test("each rule has valid and invalid fixtures, and each fixture a rule", () => {
  const named = new Set([...rules.map(({ code }) => code).filter((code) => code !== "config")]);
  const ofConfiguration = codes.filter((code) => code.startsWith("config-"));
  assert.deepEqual(codes, [...named, ...ofConfiguration].sort());
  for (const code of codes) {
    assert.ok(foldersIn(new URL(`${code}/valid/`, FIXTURES)).length > 0, code);
    assert.ok(foldersIn(new URL(`${code}/invalid/`, FIXTURES)).length > 0, code);
  }
});
