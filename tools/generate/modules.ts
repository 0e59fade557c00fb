/**
 * Writes the TypeScript modules of `generated/`.
 * @module
 */
import type { Config } from "../../schemas/config.ts";
import type { CommandMeta, ConfigKey, PlanKey } from "../../schemas/metadata.ts";
import { MARK } from "./mark.ts";

/** The exports of `metadata.ts`, by name. */
export interface Metadata {
  readonly configKeys: readonly ConfigKey[];
  readonly configDefaults: Config;
  readonly planKeys: readonly PlanKey[];
  readonly planTypes: readonly string[];
  readonly taskTypes: readonly string[];
  readonly commitTypes: readonly string[];
  readonly schemaNames: readonly string[];
}

/** Types and docs of the exports of `metadata.ts`. */
const EXPORTS: { readonly [K in keyof Metadata]: { readonly type: string; readonly doc: string } } = {
  configKeys: { type: "readonly ConfigKey[]", doc: "Keys of the configuration, in the order of the source." },
  configDefaults: { type: "Config", doc: "The configuration of a project without a configuration file." },
  planKeys: {
    type: "readonly PlanKey[]",
    doc: "Top-level keys of a plan's frontmatter, in the order of the source.",
  },
  planTypes: { type: "readonly string[]", doc: "Values of `type` in a plan's frontmatter." },
  taskTypes: { type: "readonly string[]", doc: "Values of the attribute `type` of a task." },
  commitTypes: { type: "readonly string[]", doc: "Types of a commit." },
  schemaNames: { type: "readonly string[]", doc: "Names of the published JSON Schemas, see `loadSchema()`." },
};

/** Returns the text of `metadata.ts`. */
export function metadataModule(metadata: Metadata): string {
  const values = (Object.keys(EXPORTS) as (keyof Metadata)[]).map((name) => {
    const { type, doc } = EXPORTS[name];
    return `/** ${doc} */\nexport const ${name}: ${type} = ${JSON.stringify(metadata[name], null, 2)};\n`;
  });
  return `// ${MARK}
/**
 * The content of \`schemas/\` as data.
 * @module
 */
import type { Config } from "../schemas/config.ts";
import type { ConfigKey, PlanKey } from "../schemas/metadata.ts";

${values.join("\n")}`;
}

/**
 * Returns the text of `commands.ts`: separate from the other metadata, as checking files needs no command
 * line.
 */
export function commandsModule(commands: readonly CommandMeta[]): string {
  return `// ${MARK}
/**
 * The command line of \`schemas/commands.ts\` as data.
 * @module
 */
import type { CommandMeta } from "../schemas/metadata.ts";

/** The commands, in the order of the source. */
export const commands: readonly CommandMeta[] = ${JSON.stringify(commands, null, 2)};
`;
}

/**
 * Returns the text of `version.ts`: separate from the other metadata, so that `--version` does not load the
 * metadata of all commands.
 */
export function versionModule(version: string): string {
  return `// ${MARK}
/**
 * The version.
 * @module
 */

/** Version of the tool. */
export const version: string = ${JSON.stringify(version)};
`;
}

/** Returns the text of `schemas.ts`, which loads schemas on demand. */
export function schemasModule(names: readonly string[]): string {
  const cases = names.map((name) =>
    `    case ${JSON.stringify(name)}:
      return (await import("./${name}.schema.json", { with: { type: "json" } })).default;`
  );
  return `// ${MARK}
/**
 * The published JSON Schemas, each loaded on demand.
 * @module
 */

/**
 * Loads a published JSON Schema.
 *
 * @param name A name of \`schemaNames\`, for example \`plan\`.
 * @returns The schema, draft-07.
 * @throws {RangeError} When no schema has this name.
 *
 * @example
 * \`\`\`ts
 * import { loadSchema } from "@wf/wf";
 * import assert from "node:assert/strict";
 *
 * const schema = await loadSchema("plan") as { readonly title?: string };
 * assert.equal(typeof schema, "object");
 * \`\`\`
 */
export async function loadSchema(name: string): Promise<unknown> {
  switch (name) {
${cases.join("\n")}
    default:
      throw new RangeError(\`Cannot load schema "\${name}": there is none with this name\`);
  }
}
`;
}
