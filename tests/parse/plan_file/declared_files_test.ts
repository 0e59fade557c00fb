import assert from "node:assert/strict";
import { claimOf, plainPath } from "../../../lib/parse/plan_file/declared_files.ts";
import { parsePlanFile } from "../../../lib/parse/plan_file/plan_file.ts";
import { SourceText } from "../../../lib/text/source_text.ts";
import { fc } from "../../deps/fast_check.ts";
import { frontmatter } from "../planning_tree.ts";

const PLAIN: readonly (readonly [written: string, plain: string])[] = [
  ["./src/a.ts", "src/a.ts"],
  [" src//a.ts ", "src/a.ts"],
  ["src/./a.ts", "src/a.ts"],
  ["src\\a.ts", "src/a.ts"],
  ["src/", "src/"],
  ["./", "./"],
  [".", "./"],
  ["/srv/a.ts", "/srv/a.ts"],
  [".github/ci.yml", ".github/ci.yml"],
];

for (const [written, plain] of PLAIN) {
  Deno.test(`plainPath() reads ${JSON.stringify(written)} as ${plain}`, () => {
    assert.equal(plainPath(written), plain);
    assert.equal(plainPath(plain), plain);
  });
}

Deno.test("a plan declares files_modified, then what tasks name besides, each path once", () => {
  const text = frontmatter({ files_modified: "[./a.ts, src/, a.ts]" }) +
    '<task type="auto">\n<files>src, `b.ts` (new), a.ts</files>\n</task>\n';
  const plan = parsePlanFile(new SourceText(".planning/phases/01-base/01-01-PLAN.md", text));
  assert.deepEqual(plan.declared, [
    { path: "a.ts", index: 0 },
    { path: "src/", index: 1 },
    { path: "b.ts", index: undefined },
  ]);
});

Deno.test("a plan does not declare a path that is longer than any file's", () => {
  const text = frontmatter({ files_modified: `[${"a/".repeat(2_100)}b, c]` });
  const plan = parsePlanFile(new SourceText(".planning/phases/01-base/01-01-PLAN.md", text));
  assert.deepEqual(plan.declared, [{ path: "c", index: 1 }]);
});

const CLAIMS: readonly (readonly [declared: string, path: string, owned: boolean])[] = [
  ["src/a.ts", "src/a.ts", true],
  ["./src/a.ts", "src/a.ts", true],
  ["src/a.ts", "src/a.tsx", false],
  ["src/", "src/b/c.ts", true],
  ["src", "src/b/c.ts", true],
  ["src/", "src2/c.ts", false],
  ["./", "anything", true],
  ["src/*.ts", "src/a.ts", true],
  ["src/*.ts", "src/a.css", false],
  ["src/*.ts", "src/b/a.ts", false],
  ["src/*", "src/b/a.ts", true],
  ["src/**/*.ts", "src/a.ts", true],
  ["src/**/*.ts", "src/b/c/a.ts", true],
  ["src/**/*.ts", "web/src/a.ts", false],
  ["**/a_test.ts", "a_test.ts", true],
  ["app/[id]/page.tsx", "app/[id]/page.tsx", true],
  ["app/[id]/page.tsx", "app/i/page.tsx", false],
  ["a*b*c", "aXbYbZc", true],
  ["a*b*c", "aXbYbZ", false],
];

for (const [declared, path, owned] of CLAIMS) {
  Deno.test(`${declared} ${owned ? "owns" : "does not own"} ${path}`, () => {
    assert.equal(claimOf([declared])(path), owned);
  });
}

Deno.test("a pattern matches what the same regular expression matches", () => {
  const name = fc.array(fc.constantFrom("a", "b", "*"), { minLength: 1, maxLength: 4 }).map((all) =>
    all.join("")
  );
  const pattern = fc.array(fc.oneof(name, fc.constant("**")), { minLength: 1, maxLength: 4 });
  const path = fc.array(fc.string({ unit: fc.constantFrom("a", "b"), minLength: 1, maxLength: 3 }), {
    minLength: 1,
    maxLength: 4,
  });
  fc.assert(fc.property(pattern, path, (parts, names) => {
    const expression = parts.map((part) => {
      return part === "**" ? "(?:[^/]+/)*" : `${part.replace(/\*+/g, "[^/]*")}/`;
    }).join("");
    const wanted = new RegExp(`^${expression}(?:[^/]+/)*$`).test(`${names.join("/")}/`);
    assert.equal(claimOf([parts.join("/")])(names.join("/")), wanted);
  }));
});

Deno.test("a pattern of many stars is answered at once", () => {
  const owns = claimOf([`${"*a".repeat(50)}b`]);
  assert.equal(owns("a".repeat(2_000)), false);
});
