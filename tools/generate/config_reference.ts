/**
 * Writes the reference of the configuration's keys.
 * @module
 */
import type { ConfigKey } from "../../schemas/metadata.ts";
import type { ConfigGroup } from "./config_metadata.ts";
import { MARK } from "./mark.ts";

/** Returns the text of `config.md`: a table for each object. */
export function configReference(groups: readonly ConfigGroup[]): string {
  const sections = groups.map(({ name, description, keys }) =>
    [
      ...(name ? [`## \`${name}\``, ""] : []),
      ...(description ? [description, ""] : []),
      "| Key | Type | Default | Allowed | Meaning | What it changes |",
      "| --- | --- | --- | --- | --- | --- |",
      ...keys.map(row),
    ].join("\n")
  );
  const head = `<!-- ${MARK} -->

# Configuration

Keys of \`.planning/config.json\`. Every key is optional and has a default.`;
  return [head, ...sections].join("\n\n") + "\n";
}

function row(key: ConfigKey): string {
  const cells = [
    code(key.key),
    key.type,
    code(JSON.stringify(key.default)),
    allowed(key),
    key.description,
    key.effect,
  ];
  return `| ${cells.map((cell) => cell.replaceAll("|", "\\|").replaceAll("\n", " ")).join(" | ")} |`;
}

function allowed({ type, allowed, minimum, exclusiveMinimum, minLength }: ConfigKey): string {
  if (type === "list") return minLength === undefined ? "list of strings" : "list of non-empty strings";
  if (allowed) return allowed.map((value) => code(JSON.stringify(value))).join(", ");
  if (type === "boolean") return "`true`, `false`";
  if (minimum !== undefined) return `${minimum} or more`;
  if (exclusiveMinimum !== undefined) return `more than ${exclusiveMinimum}`;
  if (minLength === 1) return "not empty";
  if (minLength !== undefined) return `${minLength} characters or more`;
  return "any";
}

function code(text: string): string {
  return `\`${text}\``;
}
