import { schemaNames } from "../../generated/metadata.ts";
import { loadSchema } from "../../generated/schemas.ts";
import type { SchemaOptions } from "../../schemas/commands.ts";
import type { SchemaList } from "../../schemas/results/program.ts";
import { nearest } from "../text/nearest.ts";
import { type Outcome, UsageError } from "./context/command_context.ts";
import { visibleJson } from "../text/terminal_text.ts";

export async function schema({ name }: SchemaOptions): Promise<Outcome> {
  if (name === undefined) {
    const result: SchemaList = { formatVersion: 1, schemas: schemaNames };
    return {
      exitCode: 0,
      result,
      text: schemaNames.map((known) => `${known}\n`).join(""),
    };
  }
  if (!schemaNames.includes(name)) {
    const meant = nearest(name, schemaNames);
    throw new UsageError(
      `Unknown schema "${name}"`,
      meant === undefined ? `The schemas are ${schemaNames.join(", ")}` : `Did you mean "${meant}"?`,
    );
  }
  const value = await loadSchema(name) as object;
  return { exitCode: 0, result: value, text: `${visibleJson(value, 2)}\n` };
}
