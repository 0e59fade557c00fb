import type { ConfigKey } from "../../../schemas/metadata.ts";
import type { Diagnostic, Fix, Span, TextEdit } from "../../../schemas/diagnostic.ts";
import { defined } from "../../collections/defined.ts";
import type { JsonNode } from "../../deps/jsonc.ts";
import type { SourceText } from "../../text/source_text.ts";
import { spanOf } from "./legacy_keys.ts";
import { suggestedInstead } from "./value.ts";

const SEVERITIES = {
  "config-not-json": "error",
  "config-duplicate-key": "error",
  "config-value": "error",
  "config-legacy": "warning",
  "config-unknown-key": "warning",
} as const;

/** What is read of a configuration: its values, and the findings about them. */
export class ConfigReading {
  readonly file: Record<string, unknown> = {};
  readonly diagnostics: Diagnostic[] = [];

  constructor(readonly source: SourceText, readonly root: JsonNode | undefined) {}

  /** Sets a value; an `under` value does not replace an existing one. */
  set(key: string, value: unknown, place: "over" | "under"): void {
    const parts = key.split(".");
    let target = this.file;
    for (const part of parts.slice(0, -1)) {
      target[part] ??= {};
      target = target[part] as Record<string, unknown>;
    }
    const last = parts.at(-1)!;
    if (place === "over" || !Object.hasOwn(target, last)) target[last] = value;
  }

  wrong(key: ConfigKey, node: JsonNode, expected: string, shown = `"${key.key}"`): void {
    const message = `${shown} is ${this.shown(node)}, expected ${expected}`;
    const meant = suggestedInstead(key, jsonValue(node));
    const suggestion = meant === undefined ? "" : `; did you mean "${meant}"?`;
    this.report("config-value", spanOf(node), message, `Write ${expected}${suggestion}`);
  }

  /** Reports another form of a value, with the one to write. */
  reportLegacy(at: JsonNode, message: string, json: string, edits: readonly TextEdit[] | undefined): void {
    const title = `Write \`${json}\``;
    const fix = edits === undefined ? undefined : { title, edits };
    this.report("config-legacy", spanOf(at), message, title, fix);
  }

  report(
    code: keyof typeof SEVERITIES,
    { start, end }: Span,
    message: string,
    hint: string,
    fix?: Fix,
  ): void {
    const span = { path: this.source.path, start, end };
    this.diagnostics.push({ code, severity: SEVERITIES[code], message, hint, span, ...defined({ fix }) });
  }

  /** A value as written, truncated if it is long. */
  shown(node: JsonNode): string {
    return this.source.text.slice(node.offset, node.offset + Math.min(node.length, 40));
  }
}

/** A value, or a list of values; undefined for an object. */
export function jsonValue(node: JsonNode): unknown {
  return node.type === "array" ? node.children?.map(jsonValue) : node.value;
}
