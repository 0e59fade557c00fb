/**
 * Generates the content of `generated/`.
 * @module
 */
import { commandMetadata, type CommandSource } from "./command_metadata.ts";
import { commandReference } from "./command_reference.ts";
import { configDefaults, configGroups, planKeys } from "./config_metadata.ts";
import { configReference } from "./config_reference.ts";
import { publishedSchemas, readTypes, schemaOf } from "./json_schemas.ts";
import { commandsModule, metadataModule, schemasModule, versionModule } from "./modules.ts";
import { pageModule } from "./page.ts";
import { planReference } from "./plan_reference.ts";
import { rulePages, rulePagesModule, rulesReference } from "./rule_pages.ts";
import { ANSWER_VALIDATORS, FILE_VALIDATORS, validatorsCode, validatorsTypes } from "./validators.ts";

const ROOT = new URL("../../", import.meta.url);

/**
 * Returns the contents of all generated files by name. Reads `schemas/` and `deno.json`, writes nothing, and
 * is deterministic.
 *
 * @throws {Error} When the outputs cannot express a type.
 */
export async function generatedFiles(): Promise<ReadonlyMap<string, string>> {
  const types = readTypes();
  const schemas = publishedSchemas(types);
  const names = Array.from(schemas.keys());
  const groups = configGroups(schemaOf(types, "Config"));
  const { version } = JSON.parse(await Deno.readTextFile(new URL("deno.json", ROOT))) as { version: string };
  const commands = commandMetadata(await commandSources(), (type) => schemaOf(types, type));
  const members = (type: string) => schemaOf(types, type).enum ?? [];

  const files = new Map<string, string>();
  for (const [name, schema] of schemas) {
    files.set(`${name}.schema.json`, JSON.stringify(schema, null, 2) + "\n");
  }
  files.set("validators.mjs", validatorsCode("validators", FILE_VALIDATORS, schemas));
  files.set("validators.d.mts", validatorsTypes(FILE_VALIDATORS));
  files.set("answers.mjs", validatorsCode("answers", ANSWER_VALIDATORS, schemas));
  files.set("answers.d.mts", validatorsTypes(ANSWER_VALIDATORS));
  files.set("schemas.ts", schemasModule(names));
  files.set("config.md", configReference(groups));
  files.set("commands.md", commandReference(commands));
  files.set("plan-file.md", planReference(schemas.get("plan-file")!));
  const pages = rulePages();
  files.set("rules.md", rulesReference(pages));
  files.set("rule_pages.ts", rulePagesModule(pages));
  files.set("commands.ts", commandsModule(commands));
  files.set("page.ts", await pageModule());
  files.set("version.ts", versionModule(version));
  files.set(
    "metadata.ts",
    metadataModule({
      configKeys: groups.flatMap(({ keys }) => keys),
      configDefaults: configDefaults(groups),
      planKeys: planKeys(schemaOf(types, "PlanFrontmatter")),
      planTypes: members("PlanType"),
      taskTypes: members("TaskType"),
      commitTypes: members("CommitType"),
      schemaNames: names,
    }),
  );
  return files;
}

/** Reads the files of `schemas/commands/`, in the order in which `schemas/commands.ts` names them. */
async function commandSources(): Promise<readonly CommandSource[]> {
  const list = await Deno.readTextFile(new URL("schemas/commands.ts", ROOT));
  const names = Array.from(list.matchAll(/"\.\/commands\/(\w+)\.ts"/g)).map(([, name]) => name!);
  return await Promise.all(names.map(async (group) => {
    return { group, text: await Deno.readTextFile(new URL(`schemas/commands/${group}.ts`, ROOT)) };
  }));
}
