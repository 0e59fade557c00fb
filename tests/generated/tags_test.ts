import assert from "node:assert/strict";
import { commands } from "../../generated/commands.ts";
import { configKeys } from "../../generated/metadata.ts";
import { countTags, scan, type ScannedProperty } from "./source_scan.ts";

interface Schema {
  readonly title?: string;
  readonly type?: string;
  readonly description?: string;
  readonly $ref?: string;
  readonly items?: Schema;
  readonly anyOf?: readonly Schema[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly definitions?: Readonly<Record<string, Schema>>;
  readonly [keyword: string]: unknown;
}

const SCHEMA_TAGS = [
  "default",
  "minimum",
  "exclusiveMinimum",
  "minLength",
  "minItems",
  "pattern",
  "examples",
  "asType",
  "effect",
];
const COMMAND_TAGS = ["default", "placeholder", "positional"];

/** Where an interface ends up: a schema, and the interface that is its root. */
const PUBLISHED = [
  { source: "config.ts", schema: "config", root: "Config" },
  { source: "plan_file.ts", schema: "plan-file", root: "PlanFile" },
  { source: "plan_file.ts", schema: "plan", root: "PlanFrontmatter" },
];

for (const { source, schema, root } of PUBLISHED) {
  Deno.test(`every tag and description of ${source} reaches ${schema}.schema.json`, async () => {
    const { parents, properties, tagCount } = await scan(source, SCHEMA_TAGS);
    const document = await readSchema(schema);
    const objects = new Map([[root, document], ...Object.entries(document.definitions ?? {})]);
    const reached = new Set<string>();
    for (const property of properties) {
      const heirs = Array.from(parents).filter(([, bases]) => bases.includes(property.interface));
      for (const name of [property.interface, ...heirs.map(([heir]) => heir)]) {
        const object = objects.get(name);
        if (!object) continue;
        const place = `${name}.${property.name}`;
        const actual = object.properties?.[property.name];
        assert.ok(actual, `${place} is not in the schema`);
        const [form] = actual.anyOf ?? [];
        const target = document.definitions?.[form?.$ref?.replace("#/definitions/", "") ?? ""];
        checkProperty(property, { ...target, ...form, ...actual }, place);
        reached.add(`${property.interface}.${property.name}`);
      }
    }
    if (schema !== "plan") {
      const lost = properties.map(({ interface: owner, name }) => `${owner}.${name}`).filter((key) =>
        !reached.has(key)
      );
      assert.deepEqual(lost, [], "properties that are in no schema");
    }
    assert.ok(tagCount > 0 && reached.size > 0);
  });
}

for (const source of ["config.ts", "plan_file.ts"]) {
  Deno.test(`every tag of ${source} stands in a comment of a property`, async () => {
    const scanned = await scan(source, SCHEMA_TAGS);
    assert.equal(countTags(scanned), scanned.tagCount);
  });
}

Deno.test("every tag and description of commands.ts reaches the commands' metadata", async () => {
  const { parents, properties } = await scan("commands.ts", COMMAND_TAGS);
  for (const command of commands) {
    const type = command.name.replace(/(?:^|-)(\w)/g, (_, letter: string) => letter.toUpperCase()) +
      "Options";
    const owners = ancestors(type, parents);
    const expected = properties.filter((property) => owners.includes(property.interface));
    assert.equal(expected.length, command.positionals.length + command.flags.length, command.name);
    for (const { name, description, tags } of expected) {
      const options = "positional" in tags ? command.positionals : command.flags;
      const option = options.find((option) => option.name === name);
      const place = `${command.name} ${name}`;
      assert.ok(option, place);
      assert.equal(option.description, description, place);
      assert.equal(option.placeholder, tags.placeholder, place);
      assert.deepEqual(option.default, tags.default && JSON.parse(tags.default), place);
    }
  }
});

/** Checks the schema of a property: the first of its forms is that of the specification. */
function checkProperty(property: ScannedProperty, actual: Schema, place: string): void {
  assert.notEqual(property.description, "", `${place} has no description`);
  assert.equal(actual.description, property.description, `${place}: description`);
  for (const [tag, value] of Object.entries(property.tags)) {
    if (tag === "effect") assert.ok(configKeys.some(({ effect }) => effect === value), `${place}: @effect`);
    else if (tag === "asType") assert.equal(actual.type, value, `${place}: @asType`);
    // Above a list they are about each of its texts.
    else if (tag === "pattern") assert.equal((actual.items ?? actual)[tag], value, `${place}: @pattern`);
    else if (tag === "minLength") {
      assert.equal((actual.items ?? actual)[tag], JSON.parse(value), `${place}: @${tag}`);
    } else assert.deepEqual(actual[tag], JSON.parse(value), `${place}: @${tag}`);
  }
}

function ancestors(name: string, parents: ReadonlyMap<string, readonly string[]>): readonly string[] {
  return [name, ...(parents.get(name) ?? []).flatMap((parent) => ancestors(parent, parents))];
}

async function readSchema(name: string): Promise<Schema> {
  return JSON.parse(await Deno.readTextFile(new URL(`../../generated/${name}.schema.json`, import.meta.url)));
}
