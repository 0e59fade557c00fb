import type { SchemaError } from "../../../schemas/validator.ts";

/** Describes a schema violation: `rules.0.steps must be array`. */
export function schemaProblem({ instancePath, message, params }: SchemaError): string {
  const place = instancePath === "" ? "it" : instancePath.slice(1).replaceAll("/", ".");
  const extra = params["additionalProperty"] ?? params["allowedValues"];
  return `${place} ${message}${extra === undefined ? "" : `: ${String(extra)}`}`;
}
