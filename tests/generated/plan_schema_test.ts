// Other programs read a plan's frontmatter with a YAML reader of their own, and check the value against the
// published schema. They come to the verdict of `wf validate`.
import assert from "node:assert/strict";
import { loadSchema } from "../../generated/schemas.ts";
import { parsePlanFile, type PlanDocument } from "../../lib/parse/plan_file/plan_file.ts";
import { isPlanFileName } from "../../lib/parse/ids/plan_names.ts";
import { SourceText } from "../../lib/text/source_text.ts";
import { publishedSchema } from "../deps/ajv.ts";
import { fc } from "../deps/fast_check.ts";
import { loadYaml, YAML11_SCHEMA } from "../deps/yaml.ts";
import { fromRoot } from "../support/root.ts";
import { isInstalled } from "../support/terminal.ts";

const planProblems = await publishedSchema("plan");

function parse(yaml: string): PlanDocument {
  return parsePlanFile(new SourceText(".planning/phases/03-a/03-01-PLAN.md", `---\n${yaml}\n---\n`));
}

/** Whether wf finds no error in the form of frontmatter. */
function isRead(yaml: string): boolean {
  const { frontmatter, schemaErrors } = parse(yaml);
  return frontmatter.kind === "parsed" && schemaErrors.length === 0;
}

const FIELDS = {
  phase: "03-a",
  plan: "01",
  type: "execute",
  wave: "1",
  depends_on: "[]",
  files_modified: "[a.ts]",
  autonomous: "true",
  must_haves: "{truths: [A]}",
};

/** Frontmatter in which fields have other values, as YAML; null for none. */
function frontmatter(changes: Readonly<Record<string, string | null>>): string {
  return yamlFields({ ...FIELDS, ...changes }).join("\n");
}

function yamlFields(fields: Readonly<Record<string, string | null | undefined>>): readonly string[] {
  return Object.entries(fields).filter(([, value]) => value !== null).map(([key, value]) =>
    `${key}: ${value}`
  );
}

const ARTIFACT = { path: "a", provides: "b" };
const LINK = { from: "a", to: "b", via: "c", pattern: "d" };
const inArtifact = (artifact: string) => `{truths: [A], artifacts: [${artifact}]}`;
const inLink = (link: string) => `{truths: [A], key_links: [${link}]}`;

const READ: readonly [what: string, changes: Readonly<Record<string, string>>][] = [
  ["numbers in place of IDs", { phase: "38.6", plan: "01", depends_on: "[1, 02.10, 01-01]" }],
  ["dates in place of text", { plan: "2026-01-01", must_haves: "[2026-01-01, 2026-01-01 10:00:00]" }],
  ["an unknown type", { type: "banana" }],
  ["a wave in quotes", { wave: '"1"' }],
  ["a wave of zero", { wave: "0" }],
  ["a boolean in quotes and in any case", { autonomous: '"TRUE"', gap_closure: "False" }],
  ["one dependency without a list", { depends_on: "1" }],
  ["lists that are left out", { depends_on: "", files_modified: '""', requirements: "" }],
  ["requirements that are mappings", { requirements: "[REQ-01, {REQ-02: the text}, 3]" }],
  ["must-haves that are a list", { must_haves: "[A, {B: c}, [D]]" }],
  ["a truth without a list", { must_haves: "{truths: A}" }],
  ["truths that YAML made mappings", { must_haves: "{truths: [{A: b}, {truth: C, id: 1}]}" }],
  ["artifacts that are only paths", { must_haves: "{truths: [A], artifacts: [a.ts, {path: b.ts}]}" }],
  ["artifacts and links that are left out", { must_haves: "{truths: [A], artifacts: , key_links: }" }],
  ["one export", {
    must_haves: inArtifact('{path: a, provides: b, exports: c, min_lines: "3", contains: [1]}'),
  }],
  ["links that are only strings", { must_haves: "{truths: [A], key_links: [a calls b]}" }],
  ["links with lists", { must_haves: inLink("{from: [a, b], to: c, pattern: [d, e]}") }],
  ["a link without a pattern", { must_haves: inLink("{from: a, to: b}") }],
  ["keys of its own", { tags: "[1, true, ~]", must_haves: "{truths: [A], prohibitions: {}}" }],
];

const REFUSED: readonly [what: string, changes: Readonly<Record<string, string | null>>][] = [
  ["a missing field", { wave: null }],
  ["an ID that is left out", { plan: "" }],
  ["an ID that is a list", { phase: "[a]" }],
  ["a wave in words", { wave: "two" }],
  ["a negative wave", { wave: "-1" }],
  ["a wave between two", { wave: "1.5" }],
  ["a boolean in words", { autonomous: "maybe" }],
  ["a dependency that is left out", { depends_on: "\n  -\n  - 01-01" }],
  ["dependencies that are a mapping", { depends_on: "{a: b}" }],
  ["a requirement that is a list", { requirements: "[[A]]" }],
  ["must-haves that are left out", { must_haves: "" }],
  ["must-haves without truths", { must_haves: "{artifacts: []}" }],
  ["no truths", { must_haves: "[]" }],
  ["truths of only spaces", { must_haves: '{truths: " "}' }],
  ["an artifact without a path", { must_haves: inArtifact("{provides: b}") }],
  ["a number of lines in words", { must_haves: inArtifact("{path: a, min_lines: ten}") }],
  ["a link without an end", { must_haves: inLink("{from: a}") }],
  ["a link with an empty list", { must_haves: inLink("{from: [], to: b}") }],
];

/** Readers of YAML 1.2, where `yes` is a string, and of 1.1, where it is true and a date is no text. */
const READERS = [
  ["YAML 1.2", (yaml: string) => loadYaml(yaml)],
  ["YAML 1.1", (yaml: string) => JSON.parse(JSON.stringify(loadYaml(yaml, { schema: YAML11_SCHEMA })))],
] as const;

for (const [what, changes] of READ) {
  Deno.test(`the schema of plans accepts ${what}, as wf does`, () => {
    const yaml = frontmatter(changes);
    assert.ok(isRead(yaml));
    for (const [name, read] of READERS) assert.equal(planProblems(read(yaml)), "", name);
  });
}

for (const [what, changes] of REFUSED) {
  Deno.test(`the schema of plans refuses ${what}, as wf does`, () => {
    const yaml = frontmatter(changes);
    assert.ok(!isRead(yaml));
    for (const [name, read] of READERS) assert.notEqual(planProblems(read(yaml)), "", name);
  });
}

/** Values of YAML. Without `~` and `null`, which wf reads as text, and `yes`, which YAML 1.1 reads as true. */
const scalar = fc.constantFrom(
  ...[
    "",
    "a",
    "01",
    "1",
    "-1",
    "1.0",
    "1.5",
    "true",
    "False",
    "2026-01-01",
    '""',
    '" "',
    '"1"',
    '"tRue"',
    "'1.0'",
  ],
);
const { value } = fc.letrec<{ readonly value: string }>((tie) => ({
  value: fc.oneof(
    { depthSize: "small", withCrossShrink: true },
    scalar,
    fc.array(tie("value"), { maxLength: 2 }).map((items) => `[${items.filter(Boolean).join(", ")}]`),
    mapping(["a", "truth", "text"], tie("value")),
  ),
}));

/** A mapping with some of the keys; others have the values that are given. */
function mapping(
  keys: readonly string[],
  of: fc.Arbitrary<string>,
  others: Readonly<Record<string, string>> = {},
): fc.Arbitrary<string> {
  const some = fc.record(Object.fromEntries(keys.map((key) => [key, of])), { requiredKeys: [] });
  return some.map((own) => `{${yamlFields({ ...others, ...own }).join(", ")}}`);
}

const OPTIONAL = ["requirements", "gap_closure", "must_haves"];
const anyFrontmatter = fc.oneof(
  fc.tuple(fc.constantFrom(...Object.keys(FIELDS), ...OPTIONAL), value).map(([key, written]) => ({
    [key]: written,
  })),
  fc.oneof(
    mapping(["truths", "artifacts", "key_links"], value),
    mapping(["path", "provides", "min_lines", "exports", "contains"], value, ARTIFACT).map(inArtifact),
    mapping(["from", "to", "via", "pattern"], value, LINK).map(inLink),
  ).map((must_haves) => ({ must_haves })),
).map(frontmatter);

Deno.test("the schema of plans and wf agree about any frontmatter", () => {
  const verdicts = { accepted: 0, refused: 0 };
  fc.assert(
    fc.property(anyFrontmatter, (yaml) => {
      const isAccepted = isRead(yaml);
      verdicts[isAccepted ? "accepted" : "refused"]++;
      for (const [name, read] of READERS) {
        assert.equal(
          planProblems(read(yaml)) === "",
          isAccepted,
          `${name}: ${planProblems(read(yaml))}\n${yaml}`,
        );
      }
    }),
    { numRuns: 2_000 },
  );
  assert.ok(verdicts.accepted > 200 && verdicts.refused > 200, JSON.stringify(verdicts));
});

/** The frontmatter of all plans in a folder, by path: of those that wf reads as YAML. */
function* plansIn(folder: string): Iterable<readonly [path: string, yaml: string]> {
  for (const { name, isDirectory } of Deno.readDirSync(folder)) {
    const path = `${folder}/${name}`;
    if (isDirectory) yield* plansIn(path);
    else if (isPlanFileName(name)) {
      const text = Deno.readTextFileSync(path);
      const { frontmatter } = parsePlanFile(new SourceText(path, text));
      if (frontmatter.kind === "parsed") {
        yield [path, text.slice(frontmatter.span.start, frontmatter.span.end)];
      }
    }
  }
}

const plans = [
  ...["fixtures", "lib/demo/project/planning"].flatMap((folder) => [...plansIn(fromRoot(folder))]),
  ...[...READ, ...REFUSED].map(([what, changes]) => [what, frontmatter(changes)] as const),
];

Deno.test("the schema of plans and wf agree about all plans of the fixtures and the demo", () => {
  assert.ok(plans.length > 300);
  for (const [path, yaml] of plans) {
    for (const [name, read] of READERS) {
      assert.equal(planProblems(read(yaml)) === "", isRead(yaml), `${name}: ${path}`);
    }
  }
});

const PYTHON = `
import json, sys, yaml, jsonschema
schema, plans = json.load(sys.stdin)
jsonschema.Draft7Validator.check_schema(schema)
validator = jsonschema.Draft7Validator(schema)
json.dump([validator.is_valid(yaml.safe_load(plan)) for plan in plans], sys.stdout)
`;
/** A Python with both packages: the first in the path, or Debian's. */
const python = ["python3", "/usr/bin/python3"].find((one) =>
  isInstalled(one, "-c", "import yaml, jsonschema")
);

Deno.test({
  name: "the schema of plans and wf agree when PyYAML and jsonschema read the plans (skipped without them)",
  ignore: python === undefined,
  fn: async () => {
    const child = new Deno.Command(python!, { args: ["-c", PYTHON], stdin: "piped", stdout: "piped" })
      .spawn();
    const writer = child.stdin.getWriter();
    const input = JSON.stringify([await loadSchema("plan"), plans.map(([, yaml]) => yaml)]);
    await writer.write(new TextEncoder().encode(input));
    await writer.close();
    const { stdout } = await child.output();
    const verdicts = JSON.parse(new TextDecoder().decode(stdout)) as readonly boolean[];
    assert.deepEqual(
      plans.filter(([, yaml], index) => verdicts[index] !== isRead(yaml)).map(([path]) => path),
      [],
    );
  },
});
