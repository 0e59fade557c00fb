/**
 * Checks values against the published JSON Schemas, as somebody else's program would.
 * @module
 */
import { Ajv } from "npm:ajv@8.20.0";
import { loadSchema } from "../../generated/schemas.ts";

/** How a value breaks a published schema; empty when it fits. */
export async function schemaProblems(name: string, value: unknown): Promise<string> {
  return (await publishedSchema(name))(value);
}

/** A function that finds how values break a published schema. */
export async function publishedSchema(name: string): Promise<(value: unknown) => string> {
  const ajv = new Ajv({ strict: false, allErrors: true });
  const validate = ajv.compile(await loadSchema(name) as object);
  return (value) => validate(value) ? "" : ajv.errorsText(validate.errors);
}

/** How a value breaks a schema of another source; empty when it fits. */
export function problemsIn(schema: object, value: unknown): string {
  const ajv = new Ajv({ strict: false, allErrors: true, validateFormats: false, unicodeRegExp: false });
  const validate = ajv.compile(schema);
  return validate(value) ? "" : ajv.errorsText(validate.errors);
}
