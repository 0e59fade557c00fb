import { sourceOf } from "./source_scan.ts";
import assert from "node:assert/strict";
import denoConfig from "../../deno.json" with { type: "json" };
import { commands } from "../../generated/commands.ts";
import {
  commitTypes,
  configDefaults,
  configKeys,
  planKeys,
  planTypes,
  schemaNames,
  taskTypes,
} from "../../generated/metadata.ts";
import { version } from "../../generated/version.ts";
import { loadSchema } from "../../generated/schemas.ts";
import { schemaAddress } from "../../lib/release/release.ts";
import { publishedSchema } from "../deps/ajv.ts";
import { scan } from "./source_scan.ts";

Deno.test("every configuration key with a default is in the metadata, in source order", async () => {
  const { properties } = await scan("config.ts", ["default"]);
  const inSource = properties.filter(({ tags }) => "default" in tags);
  assert.deepEqual(
    configKeys.map(({ key, default: value }) => [key.split(".").at(-1), value]),
    inSource.map(({ name, tags }) => [name, JSON.parse(tags.default ?? "")]),
  );
});

const configProblems = await publishedSchema("config");

Deno.test("the default of every configuration key fits the schema", () => {
  for (const { key, default: value } of configKeys) {
    const written = key.split(".").reduceRight<unknown>((inner, name) => ({ [name]: inner }), value);
    assert.equal(configProblems(written), "", key);
  }
});

Deno.test("configDefaults holds the default of every key and nothing else", () => {
  assert.equal(configProblems(configDefaults), "");
  assert.deepEqual(leaves(configDefaults), configKeys.map(({ key, default: value }) => [key, value]));
});

Deno.test("configuration keys say which values are possible", () => {
  const byKey = (key: string) => configKeys.find((entry) => entry.key === key);
  assert.deepEqual(byKey("git.branching_strategy")?.allowed, ["none", "phase", "milestone"]);
  assert.equal(byKey("parallelization.max_concurrent_agents")?.type, "integer");
  assert.equal(byKey("parallelization.max_concurrent_agents")?.minimum, 1);
  assert.equal(byKey("agent.turn_timeout_minutes")?.exclusiveMinimum, 0);
  assert.equal(byKey("git.phase_branch_template")?.minLength, 1);
  const { type, default: value, minLength } = byKey("worktree.setup")!;
  assert.deepEqual([type, value, minLength], ["list", [], 1]);
});

Deno.test("frontmatter keys are listed in source order", () => {
  assert.deepEqual(planKeys.slice(0, 4).map(({ key, type, required }) => [key, type, required]), [
    ["phase", "string", true],
    ["plan", "string", true],
    ["type", "string", true],
    ["wave", "integer", true],
  ]);
  assert.equal(planKeys.find(({ key }) => key === "gap_closure")?.required, false);
  assert.equal(planKeys.find(({ key }) => key === "must_haves")?.type, "object");
});

Deno.test("unions of the types are listed in source order", () => {
  assert.deepEqual(planTypes, ["execute", "tdd"]);
  assert.deepEqual(taskTypes, [
    "auto",
    "checkpoint:decision",
    "checkpoint:human-verify",
    "checkpoint:human-action",
  ]);
  assert.deepEqual(commitTypes, ["feat", "fix", "refactor", "test", "docs", "chore"]);
});

Deno.test("every command interface is a command, bases are not", async () => {
  const source = await sourceOf("commands.ts");
  const verbs = Array.from(source.matchAll(/^export interface (\w+)Options\b/gm), ([, verb = ""]) => verb);
  const kebab = (name: string) => name.split(/(?=[A-Z])/).join("-").toLowerCase();
  assert.deepEqual(commands.map(({ name }) => name), verbs.filter((verb) => verb !== "Global").map(kebab));
});

Deno.test("execute-phase takes a phase and has its own flags before the shared ones", () => {
  const command = commands.find(({ name }) => name === "execute-phase");
  assert.equal(command?.description, "Execute the plans of a phase.");
  assert.deepEqual(command?.positionals.map(({ name, required }) => [name, required]), [["phase", true]]);
  assert.deepEqual(command?.flags.map(({ name }) => name), [
    "plan",
    "dry-run",
    "agent",
    "executor",
    "answer",
    "yes",
    "restart",
    "budget",
    "set",
    "cwd",
    "json",
    "quiet",
    "no-color",
    "arguments-from-stdin",
  ]);
  assert.deepEqual(command?.flags.find(({ name }) => name === "dry-run"), {
    name: "dry-run",
    type: "boolean",
    description: "Show what would be done without doing it.",
    default: false,
    required: false,
    repeatable: false,
  });
  assert.equal(command?.flags.find(({ name }) => name === "answer")?.repeatable, true);
});

Deno.test("positionals of commit-message keep their order and name the allowed types", () => {
  const command = commands.find(({ name }) => name === "commit-message");
  assert.deepEqual(command?.positionals.map(({ name }) => name), ["plan", "type", "description"]);
  assert.deepEqual(command?.positionals[1]?.allowed, commitTypes);
});

Deno.test("version is the one of deno.json", () => {
  assert.equal(version, denoConfig.version);
});

Deno.test("loadSchema() loads every published schema by its name", async () => {
  for (const name of schemaNames) {
    const schema = await loadSchema(name) as { readonly $id: string; readonly title: string };
    assert.equal(schema.$id, schemaAddress(name));
    assert.notEqual(schema.title, "");
  }
});

Deno.test("loadSchema() refuses a name that no schema has", async () => {
  await assert.rejects(loadSchema("plam"), RangeError);
});

function leaves(value: object, path = ""): readonly [key: string, value: unknown][] {
  return Object.entries(value).flatMap(([key, inner]) =>
    typeof inner === "object" && !Array.isArray(inner)
      ? leaves(inner, `${path}${key}.`)
      : [[`${path}${key}`, inner] as [string, unknown]]
  );
}
