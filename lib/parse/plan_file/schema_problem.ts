import type { SchemaError } from "../../../schemas/validator.ts";

/** What is wrong with a value, in words: `rules.0.steps must be array`. */
export function schemaProblem({ instancePath, message, params }: SchemaError): string {
  const place = instancePath === "" ? "it" : instancePath.slice(1).replaceAll("/", ".");
  const extra = params["additionalProperty"] ?? params["allowedValues"];
  return `${place} ${message}${extra === undefined ? "" : `: ${String(extra)}`}`;
}
