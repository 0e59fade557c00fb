import assert from "node:assert/strict";
import { parsePlanFile } from "../../../lib/parse/plan_file/plan_file.ts";
import { placeOf } from "../../../lib/parse/plan_file/references.ts";
import { SourceText } from "../../../lib/text/source_text.ts";

Deno.test("references are the lines @path of both elements, with their places", () => {
  const text = "---\nplan: 1\n---\n<execution_context>\n@~/a.md\n</execution_context>\n<context>\n" +
    "- `@src/b.ts` the form\r\n  @.planning/c.md (new),\n@d/\nsee @e.md\n</context>\n";
  const found = parsePlanFile(new SourceText(".planning/phases/01-a/01-01-PLAN.md", text)).references;
  assert.deepEqual(found.map(({ path, element }) => [path, element]), [
    ["~/a.md", "execution_context"],
    ["src/b.ts", "context"],
    [".planning/c.md", "context"],
    ["d/", "context"],
  ]);
  for (const { path, span } of found) assert.equal(text.slice(span.start, span.end), `@${path}`);
});

Deno.test("references are not decorators, packages and people", () => {
  const text =
    "---\nplan: 1\n---\n<context>\n@Injectable()\n@scope/package\n@Component({\n@someone\n@tm.reload\n@src/*.ts\n</context>\n";
  assert.deepEqual(parsePlanFile(new SourceText("01-01-PLAN.md", text)).references, []);
});

Deno.test("references are not lines of a code block or a nested element", () => {
  const text =
    "---\nplan: 1\n---\n<context>\n```ruby\n@user.save\n```\n<interfaces>\n@a/b.ts\n</interfaces>\n" +
    "@schema.prisma\n</context>\n";
  const found = parsePlanFile(new SourceText("01-01-PLAN.md", text)).references;
  assert.deepEqual(found.map(({ path }) => path), ["schema.prisma"]);
});

const PLACES: readonly (readonly [written: string, kind: string, path?: string])[] = [
  ["src/a.ts", "inside", "src/a.ts"],
  ["./src//a.ts", "inside", "src/a.ts"],
  ["src/../b.ts", "inside", "b.ts"],
  ["src\\a.ts", "inside", "src/a.ts"],
  [".planning/a.md", "inside", ".planning/a.md"],
  ["a/..b/c.ts", "inside", "a/..b/c.ts"],
  ["../a.ts", "outside"],
  ["src/../../a.ts", "outside"],
  ["/a.ts", "absolute"],
  ["C:\\a.ts", "absolute"],
  ["d:/a.ts", "absolute"],
  ["~/a.ts", "home"],
  ["$HOME/a.ts", "home"],
  ["\${HOME}/a.ts", "home"],
];

for (const [written, kind, path] of PLACES) {
  Deno.test(`placeOf() says that ${written} is ${kind}`, () => {
    assert.deepEqual(placeOf(written), path === undefined ? { kind } : { kind, path });
  });
}
